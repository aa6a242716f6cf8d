import type { Sql } from "../db/client.ts";
import { readyCardPayouts } from "../payouts/payout-holds.ts";

export type QueueRow = {
  queue: string;
  depth: number;
  /** When the oldest item became due or was created; null if unknown. */
  oldestAt: Date | null;
};

/**
 * Backlog of each background queue; each count reads an index of pending rows. Leaves out mails
 * that were given up and payouts on hold: those wait for people.
 */
export async function listQueues(sql: Sql, now: Date): Promise<QueueRow[]> {
  return sql<QueueRow[]>`
    SELECT 'mails' AS queue, count(*)::int AS depth, min(queued_at) AS "oldestAt"
      FROM mails WHERE gave_up_at IS NULL
    UNION ALL SELECT 'search_index', count(*)::int, NULL
      FROM products WHERE search_vector IS NULL AND status = 'published'
    UNION ALL SELECT 'search_engine', count(*)::int, min(due_at) FROM search_changes
    UNION ALL SELECT 'renditions', count(*)::int, min(due_at) FROM due_renditions
    UNION ALL SELECT 'imports', count(*)::int, min(created_at)
      FROM imports WHERE status IN ('checking', 'writing', 'undoing')
    UNION ALL SELECT 'generations', count(*)::int, min(created_at)
      FROM generations WHERE state IN ('queued', 'running')
    UNION ALL SELECT 'password_resets', count(*)::int, min(created_at) FROM password_reset_requests
    UNION ALL SELECT 'newsletter', count(*)::int, min(i.sent_at)
      FROM newsletter_deliveries d JOIN newsletter_issues i ON i.id = d.issue_id
      WHERE d.status = 'waiting'
    UNION ALL SELECT 'card_payouts', count(*)::int, min(created_at)
      FROM payouts WHERE type = 'card'
        AND (status IN ('sending', 'unknown') OR (status = 'ready' AND id IN (
          SELECT id FROM ${readyCardPayouts(sql, now)} AS card
          WHERE is_owner_free AND NOT needs_approval)))
    UNION ALL SELECT 'refunds', count(*)::int, min(created_at)
      FROM refunds WHERE status IN ('requested', 'unknown', 'pending')
    UNION ALL SELECT 'deposits', count(*)::int, min(created_at)
      FROM deposits WHERE status = 'pending'`;
}

export type MailCounts = { waiting: number; failing: number; givenUp: number };

/** Numbers of mails not tried yet, being retried, and given up; each count reads an index. */
export async function countMails(sql: Sql): Promise<MailCounts> {
  const [row] = await sql<MailCounts[]>`
    SELECT (queued.count - failing.count)::int AS waiting, failing.count::int AS failing,
      given_up.count::int AS "givenUp"
    FROM (SELECT count(*) FROM mails WHERE gave_up_at IS NULL) AS queued,
      (SELECT count(*) FROM mails WHERE gave_up_at IS NULL AND last_error IS NOT NULL) AS failing,
      (SELECT count(*) FROM mails WHERE gave_up_at IS NOT NULL) AS given_up`;
  if (!row) throw new Error("an aggregate has one row");
  return row;
}

/** When the oldest outstanding payout was created; null if none is outstanding. */
export async function findOldestUnpaidPayout(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ oldestAt: Date | null }[]>`
    SELECT min(created_at) AS "oldestAt" FROM payouts
    WHERE status IN ('ready', 'exported', 'sending', 'unknown')`;
  return row?.oldestAt ?? null;
}
