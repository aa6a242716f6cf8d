import { DAY_MS } from "#domain/dates.ts";
import { recordsKeptFrom } from "#domain/retention.ts";
import type { ApiDeps } from "../http/context.ts";
import type { Job } from "../noun.ts";
import type { Sql } from "./client.ts";

/**
 * A daily job that removes personal data from a noun's old records. Amounts, dates and ids stay,
 * because the ledger must always balance.
 */
export function retentionJob(
  deps: ApiDeps,
  name: string,
  forget: (sql: Sql, before: Date) => Promise<void>,
): Job {
  return {
    name,
    everyMs: DAY_MS,
    run: () => forget(deps.database, recordsKeptFrom(deps.now())),
  };
}
