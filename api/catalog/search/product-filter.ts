import type { ProductSort } from "#domain/catalog.ts";

/** A word of a search, resolved to the terms that match it. */
export type QueryWord = {
  /** The word, as `toSearchWords` formats it, its singular, and possible corrections. */
  starts: string[];
  /** Any of them matches: terms in the form of `toTerms`, or prefixes of terms, marked by `:*`. */
  terms: string[];
  /** Also matched: terms whose word contains one of `starts` after its first letter. */
  innerTerms: string[];
  /** Whether a word of the catalogue starts with or contains one of `starts`. */
  isKnown: boolean;
};

/** Words of a search as they were resolved by that version of the vocabulary. */
export type ResolvedWords = { words: QueryWord[]; vocabulary: number };

/** Filters of a list besides its words. */
export type GroupFilter = {
  /** Null for any. */
  categoryIds: number[] | null;
  styleIds: number[] | null;
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
/** By product data; best match applies only to words. */
export type SortedPage = Page & { sort: Exclude<ProductSort, "best_match"> };

/** The ids of a page, and the size of the whole list. */
export type ListedPage = { ids: number[]; total: number };
/** Found by words: with the version of the vocabulary that was current. */
export type FoundPage = ListedPage & { vocabulary: number };
