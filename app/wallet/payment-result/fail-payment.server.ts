import type { RouterContextProvider } from "react-router";
import { getDepositStatus } from "#app/api-client/deposits.server.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { depositStatusColour } from "#domain/deposits.ts";
import { readOrderId } from "./payment-status.server.ts";

/** What the `error` query may make the page say. Links are made by anybody; texts are not. */
const KNOWN_REASONS = ["canceled", "expired", "Card declined by the sandbox"];
const DEFAULT_REASON = "An unknown error occurred";

/** A reason of the closed list, else the default of spec §8. */
export function readReason(query: string | null): string {
  return KNOWN_REASONS.find((reason) => reason === query) ?? DEFAULT_REASON;
}

/**
 * Why the payment failed. A provider's own words are believed only from the API, for a deposit of
 * this user's. Money that arrived after all leads to the success page; a deposit that is not known
 * to have failed leads to the waiting page, which asks again: "try again" would be wrong here.
 * Throws those redirects.
 */
export async function loadFailure(
  context: Readonly<RouterContextProvider>,
): Promise<{ reason: string }> {
  const query = getUrl(context).searchParams;
  const orderId = readOrderId(query.get("order_id"));
  if (orderId === null) return { reason: readReason(query.get("error")) };
  const deposit = await orNull(
    context,
    "the failed deposit",
    getDepositStatus(getApi(context), orderId),
  );
  const colour = deposit ? depositStatusColour(deposit.status) : null;
  if (deposit && colour === "red") {
    return { reason: deposit.errorMessage ?? readReason(query.get("error")) };
  }
  const screen = colour === "green" ? "success-payment" : "processing-payment";
  throw await redirectTo(context, `/${screen}?order_id=${encodeURIComponent(orderId)}`);
}
