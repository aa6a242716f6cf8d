import type { ConfirmedItem, WaitingKind } from "#domain/overview.ts";
import type { Sql } from "../db/client.ts";
import { isOwnerFree, readyCardPayouts } from "../payouts/payout-holds.ts";
import { isLatestPayout } from "../payouts/staff-payouts.queries.ts";
import { idsForPerson } from "../refunds/desk/waiting-refunds.queries.ts";

export type SetUpRow = {
  hasSold: boolean;
  hasCompany: boolean;
  hasGroups: boolean;
  hasProducts: boolean;
  confirmed: ConfirmedItem[];
};

/**
 * State of a new shop: whether it has had its first sale, which ends the checklist, and which items
 * are done.
 */
export async function getSetUp(sql: Sql): Promise<SetUpRow> {
  const [row] = await sql<SetUpRow[]>`
    SELECT EXISTS (SELECT 1 FROM orders) AS "hasSold",
      EXISTS (SELECT 1 FROM settings
        WHERE company_address IS NOT NULL AND support_email IS NOT NULL) AS "hasCompany",
      EXISTS (SELECT 1 FROM categories) AND EXISTS (SELECT 1 FROM styles) AS "hasGroups",
      EXISTS (SELECT 1 FROM products WHERE status = 'published') AS "hasProducts",
      ARRAY(SELECT item FROM checklist_confirmations) AS confirmed`;
  if (!row) throw new Error("a SELECT without FROM has one row");
  return row;
}

/** Records who marked an item as done; false when it was marked already. */
export async function confirmItem(
  sql: Sql,
  confirmation: { item: ConfirmedItem; confirmedBy: number; now: Date },
): Promise<boolean> {
  const result = await sql`
    INSERT INTO checklist_confirmations (item, confirmed_by, confirmed_at)
    VALUES (${confirmation.item}, ${confirmation.confirmedBy}, ${confirmation.now})
    ON CONFLICT DO NOTHING`;
  return result.count === 1;
}

export type WaitingRow = {
  kind: WaitingKind;
  count: number;
  overdue: number | null;
  oldestAt: Date | null;
};

/** Number of items waiting for a person, by kind; each count reads an index of open items. */
export async function listWaiting(
  sql: Sql,
  { now, overdueBefore }: { now: Date; overdueBefore: { offers: Date; verifications: Date } },
): Promise<WaitingRow[]> {
  return sql<WaitingRow[]>`
    SELECT 'offers' AS kind, count(*)::int AS count,
      count(*) FILTER (WHERE created_at < ${overdueBefore.offers})::int AS overdue,
      min(created_at) AS "oldestAt"
      FROM offers WHERE status = 'pending'
    UNION ALL SELECT 'verifications', count(*)::int,
      count(*) FILTER (WHERE created_at < ${overdueBefore.verifications})::int, min(created_at)
      FROM verifications WHERE status = 'in_progress'
    UNION ALL SELECT 'notices', count(*)::int, NULL, min(created_at)
      FROM content_notices WHERE status IN ('open', 'reopened')
    UNION ALL SELECT 'payouts', count(*)::int, NULL, min(created_at)
      FROM payouts WHERE (type <> 'card'
          AND (status = 'unknown' OR (status = 'ready' AND ${isOwnerFree(sql)})))
        OR (type = 'card' AND status = 'ready' AND id IN (
          SELECT id FROM ${readyCardPayouts(sql, now)} AS card WHERE needs_approval))
        -- Returned by the bank, and the deleted account cannot provide another destination.
        OR (status = 'returned' AND ${isLatestPayout(sql)}
          AND EXISTS (SELECT 1 FROM users WHERE users.id = user_id AND deleted_at IS NOT NULL))
    UNION ALL SELECT 'balances', count(*)::int, NULL, min(requested_at)
      FROM balance_adjustments WHERE status = 'waiting'
    UNION ALL SELECT 'rate', count(*)::int, NULL, min(requested_at)
      FROM rate_requests WHERE decision IS NULL
    UNION ALL SELECT 'settlements', count(*)::int, NULL, min(requested_at)
      FROM credit_requests JOIN deposits ON deposits.id = deposit_id
      WHERE decision IS NULL AND status = 'pending'
    UNION ALL SELECT 'deposits', count(*)::int, NULL, min(created_at)
      FROM deposits WHERE needs_review IS NOT NULL
    UNION ALL SELECT 'refunds', count(*)::int, NULL, min(created_at)
      FROM refunds WHERE id IN (${idsForPerson(sql, now)})
    UNION ALL SELECT 'reports', count(*)::int, NULL, min(received_at)
      FROM unmatched_reports WHERE matched_at IS NULL AND resolved_at IS NULL
    UNION ALL SELECT 'disputes', count(*)::int, NULL, min(opened_at)
      FROM disputes WHERE status = 'open'
    UNION ALL SELECT 'withdrawals', count(*)::int, NULL, min(received_at)
      FROM withdrawals WHERE status = 'review'
    UNION ALL SELECT 'messages', count(*)::int, NULL, min(created_at)
      FROM contact_messages WHERE status = 'new'
    UNION ALL SELECT 'mails', count(*)::int, NULL, min(gave_up_at)
      FROM mails WHERE gave_up_at IS NOT NULL`;
}

