import type { MessageStatus } from "#domain/contact.ts";
import { toLikePart } from "#domain/staff-search.ts";
import type { Sql } from "../db/client.ts";

export type MessageRow = {
  id: number;
  reference: string | null;
  status: MessageStatus;
  userId: number | null;
  details: Record<string, string>;
  message: string;
  locale: string;
  createdAt: Date;
};

export type ReplyRow = { body: string; author: string; createdAt: Date };

const columns = (sql: Sql) => sql`
  id, reference, status, user_id AS "userId", details, message, locale, created_at AS "createdAt"`;

type Filter = { status: MessageStatus | null; search: string };

/**
 * Builds the filter; it uses the index `contact_messages_text`, which is on exactly this
 * expression.
 */
const matches = (sql: Sql, { status, search }: Filter) => sql`
  ${status === null ? sql`true` : sql`status = ${status}`}
  AND ${
    search === ""
      ? sql`true`
      : sql`(coalesce(reference, '') || ' ' || coalesce(details->>'email', '') || ' ' ||
          coalesce(details->>'first_name', '') || ' ' || coalesce(details->>'last_name', '') || ' ' ||
          message) ILIKE ${toLikePart(search)}`
  }`;

/** Lists a page of messages, newest first. */
export async function listMessageRows(
  sql: Sql,
  filter: Filter,
  page: { limit: number; offset: number },
): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    SELECT ${columns(sql)} FROM contact_messages WHERE ${matches(sql, filter)}
    ORDER BY id DESC LIMIT ${page.limit} OFFSET ${page.offset}`;
}

/** Returns the number of messages per status that match the search. */
export async function countMessages(
  sql: Sql,
  search: string,
): Promise<{ status: MessageStatus; count: number }[]> {
  return sql<{ status: MessageStatus; count: number }[]>`
    SELECT status, count(*) AS count FROM contact_messages
    WHERE ${matches(sql, { status: null, search })} GROUP BY status`;
}

/** Returns one message, locked until the transaction ends; null when there is none. */
export async function lockMessage(sql: Sql, id: number): Promise<MessageRow | null> {
  const [row] = await sql<MessageRow[]>`
    SELECT ${columns(sql)} FROM contact_messages WHERE id = ${id} FOR UPDATE`;
  return row ?? null;
}

export async function listReplies(sql: Sql, messageId: number): Promise<ReplyRow[]> {
  return sql<ReplyRow[]>`
    SELECT r.body, u.email AS author, r.created_at AS "createdAt"
    FROM contact_replies r JOIN users u ON u.id = r.author_id
    WHERE r.message_id = ${messageId} ORDER BY r.id`;
}

export async function setMessageStatus(sql: Sql, id: number, status: MessageStatus): Promise<void> {
  await sql`UPDATE contact_messages SET status = ${status} WHERE id = ${id}`;
}

/** Returns the text of the reply that this operation sent; null if there is none. */
export async function getReplyOfOperation(
  sql: Sql,
  operationId: string,
): Promise<Pick<ReplyRow, "body"> | null> {
  const [row] = await sql<Pick<ReplyRow, "body">[]>`
    SELECT body FROM contact_replies WHERE operation_id = ${operationId}`;
  return row ?? null;
}

/** Inserts a reply; returns false when this form was already submitted and its reply exists. */
export async function insertReply(
  sql: Sql,
  reply: { messageId: number; operationId: string; body: string; authorId: number; now: Date },
): Promise<boolean> {
  const result = await sql`
    INSERT INTO contact_replies (message_id, operation_id, body, author_id, created_at)
    VALUES (${reply.messageId}, ${reply.operationId}, ${reply.body}, ${reply.authorId}, ${reply.now})
    ON CONFLICT (operation_id) DO NOTHING`;
  return result.count > 0;
}
