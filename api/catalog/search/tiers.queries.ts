import type { Sql } from "../../db/client.ts";

/**
 * Returns the size of each tier except the last; null while another process is moving the bounds.
 * Locks them until the transaction ends.
 */
export async function countTiers(sql: Sql): Promise<Map<number, number> | null> {
  const bounds = await sql`SELECT tier FROM search_tiers ORDER BY tier FOR UPDATE SKIP LOCKED`;
  if (bounds.length === 0) return null;
  const rows = await sql<{ tier: number; count: number }[]>`
    SELECT tier, count(*)::int AS count FROM search_documents
    WHERE tier < (SELECT max(tier) FROM search_tiers) GROUP BY tier`;
  return new Map(rows.map(({ tier, count }) => [tier, count]));
}

/**
 * Moves the lowest `limit` products of a tier to the next one. Returns the number of documents
 * moved.
 */
export function raiseBound(sql: Sql, tier: number, limit: number): Promise<number> {
  return moveBound(sql, tier, lowest(sql, tier, limit + 1));
}

/**
 * Moves the best `limit` products below a tier up into it. Returns the number of documents moved.
 */
export function lowerBound(sql: Sql, tier: number, limit: number): Promise<number> {
  return moveBound(sql, tier, best(sql, tier, limit));
}

const lowest = (sql: Sql, tier: number, limit: number) => sql<{ sales: number; id: number }[]>`
  SELECT p.sales_count AS sales, p.id FROM products p, search_tiers bound
  WHERE bound.tier = ${tier} AND p.status = 'published'
    AND (p.sales_count, p.id) >= (bound.sales_min, bound.product_id_min)
  ORDER BY p.sales_count, p.id LIMIT ${limit}`;

const best = (sql: Sql, tier: number, limit: number) => sql<{ sales: number; id: number }[]>`
  SELECT p.sales_count AS sales, p.id FROM products p, search_tiers bound
  WHERE bound.tier = ${tier} AND p.status = 'published'
    AND (p.sales_count, p.id) < (bound.sales_min, bound.product_id_min)
  ORDER BY p.sales_count DESC, p.id DESC LIMIT ${limit}`;

/** Makes the last of the `passed` products the tier's lower bound. */
async function moveBound(
  sql: Sql,
  tier: number,
  passed: ReturnType<typeof lowest>,
): Promise<number> {
  const rows = await passed;
  const last = rows.at(-1);
  if (!last) return 0;
  await sql`
    UPDATE search_tiers SET sales_min = ${last.sales}, product_id_min = ${last.id}
    WHERE tier = ${tier}`;
  const moved = await sql`
    UPDATE search_documents SET tier = search_tier(sales_count, product_id)
    WHERE product_id = ANY(${rows.map(({ id }) => id)})
      AND tier <> search_tier(sales_count, product_id)`;
  return moved.count;
}
