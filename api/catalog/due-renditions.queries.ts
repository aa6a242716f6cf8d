import type { PendingQuery, Row } from "postgres";
import type { Sql } from "../db/client.ts";

/** Notes the pictures of those among these products that are published; `ids` is a list in SQL. */
export async function noteDueRenditions(sql: Sql, ids: PendingQuery<Row[]>): Promise<void> {
  await sql`
    INSERT INTO due_renditions (picture_hash)
    SELECT DISTINCT picture_hash FROM products
    WHERE id IN (${ids}) AND status = 'published' AND picture_hash IS NOT NULL ORDER BY 1
    ON CONFLICT DO NOTHING`;
}

export type DueRenditions = {
  hash: string;
  attempts: number;
  /** False once no published product has the picture any more. */
  isForSale: boolean;
};

/** Claims the picture that has been due longest until `leaseEndsAt`; null when none is due. */
export async function claimDueRenditions(
  sql: Sql,
  { now, leaseEndsAt }: { now: Date; leaseEndsAt: Date },
): Promise<DueRenditions | null> {
  const [row] = await sql<DueRenditions[]>`
    UPDATE due_renditions SET attempts = attempts + 1, due_at = ${leaseEndsAt}
    WHERE picture_hash = (SELECT picture_hash FROM due_renditions WHERE due_at <= ${now}
      ORDER BY due_at, picture_hash LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING picture_hash AS hash, attempts, EXISTS (SELECT 1 FROM products p
      WHERE p.picture_hash = due_renditions.picture_hash AND p.status = 'published') AS "isForSale"`;
  return row ?? null;
}

export async function deleteDueRenditions(sql: Sql, hash: string): Promise<void> {
  await sql`DELETE FROM due_renditions WHERE picture_hash = ${hash}`;
}
