import {
  type RefundPlan,
  refundPlanResponseSchema,
  type StaffOrder,
  staffOrderResponseSchema,
  staffOrdersResponseSchema,
} from "#api/contract/staff/orders.ts";
import type { TimelineEvent } from "#api/contract/timeline.ts";
import {
  type HistoryCursor,
  type HistoryList,
  toHistoryList,
  toHistoryQuery,
} from "#app/api-client/history.server.ts";
import {
  parseResponse,
  requireCents,
  toCents,
} from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";
import type { RefundDestination } from "#domain/refunds.ts";

export type StaffOrderView = ReturnType<typeof toStaffOrder>;
export type TimelineEventView = ReturnType<typeof toTimelineEvent>;
export type RefundPlanView = ReturnType<typeof toRefundPlan>;

/** Search, filters and sort of a staff list; the API rejects those it does not support. */
export type StaffSearchQuery = Readonly<Partial<Record<"q" | "state" | "status" | "sort", string>>>;

/** A page of all users' orders. Throws ApiError 404 unless staff. */
export async function searchOrders(
  api: ApiClient,
  search: StaffSearchQuery,
  cursor: HistoryCursor,
): Promise<HistoryList<StaffOrderView>> {
  const body = await api.get("/staff/orders", { ...toHistoryQuery(cursor), ...search });
  const { payload, meta } = parseResponse(staffOrdersResponseSchema, body);
  return toHistoryList(payload.map(toStaffOrder), meta, cursor, ({ id }) => id);
}

/** An order with all events. Throws ApiError 404. */
export async function getStaffOrder(api: ApiClient, id: string) {
  const body = await api.get(`/staff/orders/${encodeURIComponent(id)}`);
  const { payload } = parseResponse(staffOrderResponseSchema, body);
  return {
    ...toStaffOrder(payload),
    licence: payload.licence,
    timeline: payload.timeline.map(toTimelineEvent),
    downloadsCount: payload.downloads_count,
  };
}

/**
 * Preview of an order's refund. Throws ApiError 404, 409 (nothing is left), 422 (too much, or not
 * an amount).
 */
export async function planOrderRefund(
  api: ApiClient,
  id: string,
  request: { amount: string; destination: RefundDestination },
): Promise<RefundPlanView> {
  const body = await api.get(`/staff/orders/${encodeURIComponent(id)}/refund-plan`, request);
  return toRefundPlan(parseResponse(refundPlanResponseSchema, body).payload);
}

export type RefundRequest = {
  operation_id: string;
  amount: string;
  reason: string;
  destination: RefundDestination;
};

/** Refunds an order; idempotent by operation id. Throws ApiError 409, 422. */
export async function refundOrder(
  api: ApiClient,
  id: string,
  request: RefundRequest,
): Promise<void> {
  const path = `/staff/orders/${encodeURIComponent(id)}/refund`;
  await api.send("POST", path, request);
}

/** One event of a timeline as used by screens. */
export function toTimelineEvent(event: TimelineEvent) {
  const { kind, state, note, actor } = event;
  return {
    kind,
    at: fromUnixSeconds(event.at),
    amountCents: toCents(event.amount),
    moneyCents: toCents(event.money),
    state,
    note,
    accounts: event.accounts ?? null,
    actor,
    reference: event.reference === null ? null : String(event.reference),
  };
}

export function toRefundPlan(plan: RefundPlan) {
  return {
    amount: String(plan.amount),
    amountCents: requireCents(plan.amount),
    leftCents: requireCents(plan.left),
    isClosing: plan.closes,
    walletCents: requireCents(plan.to_wallet),
    /**
     * The amount that stays with the shop if the account is deleted; null if the account has a
     * balance.
     */
    keptCents: plan.to_revenue === undefined ? null : requireCents(plan.to_revenue),
    debtCents: requireCents(plan.to_debt),
    sources: plan.sources.map((source) => ({
      depositId: String(source.deposit_id),
      provider: source.provider,
      amountCents: requireCents(source.amount),
      moneyCents: requireCents(source.money),
      currency: source.currency,
    })),
  };
}

function toStaffOrder(order: StaffOrder) {
  return {
    id: String(order.id),
    title: order.title,
    slug: order.slug,
    priceCents: requireCents(order.price),
    refundedCents: requireCents(order.refunded),
    currency: order.currency,
    state: order.state,
    userId: order.user.id,
    email: order.user.email,
    createdAt: fromUnixSeconds(order.created_at),
  };
}
