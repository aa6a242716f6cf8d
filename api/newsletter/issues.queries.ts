import type { DeliveryStatus, IssueText } from "#domain/newsletter.ts";
import type { Sql } from "../db/client.ts";

export type IssueRow = {
  id: number;
  texts: Record<string, IssueText>;
  version: number;
  createdAt: Date;
  author: string;
  sentAt: Date | null;
  sentBy: string | null;
  counts: Partial<Record<DeliveryStatus, number>>;
};

const columns = (sql: Sql) => sql`
  i.id, i.texts, i.version, i.created_at AS "createdAt", author.email AS author,
  i.sent_at AS "sentAt", sender.email AS "sentBy",
  (SELECT coalesce(jsonb_object_agg(status, count), '{}') FROM (
    SELECT status, count(*) AS count FROM newsletter_deliveries
    WHERE issue_id = i.id GROUP BY status) AS of_issue) AS counts`;

const tables = (sql: Sql) => sql`
  newsletter_issues i JOIN users author ON author.id = i.author_id
  LEFT JOIN users sender ON sender.id = i.sent_by`;

/** Lists a page of issues, newest first. */
export async function listIssueRows(
  sql: Sql,
  page: { limit: number; offset: number },
): Promise<{ rows: IssueRow[]; total: number }> {
  // Otherwise the deliveries of all issues before the page would be counted too.
  const rows = await sql<IssueRow[]>`
    SELECT ${columns(sql)} FROM (
      SELECT id FROM newsletter_issues
      ORDER BY id DESC LIMIT ${page.limit} OFFSET ${page.offset}) AS page
    JOIN (${tables(sql)}) ON i.id = page.id ORDER BY i.id DESC`;
  const [count] = await sql<{ total: number }[]>`
    SELECT count(*)::int AS total FROM newsletter_issues`;
  return { rows: [...rows], total: count?.total ?? 0 };
}

export async function getIssue(sql: Sql, id: number): Promise<IssueRow | null> {
  const [row] = await sql<
    IssueRow[]
  >`SELECT ${columns(sql)} FROM ${tables(sql)} WHERE i.id = ${id}`;
  return row ?? null;
}

/** Locks an issue until the transaction ends, which serializes changes and sending. */
export async function lockIssue(sql: Sql, id: number): Promise<void> {
  await sql`SELECT 1 FROM newsletter_issues WHERE id = ${id} FOR UPDATE`;
}

/** Inserts an issue and returns its id, or that of the existing issue of the same operation. */
export async function insertIssue(
  sql: Sql,
  issue: { operationId: string; texts: object; authorId: number; now: Date },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO newsletter_issues (operation_id, texts, author_id, created_at)
    VALUES (${issue.operationId}, ${JSON.stringify(issue.texts)}::text::jsonb, ${issue.authorId},
      ${issue.now})
    ON CONFLICT (operation_id) DO UPDATE SET operation_id = EXCLUDED.operation_id RETURNING id`;
  if (!row) throw new Error("the issue was not stored");
  return row.id;
}

export async function updateTexts(sql: Sql, id: number, texts: object): Promise<void> {
  await sql`
    UPDATE newsletter_issues SET texts = ${JSON.stringify(texts)}::text::jsonb,
      version = version + 1
    WHERE id = ${id}`;
}

/**
 * Returns the number of recipients if it were sent now: only confirmed subscribers (double opt-in).
 */
export async function countReaders(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM newsletter_subscribers WHERE confirmed_at IS NOT NULL`;
  return row?.count ?? 0;
}

/** Creates one delivery of the issue per confirmed subscriber; returns their number. */
export async function insertDeliveries(
  sql: Sql,
  issue: { id: number; sentBy: number; now: Date },
): Promise<number> {
  await sql`
    UPDATE newsletter_issues SET sent_by = ${issue.sentBy}, sent_at = ${issue.now}
    WHERE id = ${issue.id}`;
  const result = await sql`
    INSERT INTO newsletter_deliveries (issue_id, subscriber_id)
    SELECT ${issue.id}, id FROM newsletter_subscribers WHERE confirmed_at IS NOT NULL ORDER BY id
    ON CONFLICT (issue_id, subscriber_id) DO NOTHING`;
  return result.count;
}

/**
 * Records the outcome of queued mails, and of deliveries whose reader unsubscribed first. A sent
 * mail is no longer in the outbox. Returns the number still in it, and how many of these are due:
 * not tried yet, or to be retried now.
 */
