import type { PaymentKind } from "#domain/payments.ts";
import type { Sql } from "../db/client.ts";

/**
 * Cursor of a line in the history: its time in microseconds, which of the three sources it comes
 * from, and its id there.
 */
export type PaymentPlace = { micros: string; source: number; sourceId: string };

export type PaymentRow = PaymentPlace & {
  id: string;
  kind: PaymentKind;
  isReturned: boolean;
  at: Date;
  status: string;
  titles: Record<string, string> | null;
  title: string | null;
  reference: number | null;
  amountCents: number | null;
  moneyCents: number | null;
  currency: string | null;
  balanceCents: number | null;
};

export type PaymentFilter = {
  kind: PaymentKind | null;
  from: Date | null;
  before: Date | null;
  limit: number;
  /** Restricts the page to lines older, or newer, than this one. */
  cursor: { place: PaymentPlace; direction: "older" | "newer" } | null;
};

/** Order of lines with the same timestamp; the highest is listed first. */
const SOURCES = { payout: 0, deposit: 1, change: 2 } as const;
const ID_MAX = "9223372036854775807";

/**
 * A page of a user's payment history, next to a cursor: balance changes, with the balance after
 * each; unsuccessful or pending deposits; and payouts, which never affect the balance. Newest
 * first, or oldest first for lines newer than the cursor; one more than the limit if there are
 * more. Reads no more rows of each source than are shown.
 */
export async function listPayments(
  sql: Sql,
  userId: number,
  filter: PaymentFilter,
): Promise<PaymentRow[]> {
  const { kind } = filter;
  const isRising = filter.cursor?.direction === "newer";
  const order = isRising ? sql`ASC` : sql`DESC`;
  const limit = filter.limit + 1;
  const within = (source: keyof typeof SOURCES, at: ReturnType<Sql>, id: ReturnType<Sql>) => sql`
    ${filter.from ? sql`AND ${at} >= ${filter.from}` : sql``}
    ${filter.before ? sql`AND ${at} < ${filter.before}` : sql``}
    ${beyondCursor(sql, filter, SOURCES[source], sql`(${at}, ${id})`)}
    ORDER BY ${at} ${order}, ${id} ${order} LIMIT ${limit}`;
  return sql<PaymentRow[]>`
    WITH changes AS (
      SELECT * FROM balance_changes WHERE user_id = ${userId} AND amount_cents <> 0
        ${kind ? sql`AND kind = ${kind}` : sql``} ${within("change", sql`at`, sql`id`)}
    ), unpaid AS (
      SELECT * FROM deposits WHERE user_id = ${userId} AND status <> 'success'
        ${kind && kind !== "deposit" ? sql`AND false` : sql``}
        ${within("deposit", sql`created_at`, sql`id`)}
    ), paid_out AS (
      SELECT * FROM payouts WHERE user_id = ${userId}
        ${kind && kind !== "payout" ? sql`AND false` : sql``}
        ${within("payout", sql`created_at`, sql`id`)}
    ), lines AS (
      SELECT t.kind || '-' || t.source_id AS id, changes.kind,
        t.kind = 'refund_failed' AS "isReturned", changes.at,
        CASE t.kind
          WHEN 'deposit' THEN 'success'
          WHEN 'refund' THEN CASE refunds.status WHEN 'succeeded' THEN 'completed'
            WHEN 'failed' THEN 'failed' ELSE 'pending' END
          WHEN 'dispute' THEN CASE disputes.status WHEN 'open' THEN 'pending'
            ELSE 'completed' END
          ELSE 'completed' END AS status,
        orders.titles, NULL::text AS title,
        coalesce(orders.id, deposits.id) AS reference, changes.amount_cents AS "amountCents",
        CASE WHEN t.kind = 'deposit' THEN deposits.amount_cents
          WHEN t.kind IN ('refund', 'refund_failed') THEN refunds.money_cents
          WHEN t.kind IN ('dispute', 'dispute_won') THEN disputes.money_cents
        END AS "moneyCents",
        deposits.currency, changes.balance_cents AS "balanceCents",
        ${SOURCES.change}::int AS source, changes.id AS "sourceId"
      FROM changes JOIN ledger_transactions t ON t.id = changes.transaction_id
      LEFT JOIN refunds ON refunds.id = CASE WHEN t.kind IN ('refund', 'refund_failed')
        THEN t.source_id::bigint END
      LEFT JOIN disputes ON disputes.id = CASE WHEN t.kind IN ('dispute', 'dispute_won')
        THEN t.source_id::bigint END
      LEFT JOIN orders ON orders.id = CASE WHEN t.kind = 'order'
        THEN t.source_id::bigint ELSE refunds.order_id END
      LEFT JOIN deposits ON deposits.id = CASE WHEN t.kind = 'deposit'
        THEN t.source_id::bigint ELSE coalesce(refunds.deposit_id, disputes.deposit_id) END
      UNION ALL
      SELECT 'deposit-' || id, 'deposit', false, created_at,
        CASE WHEN error_message = 'payment_canceled' THEN 'canceled' ELSE status END,
        NULL, NULL, id, NULL, amount_cents, currency, NULL, ${SOURCES.deposit}::int, id
      FROM unpaid
      UNION ALL
      SELECT 'payout-' || paid_out.id, 'payout', false, paid_out.created_at,
        CASE paid_out.status WHEN 'settled' THEN 'completed'
          WHEN 'returned' THEN 'failed' WHEN 'written_off' THEN 'failed'
          WHEN 'sent' THEN 'processing' WHEN 'unknown' THEN 'processing'
          WHEN 'sending' THEN 'processing' ELSE 'pending' END, NULL,
        offers.title, offers.id, NULL, paid_out.amount_cents, 'EUR', NULL,
        ${SOURCES.payout}::int, paid_out.id
      FROM paid_out JOIN offers ON offers.id = paid_out.offer_id
    )
    SELECT *, "sourceId"::text AS "sourceId",
      (extract(epoch FROM at) * 1000000)::bigint::text AS micros
    FROM lines ORDER BY at ${order}, source ${order}, lines."sourceId" ${order} LIMIT ${limit}`;
}

/** The condition for a source's lines to be beyond the cursor in the merged order. */
function beyondCursor(sql: Sql, filter: PaymentFilter, source: number, key: ReturnType<Sql>) {
  if (!filter.cursor) return sql``;
  const { place, direction } = filter.cursor;
  const at = sql`timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond'`;
  // At the same timestamp: all lines of a source that sorts after the cursor's, none of one that
  // sorts before it.
  const sameId = place.sourceId;
  if (direction === "older") {
    const id = source < place.source ? ID_MAX : source > place.source ? "0" : sameId;
    return sql`AND ${key} < (${at}, ${id}::bigint)`;
  }
  const id = source > place.source ? "0" : source < place.source ? ID_MAX : sameId;
  return sql`AND ${key} > (${at}, ${id}::bigint)`;
}
