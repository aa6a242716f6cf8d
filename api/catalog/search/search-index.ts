import { inTransaction, type Sql } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import type { Job } from "../../noun.ts";
import { listUnindexed, markRenamed, putDocuments } from "./search.queries.ts";
import { toTerms, toTitleWords } from "./search-text.ts";
import { balanceTiers } from "./tiers.ts";

/** A million products of an older release take an hour, and nobody waits for them. */
const BATCH = { size: 150, everyMs: 500 };
const BALANCE_EVERY_MS = 10_000;

/** Keeps the search index up to date, also for products that an older release has left. */
export function searchJobs({ database }: Pick<ApiDeps, "database">): Job[] {
  const run = () =>
    inTransaction(database, async (sql) => {
      const count = await indexProducts(sql, BATCH.size);
      // What was renamed waits for what has changed: nobody sees a queue of half a million.
      if (count === 0 && (await markRenamed(sql, BATCH.size))) await indexProducts(sql, BATCH.size);
    });
  return [
    { name: "index products for the search", everyMs: BATCH.everyMs, run },
    {
      name: "balance the tiers of the search",
      everyMs: BALANCE_EVERY_MS,
      run: () => balanceTiers(database),
    },
  ];
}

/**
 * Writes the search terms of up to `limit` products without them, newest first. Call it in a
 * transaction; products that another transaction is indexing are skipped. Resolves to how many it was.
 */
export async function indexProducts(sql: Sql, limit: number): Promise<number> {
  const products = await listUnindexed(sql, limit);
  if (products.length === 0) return 0;
  await putDocuments(
    sql,
    products.map((product) => ({
      id: product.id,
      titleWords: toTitleWords(product.titles),
      terms: toTerms(product),
    })),
  );
  return products.length;
}