export async function settleDeliveries(
  sql: Sql,
  now: Date,
): Promise<{ count: number; dueCount: number }> {
  await sql`
    UPDATE newsletter_deliveries d SET status = 'left'
    WHERE status = 'waiting' AND NOT EXISTS (SELECT 1 FROM newsletter_subscribers s
      WHERE s.id = d.subscriber_id AND s.confirmed_at IS NOT NULL)`;
  await sql`
    UPDATE newsletter_deliveries d SET status =
      CASE WHEN EXISTS (SELECT 1 FROM mails WHERE id = d.mail_id) THEN 'failed' ELSE 'sent' END
    WHERE status = 'queued'
      AND NOT EXISTS (SELECT 1 FROM mails WHERE id = d.mail_id AND gave_up_at IS NULL)`;
  const [row] = await sql<{ count: number; dueCount: number }[]>`
    SELECT count(*)::int AS count, (count(*) FILTER
      (WHERE m.last_error IS NULL OR m.due_at <= ${now}))::int AS "dueCount"
    FROM newsletter_deliveries d JOIN mails m ON m.id = d.mail_id WHERE d.status = 'queued'`;
  return row ?? { count: 0, dueCount: 0 };
}

export type DueDelivery = {
  id: number;
  issueId: number;
  email: string;
  token: string;
  locale: string;
};

/**
 * Returns the next deliveries, locked with their readers until the transaction ends: a concurrent
 * unsubscription waits, and then finds the mail in the outbox.
 */
export async function claimDeliveries(sql: Sql, limit: number): Promise<DueDelivery[]> {
  return sql<DueDelivery[]>`
    SELECT d.id, d.issue_id AS "issueId", s.email, s.token, s.locale
    FROM newsletter_deliveries d JOIN newsletter_subscribers s ON s.id = d.subscriber_id
    WHERE d.status = 'waiting' AND s.confirmed_at IS NOT NULL
    ORDER BY d.id LIMIT ${limit}
    FOR UPDATE OF d SKIP LOCKED FOR KEY SHARE OF s SKIP LOCKED`;
}

/**
 * Deletes the mails to a reader that are still in the outbox, so that they get none after
 * unsubscribing.
 */
export async function deleteMailsOfReader(sql: Sql, subscriberId: number): Promise<void> {
  await sql`
    WITH dropped AS (DELETE FROM mails WHERE id IN
      (SELECT mail_id FROM newsletter_deliveries WHERE subscriber_id = ${subscriberId})
      RETURNING id)
    UPDATE newsletter_deliveries SET status = 'left', mail_id = NULL
    WHERE subscriber_id = ${subscriberId} AND mail_id IN (SELECT id FROM dropped)`;
}

/**
 * Deletes the waiting mails about a subscription itself, such as the request to confirm it: those
 * that contain the subscriber's link to unsubscribe.
 */
export async function deleteSubscriptionMails(sql: Sql, subscriberId: number): Promise<void> {
  await sql`
    DELETE FROM mails USING newsletter_subscribers s
    WHERE s.id = ${subscriberId} AND recipient = s.email
      AND strpos(headers->>'List-Unsubscribe', s.token) > 0`;
}

/** Deletes failed mails whose reader has unsubscribed since: they must no longer be sent. */
export async function deleteMailsOfUnsubscribed(sql: Sql): Promise<void> {
  await sql`
    WITH gone AS (
      SELECT d.id, mails.id AS mail_id FROM mails JOIN newsletter_deliveries d
        ON d.mail_id = mails.id
      WHERE mails.gave_up_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM newsletter_subscribers s
        WHERE s.id = d.subscriber_id AND s.confirmed_at IS NOT NULL)),
    dropped AS (DELETE FROM mails WHERE id IN (SELECT mail_id FROM gone))
    UPDATE newsletter_deliveries SET status = 'left', mail_id = NULL
    WHERE id IN (SELECT id FROM gone)`;
}

/** Marks deliveries whose mails are back in the outbox; ignores other mails. */
export async function setQueuedAgain(sql: Sql, mailIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE newsletter_deliveries SET status = 'queued'
    WHERE status = 'failed' AND mail_id = ANY(${sql.array([...mailIds])}::bigint[])`;
}

export async function setQueued(sql: Sql, id: number, mailId: number): Promise<void> {
  await sql`
    UPDATE newsletter_deliveries SET status = 'queued', mail_id = ${mailId} WHERE id = ${id}`;
}
