import {
  type DepositStatusView,
  getDepositStatus,
} from "#app/api-client/wallet/deposits.server.ts";
import { toReference } from "#app/i18n/message-reference.ts";
import { toCheckoutPath } from "#app/i18n/paths.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { hasDepositFailed, hasDepositSucceeded } from "#domain/deposits.ts";
import { type FailureCode, isPaymentFailure } from "#domain/messages.ts";
import { type OpenDeposit, toOpenDeposit } from "../open-deposit/open-deposit.ts";
import { findLatestId, readOrderId } from "./payment-status.server.ts";

/**
 * The reason in the `error` query, else the default of spec §8. Anybody can create a link, so only
 * our own texts are shown.
 */
export function readReason(query: string | null): FailureCode {
  return isPaymentFailure(query) ? query : "unknown_failed";
}

type Failure = { reason: string; retryTo: string; open: OpenDeposit | null };

/**
 * Why the payment failed, as a message reference (`toReference`). A provider's own text is only
 * trusted from the API, for a deposit of this user. If the money did arrive, redirects to the
 * success page; if the deposit is not known to have failed, to the status page, which polls: "try
 * again" would be wrong here. Throws those redirects.
 */
export async function loadFailure(context: Context): Promise<Failure> {
  const query = getUrl(context).searchParams;
  const orderId = readOrderId(query.get("order_id"));
  if (orderId === null) {
    const reason = toReference({ code: readReason(query.get("error")) });
    const again = readOrderId(query.get("again"));
    return again === null ? loadNewest(context, reason) : loadAbandoned(context, reason, again);
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

/** For a payment page that was left: only its id is known. It may still be open, or be paid. */
async function loadAbandoned(context: Context, reason: string, id: string): Promise<Failure> {
  const reading = getDepositStatus(getApi(context), id);
  const deposit = await orNull(context, "the deposit whose page was left", reading);
  if (deposit && hasDepositSucceeded(deposit.status)) {
    throw await redirectTo(context, `/success-payment?order_id=${encodeURIComponent(id)}`);
  }
  return { reason, retryTo: toRetry(id, deposit), open: deposit && toOpenDeposit(id, deposit) };
}

/**
 * For a link that names no deposit, which another server's payment page, or anybody, may create:
 * the user's newest deposit must not be called failed while it is pending, nor once it is paid. A
 * paid one may also be an earlier one: the list of deposits shows the outcome of each.
 */
async function loadNewest(context: Context, reason: string): Promise<Failure> {
  const id = await findLatestId(context);
  const reading = id === null ? null : getDepositStatus(getApi(context), id);
  const deposit = reading && (await orNull(context, "the newest deposit", reading));
  const open = deposit && toOpenDeposit(id, deposit);
  if (id === null || !deposit || open || hasDepositFailed(deposit.status)) {
    return { reason, retryTo: toRetry(null, null), open };
  }
  if (hasDepositSucceeded(deposit.status)) throw await redirectTo(context, "/dashboard/deposits");
  throw await redirectTo(context, `/processing-payment?order_id=${encodeURIComponent(id)}`);
}

/** The form again, with its typed values: on the product's page if there is one to buy. */
function toRetry(id: string | null, deposit: DepositStatusView | null): string {
  const again = id === null ? "" : `again=${encodeURIComponent(id)}`;
  const slug = deposit?.purchase?.slug;
  if (slug) return `${toCheckoutPath(slug)}&${again}`;
  return `/dashboard/deposits/create${again && `?${again}`}`;
}
