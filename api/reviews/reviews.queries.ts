import type { Sql } from "../db/client.ts";

export type ReasonFields = { kind: string; locale: string; title: string; body: string };
export type ReasonRow = ReasonFields & {
  id: number;
  /** Derived from the content: it is the same if nothing was changed, or a change was reverted. */
  version: string;
};

const columns = (sql: Sql) => sql`
  id, kind, locale, title, body, md5(ROW(kind, locale, title, body)::text) AS version`;

/** All reasons, by kind, language and title. */
export async function listReasonRows(sql: Sql): Promise<ReasonRow[]> {
  return sql<ReasonRow[]>`
    SELECT ${columns(sql)} FROM review_reasons ORDER BY kind, locale, title`;
}

/** One reason, locked until the transaction ends; null if none. */
export async function lockReason(sql: Sql, id: number): Promise<ReasonRow | null> {
  const [row] = await sql<ReasonRow[]>`
    SELECT ${columns(sql)} FROM review_reasons WHERE id = ${id} FOR UPDATE`;
  return row ?? null;
}

/**
 * Inserts a reason and returns its row; null when another one of the same kind and language has
 * this title.
 */
export async function insertReason(
  sql: Sql,
  { kind, locale, title, body }: ReasonFields,
): Promise<ReasonRow | null> {
  const [row] = await sql<ReasonRow[]>`
    INSERT INTO review_reasons (kind, locale, title, body)
    VALUES (${kind}, ${locale}, ${title}, ${body})
    ON CONFLICT (kind, locale, title) DO NOTHING RETURNING ${columns(sql)}`;
  return row ?? null;
}

/**
 * Updates a locked reason and returns its row. The database rejects the title of another one of the
 * same kind and language (SQLSTATE 23505).
 */
export async function updateReason(
  sql: Sql,
  id: number,
  { kind, locale, title, body }: ReasonFields,
): Promise<ReasonRow> {
  const [row] = await sql<ReasonRow[]>`
    UPDATE review_reasons SET kind = ${kind}, locale = ${locale}, title = ${title}, body = ${body}
    WHERE id = ${id} RETURNING ${columns(sql)}`;
  if (!row) throw new Error(`reason ${id} is missing`);
  return row;
}

export async function deleteReasonRow(sql: Sql, id: number): Promise<void> {
  await sql`DELETE FROM review_reasons WHERE id = ${id}`;
}
