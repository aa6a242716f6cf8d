import type { Sql } from "../db/client.ts";

export async function insertContactMessage(
  sql: Sql,
  message: {
    reference: string;
    userId: number | null;
    details: Record<string, string>;
    message: string;
    locale: string;
    now: Date;
  },
): Promise<void> {
  await sql`
    INSERT INTO contact_messages (reference, user_id, details, message, locale, created_at)
    VALUES (${message.reference}, ${message.userId}, ${sql.json(message.details)}, ${message.message},
      ${message.locale}, ${message.now})`;
}

/**
 * Messages contain a name and an address: with the link, a deleted account could be re-identified.
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
