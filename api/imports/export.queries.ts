import type { TableProduct } from "#domain/imports.ts";
import type { Sql } from "../db/client.ts";
import type { ExportFilter } from "./export-products.ts";

export type ExportedRow = Omit<TableProduct, "picture"> & { id: number; imageHash: string | null };

const conditions = (sql: Sql, { status, categoryId, styleId }: ExportFilter) => sql`
  ${status === null ? sql`` : sql`AND p.status = ${status}`}
  ${categoryId === null ? sql`` : sql`AND p.category_id = ${categoryId}`}
  ${
    styleId === null
      ? sql``
      : sql`AND EXISTS (SELECT 1 FROM product_styles
          WHERE product_id = p.id AND style_id = ${styleId})`
  }`;

/** Lists a page of products after this id, by id. */
export async function listExported(
  sql: Sql,
  filter: ExportFilter,
  { after, limit }: { after: number; limit: number },
): Promise<ExportedRow[]> {
  return sql<ExportedRow[]>`
    SELECT p.id, p.slug, p.status, c.slug AS category,
      ARRAY(SELECT s.slug FROM product_styles ps JOIN styles s ON s.id = ps.style_id
        WHERE ps.product_id = p.id ORDER BY ps.position) AS styles,
      p.price_cents AS "priceCents", p.picture_hash AS "imageHash", p.prompt,
      coalesce(p.licence, '') AS licence, coalesce(p.generation->>'model', '') AS model,
      coalesce(p.generation->>'seed', '') AS seed, p.titles, p.descriptions, p.motifs
    FROM products p JOIN categories c ON c.id = p.category_id
    WHERE p.id > ${after} ${conditions(sql, filter)} ORDER BY p.id LIMIT ${limit}`;
}

/** Counts the products of an export, up to `max`. */
export async function countExported(sql: Sql, filter: ExportFilter, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM products p WHERE true ${conditions(sql, filter)} LIMIT ${max}) AS found`;
  return row.count;
}
