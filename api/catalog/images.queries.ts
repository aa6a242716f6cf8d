import { DomainError } from "#domain/errors.ts";
import type { ImageSource } from "#domain/image-sources.ts";
import type { Sql } from "../db/client.ts";
import { toImageName } from "./image-names.ts";

export type ImageRow = { hash: string; widthPx: number; heightPx: number; color: string };

/** Does nothing for an image that is already stored. */
export async function insertImage(
  sql: Sql,
  image: ImageRow,
  source: ImageSource = "ai",
): Promise<void> {
  await sql`
    INSERT INTO pictures (hash, width_px, height_px, color, source)
    VALUES (${image.hash}, ${image.widthPx}, ${image.heightPx}, ${image.color}, ${source})
    ON CONFLICT (hash) DO NOTHING`;
}

/**
 * Marks a known image as stored now, before its file is written, so that the job that removes
 * unused images keeps it. Throws storage_unavailable while that job is removing the file.
 */
export async function renewImage(sql: Sql, hash: string): Promise<void> {
  await sql`UPDATE pictures SET created_at = now() WHERE hash = ${hash}`;
  // A separate statement, because the update waits until a removal is recorded.
  const removed = await sql`SELECT 1 FROM removed_originals WHERE picture_hash = ${hash}`;
  if (removed.length > 0) throw new DomainError("storage_unavailable");
}

/** Returns the image with this hash, if the shop has it. */
export async function findImage(sql: Sql, hash: string): Promise<ImageRow | null> {
  const [row] = await sql<ImageRow[]>`
    SELECT hash, width_px AS "widthPx", height_px AS "heightPx", color FROM pictures
    WHERE hash = ${hash}`;
  return row ?? null;
}

/** Returns those of the hashes that belong to images of the shop. */
export async function listKnownHashes(sql: Sql, hashes: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await sql<{ hash: string }[]>`
    SELECT hash FROM pictures WHERE hash = ANY(${[...hashes]}::text[])`;
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * The first letter after the hex digits: all hashes starting with `p` sort between `p` and `p` +
 * "g".
 */
const BEYOND_HEX = "g";

/**
 * Returns the hash with this prefix if it belongs to an image of a published product, a style, an
 * order or the currency, which have public renditions. Null otherwise.
 */
export async function findPublicImage(sql: Sql, prefix: string): Promise<string | null> {
  const [row] = await sql<{ hash: string }[]>`
    SELECT hash FROM pictures
    WHERE hash >= ${prefix} AND hash < ${prefix + BEYOND_HEX}
      AND (EXISTS (SELECT 1 FROM products WHERE picture_hash = hash AND status = 'published')
        OR EXISTS (SELECT 1 FROM styles WHERE picture_hash = hash)
        OR EXISTS (SELECT 1 FROM orders WHERE picture_hash = hash)
        OR EXISTS (SELECT 1 FROM settings
          WHERE starts_with(internal_currency_image, ${`/media/${toImageName(prefix)}/`})))
    ORDER BY hash LIMIT 1`;
  return row?.hash ?? null;
}
