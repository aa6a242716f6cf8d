import { toImageName } from "../catalog/image-names.ts";
import type { Sql } from "../db/client.ts";
import { type DueBy, redateBeyondPauses } from "../db/due-times.ts";

type Filter = { storedBefore: Date; after: string; limit: number };

/**
 * Lists hashes after this one of pictures that no product, style, order, or row that an import may
 * still write refers to. Call it only while no import is running, because running imports add rows.
 */
export async function listUnusedPictures(sql: Sql, filter: Filter): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`
    SELECT hash FROM pictures
    WHERE created_at < ${filter.storedBefore} AND hash > ${filter.after}
      AND NOT EXISTS (SELECT 1 FROM products WHERE picture_hash = hash)
      AND NOT EXISTS (SELECT 1 FROM styles WHERE picture_hash = hash)
      AND NOT EXISTS (SELECT 1 FROM orders WHERE picture_hash = hash)
      AND NOT EXISTS (SELECT 1 FROM import_rows r JOIN imports i ON i.id = r.import_id
        WHERE r.product->>'imageHash' = hash AND i.status IN ('checking', 'checked', 'writing'))
    ORDER BY hash LIMIT ${filter.limit}`;
  return rows.map(({ hash }) => hash);
}

/**
 * Deletes a picture, unless it was stored again since or is the currency's, and records that its
 * original is to be removed; in the caller's transaction. Throws a foreign key violation if
 * anything references it.
 */
export async function deletePicture(
  sql: Sql,
  hash: string,
  { storedBefore, dueAt }: { storedBefore: Date; dueAt: Date },
): Promise<void> {
  const { count } = await sql`
    DELETE FROM pictures WHERE hash = ${hash} AND created_at < ${storedBefore}
      AND NOT EXISTS (SELECT 1 FROM settings
        WHERE strpos(internal_currency_image, ${hash}) > 0
          OR strpos(internal_currency_image, ${toImageName(hash)}) > 0)`;
  if (count === 0) return;
  await sql`INSERT INTO removed_originals (picture_hash, due_at) VALUES (${hash}, ${dueAt})`;
}

/** Reschedules removals that were recorded by a clock that was ahead. */
export async function redateRemovals(sql: Sql, due: DueBy & { dueAt: Date }): Promise<void> {
  await redateBeyondPauses(sql, { table: sql`removed_originals`, key: sql`picture_hash` }, due);
}

/**
 * Returns the hash of the original whose removal has been due longest; null if none is due. No
 * other caller gets it before `retryAt`.
 */
export async function claimRemoval(
  sql: Sql,
  { now, retryAt }: { now: Date; retryAt: Date },
): Promise<string | null> {
  const [row] = await sql<{ hash: string }[]>`
    UPDATE removed_originals SET due_at = ${retryAt}
    WHERE picture_hash = (SELECT picture_hash FROM removed_originals WHERE due_at <= ${now}
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING picture_hash AS hash`;
  return row?.hash ?? null;
}

/**
 * Allows the original to be stored again, unless its removal has been claimed again since this
 * claim's `retryAt`.
 */
export async function deleteRemoval(sql: Sql, hash: string, retryAt: Date): Promise<void> {
  await sql`DELETE FROM removed_originals WHERE picture_hash = ${hash} AND due_at = ${retryAt}`;
}
