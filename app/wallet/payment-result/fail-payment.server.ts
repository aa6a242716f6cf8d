import type { RouterContextProvider } from "react-router";
import { getDepositStatus } from "#app/api-client/deposits.server.ts";
import { toReference } from "#app/i18n/message-reference.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { depositStatusColour } from "#domain/deposits.ts";
import { type FailureCode, isPaymentFailure } from "#domain/messages.ts";
import { readOrderId } from "./payment-status.server.ts";

/**
 * The reason that the `error` query names, else the default of spec §8. Anybody can make a link, so
 * it shows texts of ours only.
 */
export function readReason(query: string | null): FailureCode {
  return isPaymentFailure(query) ? query : "unknown_failed";
}

/**
 * Why the payment failed, as `toReference` makes it. A provider's own words are believed only from the API, for a deposit of
 * this user's. Money that arrived after all leads to the success page; a deposit that is not known
 * to have failed leads to the waiting page, which asks again: "try again" would be wrong here.
 * Throws those redirects.
 */
export async function loadFailure(
  context: Readonly<RouterContextProvider>,
): Promise<{ reason: string }> {
  const query = getUrl(context).searchParams;
  const orderId = readOrderId(query.get("order_id"));
  if (orderId === null) return { reason: toReference({ code: readReason(query.get("error")) }) };
  const deposit = await orNull(
    context,
    "the failed deposit",
    getDepositStatus(getApi(context), orderId),
  );
  const colour = deposit ? depositStatusColour(deposit.status) : null;
  if (deposit && colour === "red") {
    const failure = deposit.failure ?? { code: readReason(query.get("error")) };
    return { reason: toReference(failure) };
  }
  const screen = colour === "green" ? "success-payment" : "processing-payment";
  throw await redirectTo(context, `/${screen}?order_id=${encodeURIComponent(orderId)}`);
}
