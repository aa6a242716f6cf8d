/** The catalogue's rules (spec §4 Product listing, §9). */

/** Products per page (spec §9). */
export const PAGE_SIZE = 15;
/** The contract lets a caller ask for more, within reason. */
export const PAGE_SIZE_MAX = 60;
/** Pages beyond this are "not found" instead of making the database count forever. */
export const PAGE_MAX = 10_000;
/**
 * Counting a list stops here, and so do its pages: nobody turns more of them, and a true count would
 * read the whole table. Filters, search and sort still reach every product.
 */
export const LIST_COUNT_MAX = 1_000;
/** How much of a search text is looked at; the rest cannot change the result. */
export const SEARCH_LENGTH_MAX = 200;
/** Products in one part of the index that machines read; a sitemap's file holds one part. */
export const INDEX_PART_SIZE = 10_000;
/** New prompts that a feed lists. */
export const FEED_SIZE = 30;
/** Product lists wait this long after the last change of a filter (spec §4, §9). */
export const LIST_DEBOUNCE_MS = 300;
/** How many products home's carousels hold. */
export const CAROUSEL_SIZE = 12;
/** Suggestions start at this many letters, and are this many: products, styles and categories. */
export const SUGGESTION_LENGTH_MIN = 2;
export const SUGGESTED_PRODUCTS = 5;
export const SUGGESTED_GROUPS = 3;
/** How many similar products stand under one: whole rows of two and of four. */
export const SIMILAR_SIZE = 8;

export const PRODUCT_SORTS = [
  "best_match",
  "newest",
  "price_asc",
  "price_desc",
  "best_selling",
] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** The orders that a list can have, its own first: without words there is nothing to match. */
export function listSorts(search: string): readonly ProductSort[] {
  return search ? PRODUCT_SORTS : PRODUCT_SORTS.filter((sort) => sort !== "best_match");
}

/** A slug: lower-case ASCII words joined by single hyphens. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const SLUG_LENGTH_MAX = 120;

/** True for a text that can be a slug at all; anything else is "not found" before a query is made. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_LENGTH_MAX && SLUG_PATTERN.test(text);
}

/** What stands beside products in their paths (spec §2, §7): no product can be called so. */
export const RESERVED_PRODUCT_SLUGS = ["hero", "featured", "new", "top-sellers", "generate"];

/** True for a text that a product may have as its slug. Digits alone are an id (spec §7). */
export function isProductSlug(text: string): boolean {
  return isSlug(text) && !/^\d+$/.test(text) && !RESERVED_PRODUCT_SLUGS.includes(text);
}

/** Styles or categories that one list may be narrowed to. */
export const SLUG_LIST_LENGTH_MAX = 50;

/** Reads a comma-joined list of slugs (`style=a,b`), dropping what cannot be one, repeats and the rest. */
export function parseSlugList(text: string | null | undefined): string[] {
  const slugs = (text ?? "").split(",").map((slug) => slug.trim());
  return [...new Set(slugs.filter(isSlug))].slice(0, SLUG_LIST_LENGTH_MAX);
}

/** Reads a page number; null for what is not one (zero, words, beyond PAGE_MAX). */
export function parsePage(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text === "") return 1;
  if (!/^\d{1,5}$/.test(text)) return null;
  const page = Number(text);
  return page >= 1 && page <= PAGE_MAX ? page : null;
}
