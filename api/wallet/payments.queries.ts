import type { PaymentKind } from "#domain/payments.ts";
import type { Sql } from "../db/client.ts";

export type PaymentRow = {
  id: string;
  kind: PaymentKind;
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
  offset: number;
};

/**
 * A page of all that happened to a user's money, newest first: each transaction that changed wallet
 * and debt together, with their sum after it; deposits that came to nothing (yet), and payouts, which
 * never touch the balance. The sums are those of the ledger.
 */
export async function listPayments(
  sql: Sql,
  userId: number,
  filter: PaymentFilter,
): Promise<{ rows: PaymentRow[]; total: number }> {
  const rows = await sql<(PaymentRow & { total: number })[]>`
    WITH own AS (
      SELECT id FROM ledger_accounts WHERE user_id = ${userId} AND kind IN ('wallet', 'debt')
    ), moved AS (
      SELECT part.transaction_id, sum(part.cents)::bigint AS cents FROM (
        SELECT transaction_id, amount_cents AS cents FROM ledger_postings
          WHERE destination_account_id IN (SELECT id FROM own)
        UNION ALL
        SELECT transaction_id, -amount_cents FROM ledger_postings
          WHERE source_account_id IN (SELECT id FROM own)
      ) AS part GROUP BY part.transaction_id HAVING sum(part.cents) <> 0
    ), posted AS (
      SELECT t.id, t.kind, t.source_id, t.created_at, moved.cents,
        sum(moved.cents) OVER (ORDER BY t.id)::bigint AS balance
      FROM moved JOIN ledger_transactions t ON t.id = moved.transaction_id
    ), lines AS (
      SELECT posted.kind || '-' || posted.source_id AS id,
        CASE
          WHEN posted.kind = 'deposit' THEN 'deposit'
          WHEN posted.kind = 'order' THEN 'purchase'
          WHEN posted.kind = 'refund' AND refunds.order_id IS NOT NULL THEN 'refund'
          WHEN posted.kind IN ('refund', 'refund_failed') THEN 'withdrawal'
          WHEN posted.kind IN ('dispute', 'dispute_won') THEN 'dispute'
          ELSE 'other' END AS kind,
        posted.created_at AS at,
        CASE posted.kind
          WHEN 'deposit' THEN 'success'
          WHEN 'refund' THEN CASE refunds.status WHEN 'succeeded' THEN 'completed'
            WHEN 'failed' THEN 'failed' ELSE 'pending' END
          WHEN 'dispute' THEN CASE disputes.status WHEN 'open' THEN 'pending'
            ELSE 'completed' END
          ELSE 'completed' END AS status,
        orders.titles, NULL::text AS title,
        coalesce(orders.id, deposits.id) AS reference, posted.cents AS "amountCents",
        CASE WHEN posted.kind = 'deposit' THEN deposits.amount_cents
          WHEN posted.kind = 'refund' THEN refunds.money_cents
          WHEN posted.kind IN ('dispute', 'dispute_won') THEN disputes.money_cents
        END AS "moneyCents",
        deposits.currency, posted.balance AS "balanceCents", posted.id AS sequence
      FROM posted
      LEFT JOIN refunds ON refunds.id = CASE WHEN posted.kind IN ('refund', 'refund_failed')
        THEN posted.source_id::bigint END
      LEFT JOIN disputes ON disputes.id = CASE WHEN posted.kind IN ('dispute', 'dispute_won')
        THEN posted.source_id::bigint END
      LEFT JOIN orders ON orders.id = CASE WHEN posted.kind = 'order'
        THEN posted.source_id::bigint ELSE refunds.order_id END
      LEFT JOIN deposits ON deposits.id = CASE WHEN posted.kind = 'deposit'
        THEN posted.source_id::bigint ELSE coalesce(refunds.deposit_id, disputes.deposit_id) END
      UNION ALL
      SELECT 'deposit-' || id, 'deposit', created_at, status, NULL, NULL, id, NULL, amount_cents,
        currency, NULL, 0
      FROM deposits WHERE user_id = ${userId} AND status <> 'success'
      UNION ALL
      SELECT 'payout-' || payouts.id, 'payout', payouts.created_at,
        CASE payouts.status WHEN 'settled' THEN 'completed' WHEN 'returned' THEN 'failed'
          WHEN 'sent' THEN 'processing' WHEN 'unknown' THEN 'processing'
          WHEN 'sending' THEN 'processing' ELSE 'pending' END, NULL,
        offers.title, offers.id, NULL, payouts.amount_cents, 'EUR', NULL, 0
      FROM payouts JOIN offers ON offers.id = payouts.offer_id WHERE payouts.user_id = ${userId}
    )
    SELECT *, count(*) OVER ()::int AS total FROM lines
    WHERE (${filter.kind}::text IS NULL OR kind = ${filter.kind})
      AND (${filter.from}::timestamptz IS NULL OR at >= ${filter.from})
      AND (${filter.before}::timestamptz IS NULL OR at < ${filter.before})
    ORDER BY at DESC, sequence DESC, id DESC LIMIT ${filter.limit} OFFSET ${filter.offset}`;
  return { rows: [...rows], total: rows[0]?.total ?? 0 };
}
