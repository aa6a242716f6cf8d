import type { PurchaseFailure } from "./purchase.server.ts";

const UNCLEAR = "unclear";

/**
 * The path of the checkout, without locale. After a click with an unclear outcome the URL records
 * it, for the next click, which may repeat it, and for a reload, with and without scripts.
 */
export const toCheckoutPath = (slug: string, { isUnclear }: { isUnclear: boolean }) =>
  `/products/${slug}${toCheckoutQuery({ isUnclear })}`;

export const toCheckoutQuery = ({ isUnclear }: { isUnclear: boolean }) =>
  `?buy=1${isUnclear ? `&${UNCLEAR}=1` : ""}`;

/** What a checkout shows about a click whose outcome is unclear. */
export const UNCLEAR_CLICK: PurchaseFailure = {
  ...{ code: "unclear", isUnclear: true, text: "", missingCents: null, isConsented: false },
};

/** Whether a checkout's query records that the outcome of an earlier click is unclear. */
export const followsUnclear = (query: URLSearchParams) => query.has("buy") && query.has(UNCLEAR);
