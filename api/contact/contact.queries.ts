import type { Sql } from "../db/client.ts";

export async function insertContactMessage(
  sql: Sql,
  message: {
    userId: number | null;
    details: Record<string, string>;
    message: string;
    locale: string;
    now: Date;
  },
): Promise<void> {
  await sql`
    INSERT INTO contact_messages (user_id, details, message, locale, created_at)
    VALUES (${message.userId}, ${sql.json(message.details)}, ${message.message},
      ${message.locale}, ${message.now})`;
}
