import type { RouterContextProvider } from "react-router";
import {
  type DepositStatusView,
  getDepositStatus,
} from "#app/api-client/wallet/deposits.server.ts";
import { toReference } from "#app/i18n/message-reference.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { hasDepositFailed, hasDepositSucceeded } from "#domain/deposits.ts";
import { type FailureCode, isPaymentFailure } from "#domain/messages.ts";
import { type OpenDeposit, toOpenDeposit } from "../open-deposit/open-deposit.ts";
import { readOrderId } from "./payment-status.server.ts";

/**
 * The reason in the `error` query, else the default of spec §8. Anybody can create a link, so it
 * shows only our own texts.
 */
export function readReason(query: string | null): FailureCode {
  return isPaymentFailure(query) ? query : "unknown_failed";
}

/**
 * Why the payment failed, as a message reference (`toReference`). A provider's own text is trusted
 * only from the API, for a deposit of this user. Money that arrived after all leads to the success
 * page; a deposit that is not known to have failed leads to the status page, which polls: "try
 * again" would be wrong here. Throws those redirects.
 */
export async function loadFailure(
  context: Readonly<RouterContextProvider>,
): Promise<{ reason: string; retryTo: string; open: OpenDeposit | null }> {
  const query = getUrl(context).searchParams;
  const orderId = readOrderId(query.get("order_id"));
  if (orderId === null) {
    const reason = toReference({ code: readReason(query.get("error")) });
    return { reason, ...(await findLeft(context, readOrderId(query.get("again")))) };
  }
  const deposit = await orNull(
    context,
    "the failed deposit",
    getDepositStatus(getApi(context), orderId),
  );
  if (deposit && hasDepositFailed(deposit.status)) {
    const failure = deposit.failure ?? { code: readReason(query.get("error")) };
    return { reason: toReference(failure), retryTo: toRetry(orderId, deposit), open: null };
  }
  const isPaid = deposit !== null && hasDepositSucceeded(deposit.status);
  const screen = isPaid ? "success-payment" : "processing-payment";
  throw await redirectTo(context, `/${screen}?order_id=${encodeURIComponent(orderId)}`);
}

/** For a payment page that was left: only its id is known. It may still be open. */
async function findLeft(context: Readonly<RouterContextProvider>, id: string | null) {
  if (id === null) return { retryTo: toRetry(null, null), open: null };
  const reading = getDepositStatus(getApi(context), id);
  const deposit = await orNull(context, "the deposit whose page was left", reading);
  return { retryTo: toRetry(id, deposit), open: deposit && toOpenDeposit(id, deposit) };
}

/** The form again, with its typed values: at the product if there is one to buy. */
function toRetry(id: string | null, deposit: DepositStatusView | null): string {
  const again = id === null ? "" : `again=${encodeURIComponent(id)}`;
  const slug = deposit?.purchase?.slug;
  if (slug) return `/products/${encodeURIComponent(slug)}?buy=1&${again}`;
  return `/dashboard/deposits/create${again && `?${again}`}`;
}
