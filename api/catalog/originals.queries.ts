import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Sql } from "../db/client.ts";

/** Records that these originals are missing from storage; the first record is kept. */
export async function insertMissingOriginals(
  sql: Sql,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  // Locked against concurrent removal of the pictures.
  await sql`
    INSERT INTO missing_originals (picture_hash, found_at)
    SELECT hash, ${now} FROM pictures WHERE hash = ANY(${[...hashes]}::text[]) FOR KEY SHARE
    ON CONFLICT DO NOTHING`;
}

/** Returns whether the original is recorded as missing. */
export async function isNotedMissing(sql: Sql, hash: string): Promise<boolean> {
  const [row] = await sql<[{ isNoted: boolean }]>`
    SELECT EXISTS (SELECT 1 FROM missing_originals WHERE picture_hash = ${hash}) AS "isNoted"`;
  return row.isNoted;
}

/** Removes the record of an original that is in storage again. */
export async function deleteMissingOriginal(sql: Sql, hash: string): Promise<void> {
  await sql`DELETE FROM missing_originals WHERE picture_hash = ${hash}`;
}

/** Removes the records made before that time, except for the originals still missing. */
export async function deleteFoundOriginals(
  sql: Sql,
  { before, missing }: { before: Date; missing: readonly string[] },
): Promise<void> {
  await sql`
    DELETE FROM missing_originals
    WHERE found_at < ${before} AND picture_hash <> ALL(${[...missing]}::text[])`;
}

/** Lists hashes of originals that can be bought or downloaded, in order after the given one. */
export async function listSoldOriginals(
  sql: Sql,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`
    SELECT hash FROM pictures
    WHERE hash > ${after}
      AND (EXISTS (SELECT 1 FROM products WHERE picture_hash = hash AND status = 'published')
        OR EXISTS (SELECT 1 FROM orders WHERE picture_hash = hash AND refunded_at IS NULL))
    ORDER BY hash LIMIT ${limit}`;
  return rows.map(({ hash }) => hash);
}

export type MissingOriginalRow = {
  imageHash: string;
  foundAt: Date;
  productId: number;
  title: string;
  isForSale: boolean;
  /** Number of orders that cannot be downloaded because of it. */
  ordersCount: number;
};

/**
 * Lists missing originals of products that are for sale or were sold, most recently found first.
 */
export async function listMissingOriginals(sql: Sql, limit: number): Promise<MissingOriginalRow[]> {
  return sql<MissingOriginalRow[]>`
    SELECT m.picture_hash AS "imageHash", m.found_at AS "foundAt",
      coalesce(product.id, sold.product_id) AS "productId",
      coalesce(product.titles ->> ${DEFAULT_LOCALE}, product.slug, sold.titles ->> ${DEFAULT_LOCALE},
        sold.slug) AS title,
      product.id IS NOT NULL AS "isForSale", coalesce(sold.count, 0) AS "ordersCount"
    FROM missing_originals m
    LEFT JOIN LATERAL (SELECT id, slug, titles FROM products
      WHERE picture_hash = m.picture_hash AND status = 'published' ORDER BY id LIMIT 1) AS product
      ON true
    LEFT JOIN LATERAL (SELECT product_id, slug, titles, count(*) OVER ()::int AS count FROM orders
      WHERE picture_hash = m.picture_hash AND refunded_at IS NULL ORDER BY id LIMIT 1) AS sold
      ON true
    WHERE product.id IS NOT NULL OR sold.product_id IS NOT NULL
    ORDER BY m.found_at DESC, m.picture_hash LIMIT ${limit}`;
}
