import { LIST_COUNT_MAX as COUNT_MAX, type ProductSort } from "#domain/catalog.ts";
import type { Job } from "../../noun.ts";
import type { RowVersions } from "./product-filter.ts";

export { COUNT_MAX };

export type SearchRequest = {
  /** As typed; blank for a list without a search. */
  text: string;
  /** The reader's language. A search uses its words and the English ones. */
  locale: string;
  /** Null for any. A filter with only unknown values gives an empty result. */
  categorySlugs: string[] | null;
  styleSlugs: string[] | null;
  priceMinCents: number | null;
  priceMaxCents: number | null;
  /** `best_match` only with a text. */
  sort: ProductSort;
  offset: number;
  limit: number;
  withFacets: boolean;
};

export type SearchResult = {
  /** Ids of published products, in the list's order. */
  ids: number[];
  /** Versions of the products' rows in the shop's database; null for ids from another source. */
  versions: RowVersions | null;
  /** COUNT_MAX means that many or more. */
  total: number;
  /** Words that were ignored because the catalogue does not contain them, as typed. */
  unknownWords: string[];
  /**
   * Number of products per choice, by slug; null if there are too many to count, or if not
   * requested.
   */
  facets: { styles: Record<string, number>; categories: Record<string, number> } | null;
};

/**
 * Finds products by words and filters (spec §4 Product listing). Filters are combined; style counts
 * ignore the style filter, and category counts the category filter. Words match by prefix; without
 * results, each unknown word is treated as a typo of a known one; if there are still none, unknown
 * words are ignored and listed.
 */
export interface CatalogSearch {
  find(request: SearchRequest): Promise<SearchResult>;
  /**
   * Keeps the search in sync with the catalogue, in addition to the database's own search index.
   */
  readonly jobs?: readonly Job[];
}

/**
 * Returns whether a request cannot match anything, so that it gives an empty list instead of the
 * whole one: its text has no word, or it filters by groups none of which exists. `groups` are lists
 * of slugs or ids; null for any group.
 */
export function isImpossible(
  { text }: SearchRequest,
  words: readonly unknown[],
  groups: readonly (readonly unknown[] | null)[],
): boolean {
  const isWordless = text.trim() !== "" && words.length === 0;
  return isWordless || groups.some((group) => group?.length === 0);
}

/** Returns the result of a request that matches nothing. */
export function toEmptyResult({ withFacets }: SearchRequest): SearchResult {
  const facets = withFacets ? { styles: {}, categories: {} } : null;
  return { ids: [], versions: {}, total: 0, unknownWords: [], facets };
}

/** Returns the number of products to read for a page: those beyond COUNT_MAX are not shown. */
export function toPageSize({ offset, limit }: SearchRequest): number {
  return Math.max(0, Math.min(limit, COUNT_MAX - offset));
}
