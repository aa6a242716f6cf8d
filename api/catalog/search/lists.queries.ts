import type { Sql } from "../../db/client.ts";
import { orderBy } from "../catalog.queries.ts";
import { groupIds, pageColumns, requireRow } from "./page-columns.ts";
import type { CountedPage, GroupFilter, ListedPage, SortedPage } from "./product-filter.ts";

/**
 * Returns the ids of the categories or styles with these slugs, in order; unknown slugs are
 * skipped.
 */
export async function listGroupIds(
  sql: Sql,
  table: "categories" | "styles",
  slugs: string[],
): Promise<number[]> {
  const [row] = await sql<{ ids: number[] }[]>`SELECT ${groupIds(sql, table, slugs)} AS ids`;
  return row?.ids ?? [];
}

/** Returns the conditions of a list without words; all values are bound. */
function conditions(sql: Sql, filter: GroupFilter) {
  const { categoryIds, styleIds, priceMinCents, priceMaxCents } = filter;
  const parts = [sql`p.status = 'published'`];
  if (categoryIds) parts.push(sql`p.category_id = ANY(${categoryIds})`);
  if (styleIds) {
    parts.push(sql`p.id IN (SELECT product_id FROM product_styles
      WHERE style_id = ANY(${styleIds}))`);
  }
  if (priceMinCents !== null) parts.push(sql`p.price_cents >= ${priceMinCents}`);
  if (priceMaxCents !== null) parts.push(sql`p.price_cents <= ${priceMaxCents}`);
  return parts.reduce((all, part) => sql`${all} AND ${part}`);
}

/** Lists a page of a list without words. */
export async function listPage(
  sql: Sql,
  filter: GroupFilter,
  page: CountedPage & SortedPage,
): Promise<ListedPage> {
  const found = sql`SELECT p.id FROM products p WHERE ${conditions(sql, filter)}`;
  const sorted =
    newestOfStyle(sql, filter, page.sort) ?? sql`${found} ORDER BY ${orderBy(sql, page.sort)}`;
  const count =
    keptCount(sql, filter) ??
    sql`SELECT count(*) FROM (${found} LIMIT ${page.countMax}) AS counted`;
  const ids = sql`${sorted} LIMIT ${page.limit} OFFSET ${page.offset}`;
  const [row] = await sql<ListedPage[]>`
    SELECT least((${count}), ${page.countMax})::int AS total, ${pageColumns(sql, ids, filter)}`;
  return requireRow(row);
}

/**
 * Returns whether an index contains the whole list in its order: then one plan suits every filter.
 */
export function isIndexed(filter: GroupFilter, sort: SortedPage["sort"]): boolean {
  const { categoryIds, styleIds, priceMinCents, priceMaxCents } = filter;
  if (categoryIds || priceMinCents !== null || priceMaxCents !== null) return false;
  return styleIds === null || (styleIds.length === 1 && sort === "newest");
}

/**
 * Selects the newest products of one style through an index of its own (migration 0073); null for
 * any other list.
 */
function newestOfStyle(sql: Sql, filter: GroupFilter, sort: SortedPage["sort"]) {
  const [styleId] = filter.styleIds ?? [];
  if (styleId === undefined || !isIndexed(filter, sort)) return null;
  return sql`SELECT ps.product_id FROM product_styles ps
    WHERE ps.style_id = ${styleId} AND ps.listed_at IS NOT NULL
    ORDER BY ps.listed_at DESC, ps.product_id DESC`;
}

/** Reads a maintained count (migration 0002); null for a list that has none. */
function keptCount(sql: Sql, filter: GroupFilter) {
  const { categoryIds, styleIds, priceMinCents, priceMaxCents } = filter;
  // A product with two of the styles would be counted twice.
  const [styleId, ...others] = styleIds ?? [];
  if (others.length > 0 || priceMinCents !== null || priceMaxCents !== null) return null;
  const style = styleId === undefined ? sql`style_id IS NULL` : sql`style_id = ${styleId}`;
  const category = categoryIds ? sql` AND category_id = ANY(${categoryIds})` : sql``;
  return sql`SELECT coalesce(sum(products_count), 0) FROM catalog_counts
    WHERE ${style}${category}`;
}

/**
 * Returns the ids of all products in a list without words, in no order; null if there are more than
 * `countMax`.
 */
export async function listAllIds(
  sql: Sql,
  filter: GroupFilter,
  countMax: number,
): Promise<number[] | null> {
  const rows = await sql<{ id: number }[]>`
    SELECT p.id FROM products p WHERE ${conditions(sql, filter)} LIMIT ${countMax + 1}`;
  return rows.length > countMax ? null : rows.map(({ id }) => id);
}

/** Counts these products per style or category, by slug, in a stable order. */
export async function countGroups(
  sql: Sql,
  table: "styles" | "categories",
  ids: number[],
): Promise<Record<string, number>> {
  const rows = await (table === "styles"
    ? sql<{ slug: string; count: number }[]>`
        SELECT s.slug, chosen.count FROM (
          SELECT style_id, count(*)::int FROM product_styles
          WHERE product_id = ANY(${ids}) GROUP BY style_id) AS chosen
        JOIN styles s ON s.id = chosen.style_id ORDER BY 1`
    : sql<{ slug: string; count: number }[]>`
        SELECT c.slug, chosen.count FROM (
          SELECT category_id, count(*)::int FROM products
          WHERE id = ANY(${ids}) GROUP BY category_id) AS chosen
        JOIN categories c ON c.id = chosen.category_id ORDER BY 1`);
  return Object.fromEntries(rows.map(({ slug, count }) => [slug, count]));
}
