import type { Sql } from "../db/client.ts";
import { beyondPauses } from "../db/due-times.ts";

export type NewMail = {
  recipient: string;
  replyTo: string | null;
  subject: string;
  bodyText: string;
  bodyHtml: string;
  headers: Record<string, string>;
  /** Documents to attach, rendered as PDFs when it is sent. */
  documentIds: readonly number[];
  /** The account without which it is of no use; null if it is sent in any case. */
  userId: number | null;
  now: Date;
};

export type MailRow = Omit<NewMail, "now" | "userId"> & {
  id: number;
  attempts: number;
  createdAt: Date;
  /** Later for a mail that was given up and is being sent again. */
  queuedAt: Date;
  /** Its account has been deleted. */
  isObsolete: boolean;
};

/** Backoff after failed attempts: `firstMs`, doubled after each one up to `maxMs`. */
export type MailPauses = { firstMs: number; maxMs: number };

/** SQL for the pause after this many attempts. */
const pauseAfter = (sql: Sql, attempts: ReturnType<Sql>, { firstMs, maxMs }: MailPauses) =>
  sql`interval '1 millisecond' * least(${maxMs}, ${firstMs} * power(2, least(${attempts}, 30) - 1))`;

/** True if this is the account's address and its owner has confirmed it. */
export async function isConfirmedAddress(
  sql: Sql,
  account: { userId: number; to: string },
): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM users
    WHERE id = ${account.userId} AND email = ${account.to} AND email_verified_at IS NOT NULL`;
  return rows.length > 0;
}

/** Inserts a mail and returns its id. */
export async function insertMail(sql: Sql, mail: NewMail): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO mails
      (recipient, reply_to, subject, body_text, body_html, headers, document_ids, user_id,
        created_at, queued_at, due_at)
    VALUES (${mail.recipient}, ${mail.replyTo}, ${mail.subject}, ${mail.bodyText},
      ${mail.bodyHtml}, ${sql.json(mail.headers)}, ${sql.array([...mail.documentIds])}::bigint[],
      ${mail.userId}, ${mail.now}, ${mail.now}, ${mail.now})
    RETURNING id`;
  if (!row) throw new Error("the mail was not stored");
  return row.id;
}

/** The subject of a mail: exactly one of the two. */
export type MailSubject = { orderId: number } | { depositId: number };

/** Records that a mail about an order or a deposit was queued. */
export async function insertMailRecord(
  sql: Sql,
  record: MailSubject & { mailId: number; subject: string; now: Date },
): Promise<void> {
  const orderId = "orderId" in record ? record.orderId : null;
  const depositId = "depositId" in record ? record.depositId : null;
  await sql`
    INSERT INTO mail_records (mail_id, order_id, deposit_id, subject, queued_at)
    VALUES (${record.mailId}, ${orderId}, ${depositId}, ${record.subject}, ${record.now})`;
}

/**
 * Claims a due mail and counts the attempt; returns null when none is due. Untried mails come
 * first, so that none waits behind mails that a server keeps rejecting; then the oldest; last,
 * those dated in the future by a clock that was ahead, whose age starts over. No other process
 * claims the mail for `leaseMs`, and longer after each attempt (`pauses`): if this process dies, it
 * is due again then.
 */
export async function claimDueMail(
  sql: Sql,
  { now, leaseMs, pauses }: { now: Date; leaseMs: number; pauses: MailPauses },
): Promise<MailRow | null> {
  const beyond = beyondPauses({ now, longestMs: Math.max(leaseMs, pauses.maxMs) });
  const [row] = await sql<MailRow[]>`
    UPDATE mails SET attempts = attempts + 1, queued_at = least(queued_at, ${now}),
      due_at = ${now}::timestamptz + greatest(interval '1 millisecond' * ${leaseMs},
        ${pauseAfter(sql, sql`attempts + 1`, pauses)})
    WHERE id = coalesce(
      (SELECT id FROM mails WHERE gave_up_at IS NULL AND due_at <= ${now} AND last_error IS NULL
        ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED),
      (SELECT id FROM mails WHERE gave_up_at IS NULL AND due_at <= ${now}
        ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED),
      (SELECT id FROM mails WHERE gave_up_at IS NULL AND due_at > ${beyond}
        ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED))
    RETURNING id, recipient, reply_to AS "replyTo", subject, body_text AS "bodyText",
      body_html AS "bodyHtml", headers, document_ids AS "documentIds", attempts,
      created_at AS "createdAt", queued_at AS "queuedAt",
      EXISTS (SELECT 1 FROM users WHERE users.id = mails.user_id AND deleted_at IS NOT NULL)
        AS "isObsolete"`;
  return row ?? null;
}

/** Deletes the mails that are of no use without this account, also those that were given up. */
export async function deleteMailsOfAccount(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM mails WHERE user_id = ${userId}`;
}

/** Deletes a mail that a server has accepted: its content is no longer needed. */
export async function deleteMail(sql: Sql, id: number, now: Date): Promise<void> {
  await sql`
    WITH sent AS (DELETE FROM mails WHERE id = ${id} RETURNING id)
    UPDATE mail_records SET sent_at = ${now} WHERE mail_id IN (SELECT id FROM sent)`;
}

/** Schedules the next attempt at a failed mail; returns when it is due. */
export async function postponeMail(
  sql: Sql,
  id: number,
  { error, now, pauses }: { error: string; now: Date; pauses: MailPauses },
): Promise<Date | null> {
  const [row] = await sql<{ dueAt: Date }[]>`
    UPDATE mails SET last_error = ${error},
      due_at = ${now}::timestamptz + ${pauseAfter(sql, sql`attempts`, pauses)}
    WHERE id = ${id} RETURNING due_at AS "dueAt"`;
  return row?.dueAt ?? null;
}

export async function markUndeliverable(
  sql: Sql,
  id: number,
  { error, now }: { error: string; now: Date },
): Promise<void> {
  await sql`
    WITH given_up AS (
      UPDATE mails SET last_error = ${error}, gave_up_at = ${now} WHERE id = ${id} RETURNING id)
    UPDATE mail_records SET gave_up_at = ${now} WHERE mail_id IN (SELECT id FROM given_up)`;
}

/** Requeues one or all of the mails that were given up, as if new; returns their ids. */
export async function requeueGivenUp(
  sql: Sql,
  { id, now }: { id: number | null; now: Date },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    WITH again AS (
      UPDATE mails SET gave_up_at = NULL, last_error = NULL, attempts = 0, queued_at = ${now},
        due_at = ${now}
      WHERE gave_up_at IS NOT NULL AND ${id === null ? sql`true` : sql`id = ${id}`} RETURNING id),
    recorded AS (
      UPDATE mail_records SET gave_up_at = NULL WHERE mail_id IN (SELECT id FROM again))
    SELECT id FROM again`;
  return rows.map((row) => row.id);
}

/** Deletes mails that were given up before `before`; returns the number deleted. */
export async function deleteGivenUpMails(sql: Sql, before: Date): Promise<number> {
  const result = await sql`DELETE FROM mails WHERE gave_up_at < ${before}`;
  return result.count;
}
