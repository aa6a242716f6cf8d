import { toImageName } from "../catalog/image-names.ts";
import type { Sql } from "../db/client.ts";

type Filter = { storedBefore: Date; after: string; limit: number };

/**
 * Hashes after this one of pictures that no product, style or order has, nor a row that an import
 * may still write. Only while no import runs: rows appear where one does.
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
 * Deletes a picture unless it was stored again since, or is that of the currency. Throws a foreign
 * key violation if something has it.
 */
export async function deletePicture(sql: Sql, hash: string, storedBefore: Date): Promise<boolean> {
  const deleted = await sql`
    DELETE FROM pictures WHERE hash = ${hash} AND created_at < ${storedBefore}
      AND NOT EXISTS (SELECT 1 FROM settings
        WHERE strpos(internal_currency_image, ${hash}) > 0
          OR strpos(internal_currency_image, ${toImageName(hash)}) > 0)`;
  return deleted.count > 0;
}
