import type { ProductSort } from "#domain/catalog.ts";

/** A word of a search, resolved to the terms that match it. */
export type QueryWord = {
  /** The word as formatted by `toSearchWords`, its singular, and possible corrections. */
  starts: string[];
  /** Any of them matches: terms as formatted by `toTerms`, or prefixes of terms, marked by `:*`. */
  terms: string[];
  /** Also matched: terms whose word contains one of `starts` after its first letter. */
  innerTerms: string[];
  /** Whether a word of the catalogue starts with or contains one of `starts`. */
  isKnown: boolean;
};

/** The words of a search as resolved by this version of the vocabulary. */
export type ResolvedWords = { words: QueryWord[]; vocabulary: number };

/** The ids of the categories and styles that a list is filtered by, in order; null for any. */
export type GroupIds = { categoryIds: number[] | null; styleIds: number[] | null };
export type GroupSlugs = { categorySlugs: string[] | null; styleSlugs: string[] | null };

/** Filters of a list other than its words. */
export type GroupFilter = GroupIds & {
  /** The slugs that the ids were read for. */
  slugs: GroupSlugs;
  priceMinCents: number | null;
  priceMaxCents: number | null;
};

export type ProductFilter = GroupFilter & {
  /** All must match. */
  words: QueryWord[];
  /** Only words of these languages match. */
  locales: string[];
};

export type Page = { limit: number; offset: number };
/** Products are counted up to `countMax`, and pages end there. */
export type CountedPage = Page & { countMax: number };
/** Sorted by product data; best match applies only to words. */
export type SortedPage = Page & { sort: Exclude<ProductSort, "best_match"> };

/** The version of each published product's row, by product id. */
export type RowVersions = Readonly<Record<string, string>>;

/** The products of a page with their versions, and the ids that the slugs of its filter have. */
export type PageIds = GroupIds & { ids: number[]; versions: RowVersions };
/** Includes the size of the whole list. */
export type ListedPage = PageIds & { total: number };
/** A page found by words, with the version of the vocabulary that was current. */
export type FoundPage = ListedPage & { vocabulary: number };
