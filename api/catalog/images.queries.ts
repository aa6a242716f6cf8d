import type { Sql } from "../db/client.ts";

export type ImageRow = { hash: string; widthPx: number; heightPx: number; color: string };

export async function insertImage(sql: Sql, image: ImageRow): Promise<void> {
  await sql`
    INSERT INTO pictures (hash, width_px, height_px, color)
    VALUES (${image.hash}, ${image.widthPx}, ${image.heightPx}, ${image.color})
    ON CONFLICT (hash) DO NOTHING`;
}

/** True for an image of a published product, a style or an order: those have public renditions. */
export async function isPublicImage(sql: Sql, hash: string): Promise<boolean> {
  const [row] = await sql<{ isPublic: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM products
        WHERE picture_hash = ${hash} AND status = 'published')
      OR EXISTS (SELECT 1 FROM styles WHERE picture_hash = ${hash})
      OR EXISTS (SELECT 1 FROM orders WHERE picture_hash = ${hash}) AS "isPublic"`;
  return row?.isPublic ?? false;
}
