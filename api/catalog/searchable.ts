import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import type { Job } from "../noun.ts";
import { listUnsearchable, putTerms } from "./search.queries.ts";
import { toTerms, toTitleWords } from "./search-text.ts";

/** A million products of an older release take an hour, and nobody waits for them. */
const BATCH = { size: 150, everyMs: 500 };

/** Keeps the search up to what products say, also those that an older release has left. */
export function searchJobs({ database }: Pick<ApiDeps, "database">): Job[] {
  const run = () => inTransaction(database, (sql) => makeSearchable(sql, BATCH.size));
  return [{ name: "make products searchable", everyMs: BATCH.everyMs, run }];
}

/**
 * Writes what they are found by for up to `limit` products that lack it, the newest first. To be
 * called in a transaction: what another one is at is left to it.
 */
export async function makeSearchable(sql: Sql, limit: number): Promise<void> {
  const products = await listUnsearchable(sql, limit);
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
