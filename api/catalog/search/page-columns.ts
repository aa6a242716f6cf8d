import type { PendingQuery, Row } from "postgres";
import type { Sql } from "../../db/client.ts";
import type { GroupFilter } from "./product-filter.ts";

/**
 * Returns the columns of `PageIds` for the products of a subquery. One statement reads everything
 * that a page depends on besides the cards in memory (cards.ts): each further statement would cost
 * as much as finding the list's products.
 */
export function pageColumns(sql: Sql, ids: PendingQuery<Row[]>, { slugs }: GroupFilter) {
  return sql`page.ids, coalesce((SELECT jsonb_object_agg(shown.id, shown.xmin::text)
      FROM products shown WHERE shown.id = ANY(page.ids) AND shown.status = 'published'), '{}')
      AS versions,
    ${groupIds(sql, "categories", slugs.categorySlugs)} AS "categoryIds",
    ${groupIds(sql, "styles", slugs.styleSlugs)} AS "styleIds"
  FROM (SELECT ARRAY(${ids}) AS ids OFFSET 0) AS page`;
}

/** Selects the ids of the groups with these slugs, in order; unknown slugs are skipped. */
export function groupIds(sql: Sql, table: "categories" | "styles", slugs: string[] | null) {
  if (!slugs) return sql`NULL::bigint[]`;
  return sql`ARRAY(SELECT id FROM ${sql(table)} WHERE slug = ANY(${slugs}) ORDER BY id)`;
}

/** Returns the single row of a statement that lists a page. Throws an Error if there is none. */
export function requireRow<Found>(row: Found | undefined): Found {
  if (!row) throw new Error("a search returned no row");
  return row;
}
