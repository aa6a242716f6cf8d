import {
  listSorts,
  type ProductSort,
  parseGroupUrls,
  parsePage,
  SEARCH_LENGTH_MAX,
} from "#domain/catalog.ts";
import { parseTypedAmount } from "#domain/typed-amounts.ts";

/** Longer than any amount with separators; the rest of the input is irrelevant. */
const PRICE_LENGTH_MAX = 12;

/** The listing's state; all of it is in the URL (spec §2 style query, §4 Product listing). */
export type ListState = {
  styles: string[];
  categories: string[];
  /** As typed, empty for any price: see `readPriceRange`. */
  priceMin: string;
  priceMax: string;
  search: string;
  /** Null for the default order: best match for a search, else newest. */
  sort: ProductSort | null;
  /** Null for an invalid page. */
  page: number | null;
};

export type PriceKey = "priceMin" | "priceMax";

/**
 * The typed prices that are not amounts in the reader's language. For the server: browsers need no
 * code for it.
 */
export const listWrongPrices = (state: ListState, locale: string): PriceKey[] =>
  (["priceMin", "priceMax"] as const).filter(
    (key) => state[key] !== "" && parseTypedAmount(state[key], locale) === null,
  );

/**
 * The prices in internal cents, parsed as a reader of this language types them; null for any price.
 * An invalid amount counts as any, and a reversed range is swapped.
 */
export function readPriceRange(
  { priceMin, priceMax }: Pick<ListState, PriceKey>,
  locale: string,
): { fromCents: number | null; toCents: number | null } {
  const min = parseTypedAmount(priceMin, locale);
  const max = parseTypedAmount(priceMax, locale);
  const isTurned = min !== null && max !== null && min > max;
  return isTurned ? { fromCents: max, toCents: min } : { fromCents: min, toCents: max };
}

/**
 * Parses a query. Lists are comma-separated (links) or repeated (native forms). An unknown order
 * becomes the default.
 */
export function readListState(params: URLSearchParams): ListState {
  const text = (key: string) => (params.get(key) ?? "").replaceAll("\0", "").trim();
  const list = (key: string) => parseGroupUrls(params.getAll(key).join(","));
  const typed = text("search").slice(0, SEARCH_LENGTH_MAX);
  // A text of invisible characters only, such as direction marks, is not a search.
  const search = /[^\s\p{DI}]/u.test(typed) ? typed : "";
  const [, ...otherSorts] = listSorts(search);
  return {
    styles: list("style"),
    categories: list("category"),
    priceMin: text("price_min").slice(0, PRICE_LENGTH_MAX),
    priceMax: text("price_max").slice(0, PRICE_LENGTH_MAX),
    search,
    sort: otherSorts.find((known) => known === params.get("sort")) ?? null,
    page: parsePage(params.get("page")),
  };
}

const PARTS = ["search", "category", "style", "price_min", "price_max", "sort", "page"];

/** True for a query with empty parameters, as sent by native forms. */
export function hasEmptyParts(params: URLSearchParams): boolean {
  return PARTS.some((part) => params.getAll(part).some((value) => value.trim() === ""));
}

/** True if there is no filter. */
export function isWholeList(state: ListState): boolean {
  const { search, categories, styles, priceMin, priceMax } = state;
  return !search && !priceMin && !priceMax && categories.length + styles.length === 0;
}

type Renamed = readonly { url: string; formerUrls: readonly string[] }[];

/**
 * The state with the current slugs of styles and categories, each once: replaces slugs that were
 * renamed, or that are in other letter case, if only one group has that name.
 */
export function withPresentSlugs(
  state: ListState,
  groups: { styles: Renamed; categories: Renamed },
): ListState {
  const present = (slugs: string[], list: Renamed) => [
    ...new Set(slugs.map((slug) => findPresent(list, slug) ?? slug)),
  ];
  return {
    ...state,
    styles: present(state.styles, groups.styles),
    categories: present(state.categories, groups.categories),
  };
}

function findPresent(groups: Renamed, slug: string): string | undefined {
  // With any other slug, such as one with a comma, a URL would redirect to itself forever.
  const list = groups.filter(({ url }) => parseGroupUrls(url)[0] === url);
  const exact =
    list.find(({ url }) => url === slug) ??
    list.find(({ formerUrls }) => formerUrls.includes(slug));
  if (exact) return exact.url;
  const lowerCase = slug.toLowerCase();
  const similar = list.filter(({ url, formerUrls }) =>
    [url, ...formerUrls].some((name) => name.toLowerCase() === lowerCase),
  );
  return similar.length === 1 ? similar[0]?.url : undefined;
}

/** The path of a state; any change other than of the page starts at page 1 (spec §4). */
export function toListPath(state: ListState, change: Partial<ListState> = {}): string {
  const next = { ...state, page: 1, ...change };
  const params = new URLSearchParams();
  if (next.search) params.set("search", next.search);
  if (next.categories.length > 0) params.set("category", next.categories.join(","));
  if (next.styles.length > 0) params.set("style", next.styles.join(","));
  if (next.priceMin) params.set("price_min", next.priceMin);
  if (next.priceMax) params.set("price_max", next.priceMax);
  if (next.sort) params.set("sort", next.sort);
  if (next.page !== null && next.page > 1) params.set("page", String(next.page));
  const query = params.toString().replaceAll("%2C", ",");
  return query ? `/products?${query}` : "/products";
}
