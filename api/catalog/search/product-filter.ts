import type { ProductSort } from "#domain/catalog.ts";

/** A word to look for. */
export type Sought = {
  /** Itself, as `toSearchWords` writes it, its singular, and what it may be a typo of. */
  starts: string[];
  /** Any of them is enough: terms as of `toTerms`, or with `:*` all that begin so. */
  terms: string[];
  /** Whether some of them have it inside. */
  isInside: boolean;
  /** Whether the catalog has words with it. */
  isKnown: boolean;
};

/** What a list is narrowed to besides its words. */
export type GroupFilter = {
  /** Null for any. */
  categoryIds: number[] | null;
  styleIds: number[] | null;
  priceMinCents: number | null;
  priceMaxCents: number | null;
};

export type ProductFilter = GroupFilter & {
  /** Each of them is found. */
  sought: Sought[];
  /** In the words of these languages, and no other. */
  locales: string[];
};

/** `countMax`: so many products are counted and no more, and pages end there. */
export type Page = { limit: number; offset: number; countMax: number };
/** By what products say of themselves; the best match is one of words. */
export type SortedPage = Page & { sort: Exclude<ProductSort, "best_match"> };

/** The ids of a page, and how many the whole list has. */
export type FoundPage = { ids: number[]; total: number };
