import { sourceOperationPrefix } from "#domain/refunds.ts";
import {
  FOLLOWED_MAX,
  parseListSort,
  type StaffListSort,
  type StaffSearch,
  toLikePrefix,
} from "#domain/staff-search.ts";
import type { StaffOrderState } from "#domain/timeline.ts";
import { userIdsByEmail } from "../accounts/accounts.queries.ts";
import type { Sql } from "../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByOrder,
  toHistoryRows,
} from "../db/history.queries.ts";
import { postedPart, type TimelineRow, timelineColumns, timelineOrder } from "../db/timeline.ts";
import { statedColumns } from "./statements.queries.ts";

export type StaffOrderRow = {
  id: number;
  slug: string;
  titles: Record<string, string>;
  licence: string;
  priceCents: number;
  refundedCents: number;
  currency: string;
  userId: number;
  email: string;
  createdAt: Date;
  consentedAt: Date | null;
  predatesConsent: boolean;
  namedAt: Date | null;
  describedAt: Date | null;
  refundedAt: Date | null;
};

const columns = (sql: Sql) => sql`
  orders.id, orders.slug, orders.titles, orders.licence, orders.price_cents AS "priceCents",
  orders.currency, orders.user_id AS "userId", users.email, orders.created_at AS "createdAt",
  orders.consented_at AS "consentedAt", orders.predates_consent AS "predatesConsent",
  orders.refunded_at AS "refundedAt", ${statedColumns(sql)},
  coalesce((SELECT sum(amount_cents) FROM refunds WHERE order_id = orders.id), 0)::bigint
    AS "refundedCents"`;

/** Each interpretation of the search text is a lookup in its own index. */
function matches(sql: Sql, { id, prefix, reference }: StaffSearch) {
  const like = prefix === null ? null : toLikePrefix(prefix);
  return sql`AND orders.id IN (
    SELECT ${id}::bigint WHERE ${id}::bigint IS NOT NULL
    UNION SELECT o.id FROM orders o WHERE o.user_id IN (${userIdsByEmail(sql, prefix)})
    UNION SELECT o.id FROM orders o WHERE o.product_id IN (
      SELECT p.id FROM products p WHERE p.slug LIKE ${like}::text LIMIT ${FOLLOWED_MAX})
    UNION SELECT order_id FROM documents WHERE number = ${reference} AND order_id IS NOT NULL
    UNION SELECT o.id FROM deposits d JOIN purchase_intents i ON i.deposit_id = d.id
      JOIN orders o ON o.user_id = d.user_id AND o.product_id = i.product_id
      WHERE d.provider_ref = ${reference})`;
}

/** Determines which orders are not open yet: too recent, or held by a statement of withdrawal. */
type Waiting = { withdrawableSince: Date; heldIds: readonly number[] };

function inState(sql: Sql, state: StaffOrderState | null, waiting: Waiting) {
  switch (state) {
    case "refunded":
      return sql`AND orders.refunded_at IS NOT NULL`;
    case "waiting":
      return sql`AND orders.refunded_at IS NULL AND orders.consented_at IS NULL
        AND NOT orders.predates_consent AND (orders.created_at >= ${waiting.withdrawableSince}
          OR orders.id = ANY(${sql.array([...waiting.heldIds])}::bigint[]))`;
    case "paid":
      return sql`AND orders.refunded_at IS NULL`;
    case null:
      return sql``;
  }
}

/** A page of all users' orders. */
export async function listStaffOrders(
  sql: Sql,
  filter: {
    search: StaffSearch | null;
    state: StaffOrderState | null;
    waiting: Waiting;
    sort: StaffListSort;
  },
  page: HistoryPage,
): Promise<HistoryRows<StaffOrderRow>> {
  const { by, isDescending } = parseListSort(filter.sort);
  const order = { table: "orders", column: by === "date" ? "id" : "price_cents", isDescending };
  const rows = await sql<StaffOrderRow[]>`
    SELECT ${columns(sql)} FROM orders JOIN users ON users.id = orders.user_id
    WHERE true ${filter.search ? matches(sql, filter.search) : sql``}
      ${inState(sql, filter.state, filter.waiting)}
      ${pageByOrder(sql, order, page)}`;
  return toHistoryRows(rows, page);
}

