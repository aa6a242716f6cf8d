import type { PurchaseFailure } from "./purchase.server.ts";

const UNCLEAR = "unclear";

/**
 * Where a purchase is confirmed, without locale. After a click of which the outcome is unclear the
 * URL says so: to the next click, which may repeat it, to a reload, and without scripts too.
 */
export const toCheckoutPath = (slug: string, { isUnclear }: { isUnclear: boolean }) =>
  `/products/${slug}${toCheckoutQuery({ isUnclear })}`;

export const toCheckoutQuery = ({ isUnclear }: { isUnclear: boolean }) =>
  `?buy=1${isUnclear ? `&${UNCLEAR}=1` : ""}`;

/** What a checkout shows of a click whose outcome is unclear. */
export const UNCLEAR_CLICK: PurchaseFailure = {
  ...{ code: "unclear", isUnclear: true, text: "", missingCents: null, isConsented: false },
};

/** Whether a checkout's query says that the outcome of an earlier click is unclear. */
export const followsUnclear = (query: URLSearchParams) => query.has("buy") && query.has(UNCLEAR);
