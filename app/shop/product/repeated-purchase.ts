const UNCLEAR = "unclear";

/**
 * Where a purchase is confirmed, without locale. After a click of which the outcome is unclear the
 * URL says so: to the next click, which may repeat it, to a reload, and without scripts too.
 */
export const toCheckoutPath = (slug: string, { isUnclear }: { isUnclear: boolean }) =>
  `/products/${slug}?buy=1${isUnclear ? `&${UNCLEAR}=1` : ""}`;

/** Whether a checkout's query says that the outcome of an earlier click is unclear. */
export const followsUnclear = (query: URLSearchParams) => query.has("buy") && query.has(UNCLEAR);