/** Any user's order, with its buyer; null if none. */
export async function getStaffOrder(sql: Sql, id: number): Promise<StaffOrderRow | null> {
  const [row] = await sql<StaffOrderRow[]>`
    SELECT ${columns(sql)} FROM orders JOIN users ON users.id = orders.user_id
    WHERE orders.id = ${id}`;
  return row ?? null;
}

/** Only this many of an order's latest downloads are listed; all are counted. */
const DOWNLOADS_SHOWN = 200;

/** The number of an order's downloads, including those not listed. */
export async function countDownloads(sql: Sql, orderId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM order_downloads WHERE order_id = ${orderId}`;
  return row?.count ?? 0;
}

/** An order and all its events (timelineOrder). */
export async function listOrderTimeline(sql: Sql, orderId: number): Promise<TimelineRow[]> {
  return sql<TimelineRow[]>`
    WITH own AS (SELECT * FROM orders WHERE id = ${orderId}),
    returned AS (SELECT * FROM refunds WHERE order_id = ${orderId}),
    -- The parts of these refunds that were passed on to the payment sources: sourceOperationId.
    onward AS (SELECT r.* FROM refunds r JOIN returned ON r.user_id = returned.user_id
      AND r.deposit_id IS NOT NULL
      AND r.operation_id =
        returned.operation_id || ${sourceOperationPrefix("")}::text || r.deposit_id),
    paid_by AS (SELECT i.deposit_id FROM purchase_intents i
      JOIN deposits d ON d.id = i.deposit_id JOIN own ON own.user_id = d.user_id
        AND own.product_id = i.product_id),
    part AS (
      SELECT 'placed' AS kind, created_at AS at, price_cents AS amount_cents,
        NULL::bigint AS money_cents, NULL::text AS state, slug AS note, NULL::bigint AS reference,
        NULL::bigint AS actor_id, 0 AS rank FROM own
      UNION ALL
      SELECT 'consented', consented_at, NULL, NULL, consent_locale, consent_version, NULL, NULL, 1
        FROM own WHERE consented_at IS NOT NULL
      UNION ALL
      ${postedPart(
        sql,
        2,
        sql`(t.kind = 'order' AND t.source_id = ${String(orderId)})
          OR (t.kind = 'refund' AND t.source_id IN (SELECT id::text FROM returned))
          OR (t.kind = 'kept' AND t.source_id IN (SELECT 'refund ' || id FROM returned))`,
      )}
      UNION ALL
      SELECT 'document', issued_at, NULL, NULL, kind, number, id, NULL, 3
        FROM documents WHERE order_id = ${orderId}
      UNION ALL
      SELECT 'mail', queued_at, NULL, NULL, CASE WHEN sent_at IS NOT NULL THEN 'sent'
        WHEN gave_up_at IS NOT NULL THEN 'failed' ELSE 'waiting' END, subject, mail_id, NULL, 4
        FROM mail_records WHERE order_id = ${orderId}
      UNION ALL
      (SELECT 'downloaded', created_at, NULL, NULL, format, size, NULL, NULL, 5
        FROM order_downloads WHERE order_id = ${orderId} ORDER BY id DESC LIMIT ${DOWNLOADS_SHOWN})
      UNION ALL
      SELECT 'refund', created_at, amount_cents, money_cents, status, reason, deposit_id, actor_id, 6
        FROM (SELECT * FROM returned UNION ALL SELECT * FROM onward) AS refunded
      UNION ALL
      SELECT 'dispute', opened_at, amount_cents, money_cents, status, evidence, deposit_id,
        closed_by, 7
        FROM disputes WHERE deposit_id IN (SELECT deposit_id FROM paid_by))
    SELECT ${timelineColumns(sql)} FROM part LEFT JOIN users actors ON actors.id = part.actor_id
    ${timelineOrder(sql)}`;
}
