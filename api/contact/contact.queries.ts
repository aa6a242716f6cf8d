import type { Sql } from "../db/client.ts";

type StoredMessage = {
  reference: string;
  userId: number | null;
  details: Record<string, string>;
  message: string;
};

/** Inserts a message; returns false when this operation has already stored one. */
export async function insertContactMessage(
  sql: Sql,
  message: StoredMessage & { operationId: string | null; locale: string; now: Date },
): Promise<boolean> {
  const result = await sql`
    INSERT INTO contact_messages (operation_id, reference, user_id, details, message, locale,
      created_at)
    VALUES (${message.operationId}, ${message.reference}, ${message.userId},
      ${sql.json(message.details)}, ${message.message}, ${message.locale}, ${message.now})
    ON CONFLICT (operation_id) DO NOTHING`;
  return result.count === 1;
}

/** Returns the message that this operation sent; null if there is none. */
export async function getMessageOfOperation(
  sql: Sql,
  operationId: string,
): Promise<StoredMessage | null> {
  const [row] = await sql<StoredMessage[]>`
    SELECT reference, user_id AS "userId", details, message FROM contact_messages
    WHERE operation_id = ${operationId}`;
  return row ?? null;
}

/**
 * Unlinks messages from an account that is deleted: they contain a name and an address, by which
 * the account could be re-identified through the link.
 */
export async function unlinkMessages(sql: Sql, userId: number): Promise<void> {
  await sql`UPDATE contact_messages SET user_id = NULL WHERE user_id = ${userId}`;
}

/** Deletes conversations without recent messages. */
export async function deleteMessagesBefore(sql: Sql, before: Date): Promise<void> {
  await sql`
    DELETE FROM contact_messages m
    WHERE created_at < ${before} AND NOT EXISTS (
      SELECT 1 FROM contact_replies WHERE message_id = m.id AND created_at >= ${before})`;
}
