import type { PendingQuery, Row } from "postgres";
import type { Sql } from "../db/client.ts";
import { isDue } from "../db/due-times.ts";

/**
 * Marks the pictures of the published products among these as due; `ids` is a list in SQL. A
 * picture that is already due is marked again, which locks it until the publication is committed: a
 * job that claimed it earlier did not see these products and may be about to drop it.
 */
export async function noteDueRenditions(sql: Sql, ids: PendingQuery<Row[]>): Promise<void> {
  await sql`
    INSERT INTO due_renditions (picture_hash)
    SELECT DISTINCT picture_hash FROM products
    WHERE id IN (${ids}) AND status = 'published' AND picture_hash IS NOT NULL ORDER BY 1
    ON CONFLICT (picture_hash) DO UPDATE SET attempts = 0, due_at = now()`;
}

export type DueRenditions = {
  hash: string;
  widthPx: number;
  attempts: number;
  /** False once no published product uses the picture any more. */
  isForSale: boolean;
};

/** Claims, until `leaseEndsAt`, the picture that has been due longest; null when none is due. */
export async function claimDueRenditions(
  sql: Sql,
  { now, leaseEndsAt }: { now: Date; leaseEndsAt: Date },
): Promise<DueRenditions | null> {
  const longestMs = leaseEndsAt.getTime() - now.getTime();
  const [row] = await sql<DueRenditions[]>`
    UPDATE due_renditions SET attempts = attempts + 1, due_at = ${leaseEndsAt}
    WHERE picture_hash = (SELECT picture_hash FROM due_renditions
      WHERE ${isDue(sql, sql`due_at`, { now, longestMs })}
      ORDER BY due_at, picture_hash LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING picture_hash AS hash, attempts,
      (SELECT width_px FROM pictures WHERE hash = picture_hash) AS "widthPx",
      EXISTS (SELECT 1 FROM products p
        WHERE p.picture_hash = due_renditions.picture_hash AND p.status = 'published') AS "isForSale"`;
  return row ?? null;
}

/**
 * Takes back the attempt counted for this claim, whose failure the picture did not cause; keeps the
 * lease.
 */
export async function uncountAttempt(sql: Sql, hash: string, leaseEndsAt: Date): Promise<void> {
  await sql`
    UPDATE due_renditions SET attempts = attempts - 1
    WHERE picture_hash = ${hash} AND due_at = ${leaseEndsAt} AND attempts > 0`;
}

/**
 * Removes a picture from those that are due, unless it has been marked again or claimed by another
 * process since this claim.
 */
export async function deleteDueRenditions(
  sql: Sql,
  hash: string,
  leaseEndsAt: Date,
): Promise<void> {
  await sql`DELETE FROM due_renditions WHERE picture_hash = ${hash} AND due_at = ${leaseEndsAt}`;
}
