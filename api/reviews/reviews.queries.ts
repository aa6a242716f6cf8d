import type { Sql } from "../db/client.ts";

export type ReasonRow = { id: number; kind: string; locale: string; title: string; body: string };

/** All of them, by kind, language and title. */
export async function listReasonRows(sql: Sql): Promise<ReasonRow[]> {
  return sql<ReasonRow[]>`
    SELECT id, kind, locale, title, body FROM review_reasons ORDER BY kind, locale, title`;
}

export async function getReason(sql: Sql, id: number): Promise<ReasonRow | null> {
  const [row] = await sql<ReasonRow[]>`
    SELECT id, kind, locale, title, body FROM review_reasons WHERE id = ${id}`;
  return row ?? null;
}

/** The new row; null when another reason of the same kind and language has this title. */
export async function insertReason(
  sql: Sql,
  { kind, locale, title, body }: Omit<ReasonRow, "id">,
): Promise<ReasonRow | null> {
  const [row] = await sql<ReasonRow[]>`
    INSERT INTO review_reasons (kind, locale, title, body)
    VALUES (${kind}, ${locale}, ${title}, ${body})
    ON CONFLICT (kind, locale, title) DO NOTHING RETURNING id, kind, locale, title, body`;
  return row ?? null;
}

/** The changed row; null when another reason of the same kind and language has this title. */
export async function updateReason(
  sql: Sql,
  { id, kind, locale, title, body }: ReasonRow,
): Promise<ReasonRow | null> {
  const [row] = await sql<ReasonRow[]>`
    UPDATE review_reasons SET kind = ${kind}, locale = ${locale}, title = ${title}, body = ${body}
    WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM review_reasons AS other
      WHERE other.kind = ${kind} AND other.locale = ${locale} AND other.title = ${title}
        AND other.id <> ${id})
    RETURNING id, kind, locale, title, body`;
  return row ?? null;
}

export async function deleteReasonRow(sql: Sql, id: number): Promise<void> {
  await sql`DELETE FROM review_reasons WHERE id = ${id}`;
}
