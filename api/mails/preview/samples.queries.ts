import type { Sql } from "../../db/client.ts";

export type QueuedMail = {
  id: number;
  recipient: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  documentIds: number[];
};

/** Lists mails added to the outbox after this id, oldest first; 0 for all. */
export async function listMailsAfter(sql: Sql, id: number): Promise<QueuedMail[]> {
  return sql<QueuedMail[]>`
    SELECT id, recipient, reply_to AS "replyTo", subject, body_text AS text, body_html AS html,
      headers, document_ids AS "documentIds"
    FROM mails WHERE id > ${id} ORDER BY id`;
}

/** Returns the newest mail's id; 0 if there is none. */
export async function lastMailId(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number | null }[]>`SELECT max(id) AS id FROM mails`;
  return row?.id ?? 0;
}

/** Returns a product for sale with its category; null in an empty shop. */
export async function findSampleProduct(
  sql: Sql,
): Promise<{ id: number; categoryId: number } | null> {
  const [row] = await sql<{ id: number; categoryId: number }[]>`
    SELECT id, category_id AS "categoryId" FROM products
    WHERE status = 'published' AND picture_hash IS NOT NULL ORDER BY id LIMIT 1`;
  return row ?? null;
}
