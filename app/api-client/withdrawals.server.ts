import {
  type ConfirmWithdrawalBody,
  confirmWithdrawalResponseSchema,
  type WithdrawalBody,
  type WithdrawalReceived,
  withdrawalOptionsResponseSchema,
  withdrawalResponseSchema,
} from "#api/contract/withdrawals.ts";
import { readTextLanguage } from "#app/api-client/text-language.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import {
  parseResponse,
  requireCents,
  toCents,
} from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { isRowId } from "#domain/ids.ts";
import { REFUND_DESTINATIONS } from "#domain/refunds.ts";

export type WithdrawalOptions = Awaited<ReturnType<typeof getWithdrawalOptions>>;

/**
 * What the signed-in user can withdraw from now, including this order even if it is old. Throws
 * ApiError 401; 404 from other servers.
 */
export async function getWithdrawalOptions(api: ApiClient, orderId: string | null = null) {
  const query = isRowId(orderId) ? { order_id: orderId } : {};
  const body = await api.get("/withdrawals/options", query);
  const { payload } = parseResponse(withdrawalOptionsResponseSchema, body);
  const heldOrders = (payload.held_orders ?? []).map((order) => ({
    id: String(order.id),
    title: order.title,
    titleLanguage: readTextLanguage(api, order.title_locale),
    amountCents: requireCents(order.amount),
  }));
  const listedCents = heldOrders.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    orders: payload.orders.map((order) => ({
      id: String(order.id),
      title: order.title,
      titleLanguage: readTextLanguage(api, order.title_locale),
      /** The amount that is refunded for it; the price if the server does not state it. */
      amountCents: requireCents(order.amount ?? order.price),
      createdAt: order.created_at,
      destinations: order.destinations ?? REFUND_DESTINATIONS,
    })),
    /** Their period is over, but an undecided withdrawal may still refund them. */
    heldOrders,
    /**
     * The amount that can be refunded for all of them, listed or not; that of the listed ones if
     * the server does not state it.
     */
    heldCents: payload.held_total === undefined ? listedCents : requireCents(payload.held_total),
    /**
     * The amount that can be refunded for all orders, listed or not; null if the server does not
     * state it.
     */
    ordersCents: payload.orders_total === undefined ? null : requireCents(payload.orders_total),
    balanceCents: requireCents(payload.balance),
  };
}

/**
 * Whether the server is known to lack the call that receives statements. Probes it with a GET: 404
 * means that it is missing, 405 that the path only accepts writes; anything else proves nothing.
 */
export async function lacksWithdrawals(api: ApiClient): Promise<boolean> {
  try {
    return await api.getPublic({ path: "/withdrawals", read: () => false });
  } catch (error) {
    return error instanceof ApiError && error.status === 404;
  }
}

/**
 * Sends a statement of withdrawal: returns its reference, its time of receipt, and for members
 * whether it is refunded or left to staff, where the money is, and whether it is yet to be sent.
 * Throws ApiError 422, 429.
 */
export async function sendWithdrawal(api: ApiClient, body: WithdrawalBody) {
  const { payload } = parseResponse(
    withdrawalResponseSchema,
    await api.send("POST", "/withdrawals", body),
  );
  const { number, received_at: receivedAt, status = null, is_waiting: isWaiting = false } = payload;
  const destination = payload.destination ?? body.destination;
  return { number, receivedAt, status, destination, isWaiting, ...toParts(payload) };
}

/**
 * Confirms or rejects a statement through the link in its receipt. Throws ApiError 403, 422, 429.
 */
export async function confirmWithdrawal(api: ApiClient, body: ConfirmWithdrawalBody) {
  const { payload } = parseResponse(
    confirmWithdrawalResponseSchema,
    await api.send("POST", "/withdrawals/confirm", body),
  );
  const { status, destination, is_waiting: isWaiting = false } = payload;
  return { status, destination, isWaiting, ...toParts(payload) };
}

/** The part of the money that paid a debt, and the part that is in the balance. */
function toParts({ to_debt, to_wallet }: Pick<WithdrawalReceived, "to_debt" | "to_wallet">) {
  return { toDebtCents: toCents(to_debt) ?? 0, toWalletCents: toCents(to_wallet) ?? 0 };
}
