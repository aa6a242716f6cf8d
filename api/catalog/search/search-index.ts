import { inTransaction, type Sql } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import type { Job } from "../../noun.ts";
import { listUnindexed, putTerms } from "./search.queries.ts";
import { toTerms, toTitleWords } from "./search-text.ts";

/** A million products of an older release take an hour, and nobody waits for them. */
const BATCH = { size: 150, everyMs: 500 };

/** Keeps the search index up to date, also for products that an older release has left. */
export function searchJobs({ database }: Pick<ApiDeps, "database">): Job[] {
  const run = () => inTransaction(database, (sql) => indexProducts(sql, BATCH.size));
  return [{ name: "index products for the search", everyMs: BATCH.everyMs, run }];
}

/**
 * Writes the search terms of up to `limit` products without them, newest first. Call it in a
 * transaction; products that another transaction is indexing are skipped.
 */
export async function indexProducts(sql: Sql, limit: number): Promise<void> {
  const products = await listUnindexed(sql, limit);
  if (products.length === 0) return;
  await putTerms(
    sql,
    products.map((product) => ({
      id: product.id,
      titleWords: toTitleWords(product.titles),
      terms: toTerms(product),
    })),
  );
}
