/** The catalogue's rules (spec §4 Product listing, §9). */

/** Products per page (spec §9). */
export const PAGE_SIZE = 15;
/** Callers of the API may request more, within reason. */
export const PAGE_SIZE_MAX = 60;
/** Pages beyond this are "not found" instead of making the database count forever. */
export const PAGE_MAX = 10_000;
/**
 * Counting stops here, and so do a list's pages: nobody pages further, and an exact count would
 * scan the whole table. Filters, search and sort orders still reach every product.
 */
export const LIST_COUNT_MAX = 1_000;
/** Characters of a search text that are used; the rest is ignored. */
export const SEARCH_LENGTH_MAX = 200;
/** Products per part of the machine-readable index; a sitemap file lists one part. */
export const INDEX_PART_SIZE = 10_000;
/** New prompts listed in a feed. */
export const FEED_SIZE = 30;
/** Debounce of product lists after a filter change (spec §4, §9). */
export const LIST_DEBOUNCE_MS = 300;
/** Products in each carousel of the home page. */
export const CAROUSEL_SIZE = 12;
/**
 * Minimum characters for suggestions, and the number of products, styles and categories suggested.
 */
export const SUGGESTION_LENGTH_MIN = 2;
export const SUGGESTED_PRODUCTS = 5;
export const SUGGESTED_GROUPS = 3;
/** Similar products shown below a product: fills rows of two and of four. */
export const SIMILAR_SIZE = 8;

export const PRODUCT_SORTS = [
  "best_match",
  "newest",
  "price_asc",
  "price_desc",
  "best_selling",
] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** Available sort orders, default first; best match requires search words. */
export function listSorts(search: string): readonly ProductSort[] {
  return search ? PRODUCT_SORTS : PRODUCT_SORTS.filter((sort) => sort !== "best_match");
}

/**
 * A slug: lower-case ASCII words joined by single hyphens; the same pattern as the database's
 * constraint on pages.
 */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const SLUG_LENGTH_MAX = 120;

/** True for a valid slug; anything else is "not found" without a query. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_LENGTH_MAX && SLUG_PATTERN.test(text);
}

/** Path segments next to products that are reserved (spec §2, §7), and cannot be slugs. */
export const RESERVED_PRODUCT_SLUGS = ["hero", "featured", "new", "top-sellers", "generate"];

/** True for a text that can be a product's slug. Digits alone are an id (spec §7). */
export function isProductSlug(text: string): boolean {
  return isSlug(text) && !/^\d+$/.test(text) && !RESERVED_PRODUCT_SLUGS.includes(text);
}

/** Maximum styles or categories in a list's filter. */
export const SLUG_LIST_LENGTH_MAX = 50;

/**
 * Parses a comma-separated list of slugs (`style=a,b`), dropping invalid ones, duplicates and any
 * beyond the maximum.
 */
export function parseSlugList(text: string | null | undefined): string[] {
  return parseList(text, isSlug);
}

/** Longer names belong to no style or category, on our server or another. */
const GROUP_URL_LENGTH_MAX = 200;

/**
 * Parses a comma-separated list of styles or categories as named in links, by the URLs that a
 * server gives them, which need not look like our slugs. Drops duplicates and any beyond the
 * maximum.
 */
export function parseGroupUrls(text: string | null | undefined): string[] {
  return parseList(
    text,
    (url) => url !== "" && url.length <= GROUP_URL_LENGTH_MAX && !/\p{Cc}|\p{Surrogate}/u.test(url),
  );
}

function parseList(text: string | null | undefined, isItem: (item: string) => boolean): string[] {
  const items = (text ?? "").split(",").map((item) => item.trim());
  return [...new Set(items.filter(isItem))].slice(0, SLUG_LIST_LENGTH_MAX);
}

/** Parses a page number; null if invalid (zero, words, beyond PAGE_MAX). */
export function parsePage(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text === "") return 1;
  if (!/^\d{1,5}$/.test(text)) return null;
  const page = Number(text);
  return page >= 1 && page <= PAGE_MAX ? page : null;
}
