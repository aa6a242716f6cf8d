import { data, redirect } from "react-router";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import {
  type DepositStatusView,
  getDepositStatus,
  listDeposits,
} from "#app/api-client/wallet/deposits.server.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { hasDepositFailed, hasDepositSucceeded, STATUS_POLLS_MAX } from "#domain/deposits.ts";
import { isApiId } from "#domain/ids.ts";

/** `unknown`: no such deposit of this user. `unclear`: the request failed, so poll again. */
export type PaymentProgress =
  | { state: "unknown" }
  | {
      state: "waiting" | "unclear";
      orderId: string;
      /** How often a page without scripts has reloaded itself. */
      waited: number;
      /** The payment method; null if unknown. */
      method: string | null;
    };

/** A possible deposit id; nothing else is looked up. */
export function readOrderId(text: string | null): string | null {
  return isApiId(text) ? text : null;
}

/** The count of reloads in a page's URL: 0 if invalid. */
export function readWaited(text: string | null): number {
  const waited = text !== null && /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  return waited <= STATUS_POLLS_MAX ? waited : 0;
}

/**
 * The loader of both waiting screens: polls immediately (spec §4 Deposits) and redirects to the
 * result as soon as there is one. Throws the redirect.
 */
export async function loadPaymentProgress(context: Context) {
  const url = getUrl(context);
  const orderId = readOrderId(url.searchParams.get("order_id"));
  if (orderId === null) return respond({ state: "unknown" });
  const wait = { orderId, waited: readWaited(url.searchParams.get("waited")) };
  const status = await loadStatus(context, orderId);
  if (status === "unknown") return respond({ state: "unknown" });
  if (status === "unclear") return respond({ state: "unclear", ...wait, method: null });
  const { redirectUrl, method } = status;
  if (redirectUrl !== null && redirectUrl !== toPath(url)) throw redirect(redirectUrl, 303);
  const query = `order_id=${encodeURIComponent(orderId)}`;
  if (hasDepositSucceeded(status.status)) {
    throw await redirectTo(context, `/success-payment?${query}`);
  }
  if (hasDepositFailed(status.status)) {
    // Its code or, from another server, its message (spec §4): the page only trusts codes.
    const { failure } = status;
    const error = failure && "text" in failure ? failure.text : (failure?.code ?? "payment_failed");
    throw await redirectTo(context, `/fail-payment?error=${encodeURIComponent(error)}&${query}`);
  }
  return respond({ state: "waiting", ...wait, method });
}

/**
 * The deposit in `order_id`; if missing, because another server's payment page may return payers
 * without it, the user's latest. Throws a redirect to processing-payment unless it is this user's
 * and succeeded.
 */
export async function requireSuccess(context: Context): Promise<DepositStatusView> {
  const { searchParams, search } = getUrl(context);
  const named = searchParams.get("order_id") || null;
  const orderId = named === null ? await findLatestId(context) : readOrderId(named);
  const status = orderId === null ? "unknown" : await loadStatus(context, orderId);
  if (typeof status !== "string" && hasDepositSucceeded(status.status)) return status;
  const query = orderId === null ? search : `?order_id=${encodeURIComponent(orderId)}`;
  throw await redirectTo(context, `/processing-payment${query}`);
}

/** The id of the user's latest deposit; null if there is none, or it cannot be loaded. */
export async function findLatestId(context: Context): Promise<string | null> {
  const newest = { before: null, after: null };
  const list = await orNull(context, "deposits", listDeposits(getApi(context), newest));
  return list?.items[0]?.id ?? null;
}

async function loadStatus(context: Context, orderId: string) {
  try {
    return await getDepositStatus(getApi(context), orderId);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof ApiError && error.status === 404) return "unknown";
    requireWebRequest(context).logError("the deposit's status could not be loaded", error);
    return "unclear";
  }
}

function respond(progress: PaymentProgress) {
  return data({ progress }, { status: progress.state === "unknown" ? 404 : 200 });
}

/**
 * Without our own counter: a server may send payers to this page, which must not redirect to
 * itself.
 */
function toPath({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  query.delete("waited");
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
