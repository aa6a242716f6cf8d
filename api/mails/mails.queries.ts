import type { Sql } from "../db/client.ts";

export type NewMail = {
  recipient: string;
  replyTo: string | null;
  subject: string;
  bodyText: string;
  bodyHtml: string;
  headers: Record<string, string>;
  /** Documents that it brings along, made into PDFs when it is sent. */
  documentIds: readonly number[];
  now: Date;
};

export type MailRow = Omit<NewMail, "now"> & { id: number; attempts: number; createdAt: Date };

/** The new mail's id. */
export async function insertMail(sql: Sql, mail: NewMail): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO mails
      (recipient, reply_to, subject, body_text, body_html, headers, document_ids, created_at, due_at)
    VALUES (${mail.recipient}, ${mail.replyTo}, ${mail.subject}, ${mail.bodyText},
      ${mail.bodyHtml}, ${sql.json(mail.headers)}, ${sql.array([...mail.documentIds])}::bigint[],
      ${mail.now}, ${mail.now})
    RETURNING id`;
  if (!row) throw new Error("the mail was not stored");
  return row.id;
}

/** What a mail is about: exactly one of the two. */
export type MailSubject = { orderId: number } | { depositId: number };

/** Notes that a mail about an order or a deposit was queued. */
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
 * Takes the mail that has waited longest and counts the attempt; null when none is due. For `leaseMs`
 * no other process takes it, and longer after each attempt (`retryMs`, twice as long each time, up to
 * `retryMsMax`): whatever happens to this one, it is due again then.
 */
export async function claimDueMail(
  sql: Sql,
  given: { now: Date; leaseMs: number; retryMs: number; retryMsMax: number },
): Promise<MailRow | null> {
  const { now, leaseMs, retryMs, retryMsMax } = given;
  const [row] = await sql<MailRow[]>`
    UPDATE mails SET attempts = attempts + 1,
      due_at = ${now}::timestamptz + interval '1 millisecond'
        * greatest(${leaseMs}, least(${retryMsMax}, ${retryMs} * power(2, least(attempts, 20))))
    WHERE id = (SELECT id FROM mails WHERE gave_up_at IS NULL AND due_at <= ${now}
      ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, recipient, reply_to AS "replyTo", subject, body_text AS "bodyText",
      body_html AS "bodyHtml", headers, document_ids AS "documentIds", attempts,
      created_at AS "createdAt"`;
  return row ?? null;
}

/** A server has accepted it: its content is not needed here any more. */
export async function deleteMail(sql: Sql, id: number, now: Date): Promise<void> {
  await sql`
    WITH sent AS (DELETE FROM mails WHERE id = ${id} RETURNING id)
    UPDATE mail_records SET sent_at = ${now} WHERE mail_id IN (SELECT id FROM sent)`;
}

export async function postponeMail(
  sql: Sql,
  id: number,
  { error, dueAt }: { error: string; dueAt: Date },
): Promise<void> {
  await sql`UPDATE mails SET last_error = ${error}, due_at = ${dueAt} WHERE id = ${id}`;
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

/** Removes mails that were given up before `before`; returns how many. */
export async function deleteGivenUpMails(sql: Sql, before: Date): Promise<number> {
  const result = await sql`DELETE FROM mails WHERE gave_up_at < ${before}`;
  return result.count;
}
