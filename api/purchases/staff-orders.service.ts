import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import { localize } from "#domain/localized-texts.ts";
import { toDecimal } from "#domain/money.ts";
import { parseStaffSearch } from "#domain/staff-search.ts";
import type { StaffOrderState } from "#domain/timeline.ts";
import { isDeliveryOpen, withdrawableSince } from "#domain/withdrawal.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { HistoryMeta } from "../contract/history.ts";
import type { StaffOrder, StaffOrderDetail, StaffOrdersQuery } from "../contract/staff/orders.ts";
import { inTransaction } from "../db/client.ts";
import { readHistoryPage } from "../db/history.queries.ts";
import { toTimelineEvent } from "../db/timeline.ts";
import type { ApiDeps } from "../http/context.ts";
import {
  countDownloads,
  getStaffOrder,
  listOrderTimeline,
  listStaffOrders,
  type StaffOrderRow,
} from "./staff-orders.queries.ts";
import { listHeldOrders } from "./statements.queries.ts";

/** A page of all users' orders that match the search, newest first unless sorted otherwise. */
export async function searchOrders(
  deps: ApiDeps,
  locale: string,
  query: StaffOrdersQuery,
): Promise<{ payload: StaffOrder[]; meta: HistoryMeta }> {
  const now = deps.now();
  const filter = {
    search: parseStaffSearch(query.q),
    state: query.state ?? null,
    sort: query.sort ?? "-date",
    waiting: {
      withdrawableSince: withdrawableSince(now),
      heldIds: query.state === "waiting" ? await listHeldOrders(deps.database, null) : [],
    },
  };
  const { rows, ...meta } = await listStaffOrders(deps.database, filter, readHistoryPage(query));
  return { payload: rows.map((row) => toStaffOrder(row, locale, now)), meta };
}

/** One order with all its events. The view is logged. Throws order_not_found. */
export async function readStaffOrder(
  deps: ApiDeps,
  actor: { id: number },
  locale: string,
  id: number,
): Promise<StaffOrderDetail> {
  return inTransaction(deps.database, async (sql) => {
    const row = await getStaffOrder(sql, id);
    if (!row) throw new DomainError("order_not_found");
    const subject = { kind: "order", id };
    await recordAction(sql, { actorId: actor.id, action: "order.view", subject });
    const timeline = await listOrderTimeline(sql, id);
    return {
      ...toStaffOrder(row, locale, deps.now()),
      licence: row.licence,
      timeline: timeline.map(toTimelineEvent),
      downloads_count: await countDownloads(sql, id),
    };
  });
}

function toStaffOrder(row: StaffOrderRow, locale: string, now: Date): StaffOrder {
  return {
    id: row.id,
    title: localize(row.titles, locale),
    slug: row.slug,
    price: toDecimal(row.priceCents),
    refunded: toDecimal(row.refundedCents),
    state: stateOf(row, now),
    currency: row.currency,
    user: { id: row.userId, email: row.email },
    created_at: toUnixSeconds(row.createdAt),
  };
}

function stateOf(row: StaffOrderRow, now: Date): StaffOrderState {
  if (row.refundedAt !== null) return "refunded";
  return isDeliveryOpen(row, now) ? "paid" : "waiting";
}
