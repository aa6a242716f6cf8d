import type { Sql } from "../db/client.ts";

/** The shop's custom texts of a language, by key. */
export async function listOwnTexts(sql: Sql, locale: string): Promise<Record<string, string>> {
  const rows = await sql<{ key: string; text: string }[]>`
    SELECT key, text FROM own_texts WHERE locale = ${locale}`;
  return Object.fromEntries(rows.map(({ key, text }) => [key, text]));
}

/** One custom text, locked until the transaction ends; null if none. */
export async function lockOwnText(sql: Sql, locale: string, key: string): Promise<string | null> {
  // The advisory lock also serializes two writers of a text's first custom wording.
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`own text ${locale} ${key}`}))`;
  const [row] = await sql<{ text: string }[]>`
    SELECT text FROM own_texts WHERE locale = ${locale} AND key = ${key}`;
  return row?.text ?? null;
}

export async function putOwnText(
  sql: Sql,
  own: { locale: string; key: string; text: string; authorId: number; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO own_texts (locale, key, text, author_id, updated_at)
    VALUES (${own.locale}, ${own.key}, ${own.text}, ${own.authorId}, ${own.now})
    ON CONFLICT (locale, key) DO UPDATE SET text = EXCLUDED.text,
      author_id = EXCLUDED.author_id, updated_at = EXCLUDED.updated_at`;
}

export async function deleteOwnText(sql: Sql, locale: string, key: string): Promise<void> {
  await sql`DELETE FROM own_texts WHERE locale = ${locale} AND key = ${key}`;
}
