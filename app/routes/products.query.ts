import {
  PRODUCT_SORTS,
  type ProductSort,
  parsePage,
  parseSlugList,
  SEARCH_LENGTH_MAX,
} from "#domain/catalog.ts";

/** The listing's state; all of it lives in the URL (spec §2 style query, §4 Product listing). */
export type ListState = {
  styles: string[];
  categories: string[];
  search: string;
  sort: ProductSort | null;
  /** Null for a page that cannot be one. */
  page: number | null;
};

/** Reads a query. Lists come comma-joined (links) or repeated (native forms). */
export function readListState(params: URLSearchParams): ListState {
  const list = (key: string) => parseSlugList(params.getAll(key).join(","));
  const sort = params.get("sort");
  return {
    styles: list("style"),
    categories: list("category"),
    search: (params.get("search") ?? "").replaceAll("\0", "").trim().slice(0, SEARCH_LENGTH_MAX),
    sort: PRODUCT_SORTS.find((known) => known === sort) ?? null,
    page: parsePage(params.get("page")),
  };
}

/** The path of a state; any change but of the page itself starts at page 1 (spec §4). */
export function toListPath(state: ListState, change: Partial<ListState> = {}): string {
  const next = { ...state, page: 1, ...change };
  const params = new URLSearchParams();
  if (next.search) params.set("search", next.search);
  if (next.categories.length > 0) params.set("category", next.categories.join(","));
  if (next.styles.length > 0) params.set("style", next.styles.join(","));
  if (next.sort) params.set("sort", next.sort);
  if (next.page !== null && next.page > 1) params.set("page", String(next.page));
  const query = params.toString().replaceAll("%2C", ",");
  return query ? `/products?${query}` : "/products";
}
