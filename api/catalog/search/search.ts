import type { ProductSort } from "#domain/catalog.ts";
import type { Job } from "../../noun.ts";

export { LIST_COUNT_MAX as COUNT_MAX } from "#domain/catalog.ts";

export type SearchRequest = {
  /** As typed; blank for a list without a search. */
  text: string;
  /** The reader's. A search looks in its words and in those of English. */
  locale: string;
  /** Null for any. What exists in none of them is found in none: an empty result. */
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
  /** Of published products, in the order of the list. */
  ids: number[];
  /** COUNT_MAX means that many or more. */
  total: number;
  /** Words that were left out because the catalog does not have them, as they were typed. */
  unknownWords: string[];
  /** How many products each choice has, by slug; null for too many to count, or not requested. */
  facets: { styles: Record<string, number>; categories: Record<string, number> } | null;
};

/**
 * Finds products by words and filters (spec §4 Product listing). Each filter narrows; the counts of
 * styles leave the filter of styles out, those of categories that of categories. Words are found by
 * their beginnings; when nothing is, each word that the catalog does not have may be a typo of one
 * that it has; when nothing is still, such words are left out and named.
 */
export interface CatalogSearch {
  find(request: SearchRequest): Promise<SearchResult>;
  /** What keeps it in step with the catalog, besides the database's own search index. */
  readonly jobs?: readonly Job[];
}