export type FailedMailRow = {
  id: number;
  recipient: string;
  subject: string;
  failedAt: Date;
  error: string | null;
};

/** The mails most recently given up. */
export async function listFailedMails(sql: Sql, limit: number): Promise<FailedMailRow[]> {
  return sql<FailedMailRow[]>`
    SELECT id, recipient, subject, gave_up_at AS "failedAt", last_error AS error
    FROM mails WHERE gave_up_at IS NOT NULL ORDER BY gave_up_at DESC, id LIMIT ${limit}`;
}

/** Number of mails an operation has requeued; null if it has not run. */
export async function getQueuedAgain(sql: Sql, operationId: string): Promise<number | null> {
  const [row] = await sql<{ count: number | null }[]>`
    SELECT (after->>'count')::int AS count FROM audit_log
    WHERE operation_id = ${operationId} AND action = 'mail.send_again'`;
  return row?.count ?? null;
}

export type FiguresRow = {
  /** "2026-11-22"; null for the whole period. */
  day: string | null;
  salesCount: number;
  salesCents: number;
  depositsCount: number;
  depositsCents: number;
  buyers: number;
  missedSearches: number;
};

/**
 * Orders, settled deposits in EUR, buyers, and searches without results since a UTC day: for each
 * day that has any, or for the whole period (a repeat buyer counts once).
 */
export async function readFigures(
  sql: Sql,
  { from, byDay }: { from: string; byDay: boolean },
): Promise<FiguresRow[]> {
  const start = sql`${from}::timestamp AT TIME ZONE 'UTC'`;
  const dayOf = (at: ReturnType<Sql>) =>
    byDay ? sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD')` : sql`NULL::text`;
  return sql<FiguresRow[]>`
    WITH sold AS (
      SELECT ${dayOf(sql`created_at`)} AS day, count(*) AS count, sum(price_cents) AS cents,
        count(DISTINCT user_id) AS buyers
      FROM orders WHERE created_at >= ${start} GROUP BY 1
    ), settled AS (
      SELECT ${dayOf(sql`settled_at`)} AS day, count(*) AS count, sum(amount_cents) AS cents
      FROM deposits WHERE settled_at >= ${start} AND status = 'success' AND currency = 'EUR'
      GROUP BY 1
    ), missed AS (
      SELECT ${byDay ? sql`to_char(day, 'YYYY-MM-DD')` : sql`NULL::text`} AS day,
        sum(searches) AS count
      FROM missed_searches WHERE missed_searches.day >= ${from}::date GROUP BY 1
    ), days AS (
      SELECT day FROM sold UNION SELECT day FROM settled UNION SELECT day FROM missed
    )
    SELECT days.day, coalesce(sold.count, 0)::bigint AS "salesCount",
      coalesce(sold.cents, 0)::bigint AS "salesCents",
      coalesce(settled.count, 0)::bigint AS "depositsCount",
      coalesce(settled.cents, 0)::bigint AS "depositsCents",
      coalesce(sold.buyers, 0)::bigint AS buyers,
      coalesce(missed.count, 0)::bigint AS "missedSearches"
    FROM days
    LEFT JOIN sold ON sold.day IS NOT DISTINCT FROM days.day
    LEFT JOIN settled ON settled.day IS NOT DISTINCT FROM days.day
    LEFT JOIN missed ON missed.day IS NOT DISTINCT FROM days.day`;
}
