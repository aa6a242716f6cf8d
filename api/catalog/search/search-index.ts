import { inTransaction, type Sql } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import type { Job } from "../../noun.ts";
import { flushPendingEntries, listUnindexed, markRenamed, putDocuments } from "./search.queries.ts";
import { toTerms } from "./search-text.ts";
import { createTierJob } from "./tiers.ts";

/** Small batches: reindexing a million products takes hours, but holds row locks only briefly. */
const BATCH = { size: 150, everyMs: 500 };
const BALANCE_EVERY_MS = 10_000;

/**
 * Returns the jobs that keep the search index up to date, including products written by an older
 * release. A process that is stopping finishes its batch and leaves the rest to the others.
 */
export function searchJobs({ database }: Pick<ApiDeps, "database">): Job[] {
  const tiers = createTierJob(database);
  const run = async (stopping?: AbortSignal) => {
    if (stopping?.aborted) return;
    const count = await inTransaction(database, async (sql) => {
      const changed = await indexProducts(sql, BATCH.size);
      // Changed products come before renamed groups, which may affect half a million products.
      if (changed > 0 || stopping?.aborted) return changed;
      return (await markRenamed(sql, BATCH.size)) ? indexProducts(sql, BATCH.size) : 0;
    });
    tiers.noteIndexed(count);
    if (count > 0 && !stopping?.aborted) await flushPendingEntries(database);
  };
  const balance = async (stopping?: AbortSignal) => {
    await tiers.run(stopping);
    if (stopping?.aborted) return;
    // Sales and price changes write rows too, outside the indexing job.
    await flushPendingEntries(database);
  };
  return [
    { name: "index products for the search", everyMs: BATCH.everyMs, run },
    {
      name: "balance the tiers of the search",
      everyMs: BALANCE_EVERY_MS,
      run: balance,
    },
  ];
}

/**
 * Writes the search terms of up to `limit` products without them, newest first. Call it in a
 * transaction; skips products that another transaction is indexing. Resolves to the number of
 * products.
 */
export async function indexProducts(sql: Sql, limit: number): Promise<number> {
  const products = await listUnindexed(sql, limit);
  if (products.length === 0) return 0;
  await putDocuments(
    sql,
    products.map((product) => ({ id: product.id, terms: toTerms(product) })),
  );
  return products.length;
}
