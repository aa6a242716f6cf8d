import type { Sql } from "../db/client.ts";

export type PictureRow = { hash: string; widthPx: number; heightPx: number; color: string };

export async function insertPicture(sql: Sql, picture: PictureRow): Promise<void> {
  await sql`
    INSERT INTO pictures (hash, width_px, height_px, color)
    VALUES (${picture.hash}, ${picture.widthPx}, ${picture.heightPx}, ${picture.color})
    ON CONFLICT (hash) DO NOTHING`;
}

/** True for a picture of a published product, a style or an order: those have public renditions. */
export async function isPublicPicture(sql: Sql, hash: string): Promise<boolean> {
  const [row] = await sql<{ isPublic: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM products
        WHERE picture_hash = ${hash} AND status = 'published')
      OR EXISTS (SELECT 1 FROM styles WHERE picture_hash = ${hash})
      OR EXISTS (SELECT 1 FROM orders WHERE picture_hash = ${hash}) AS "isPublic"`;
  return row?.isPublic ?? false;
}
