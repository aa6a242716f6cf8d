import { opensCheckout } from "#app/i18n/paths.ts";
import type { PurchaseFailure } from "./purchase.server.ts";

const UNCLEAR = "unclear";

/**
 * The end of the checkout's URL after a click with an unclear outcome: it records it for the next
 * click, which may repeat it, and for a reload, with and without scripts.
 */
export const AFTER_UNCLEAR = `&${UNCLEAR}=1`;

/** What a checkout shows about a click whose outcome is unclear. */
export const UNCLEAR_CLICK: PurchaseFailure = {
  ...{ code: "unclear", isUnclear: true, text: "", missingCents: null, isConsented: false },
};

/** Whether a checkout's query records that the outcome of an earlier click is unclear. */
export const followsUnclear = (query: URLSearchParams) =>
  opensCheckout(query) && query.has(UNCLEAR);
