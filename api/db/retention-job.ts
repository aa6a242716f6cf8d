import { DAY_MS } from "#domain/dates.ts";
import { recordsKeptFrom } from "#domain/retention.ts";
import type { ApiDeps } from "../http/context.ts";
import type { Job } from "../noun.ts";
import type { Sql } from "./client.ts";

/**
 * A job that takes the persons out of a noun's old records, once a day. Amounts, dates and ids stay: the
 * ledger adds up for ever.
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
