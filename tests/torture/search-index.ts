import { expect } from "vitest";
import type { Database } from "#api/db/client.ts";
import type { SearchEngineStandIn } from "#tests/setup/servers/opensearch/stand-in.ts";

/** The index that the shop searches. */
export const ALIAS = "promptory-products";

/**
 * Waits until every change has been sent; then checks that the index has exactly the products on
 * sale, at their current prices.
 */
export async function expectIndexInStep(
  database: Database,
  { cluster }: SearchEngineStandIn,
): Promise<void> {
  const countChanges = async () => {
    const [row] = await database`SELECT count(*)::int AS count FROM search_changes`;
    return row?.count;
  };
  await expect.poll(countChanges, { interval: 500, timeout: 180_000 }).toBe(0);
  const rows = await database<{ id: number; cents: number }[]>`
    SELECT id, price_cents AS cents FROM products WHERE status = 'published' ORDER BY id`;
  const indexed = cluster
    .sources(ALIAS)
    .filter((source) => source.is_listed)
    .map(({ id, price_cents: cents }) => ({ id: Number(id), cents: Number(cents) }))
    .toSorted((a, b) => a.id - b.id);
  expect(indexed).toEqual([...rows]);
}
