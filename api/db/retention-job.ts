import { recordsKeptFrom } from "#domain/retention.ts";
import type { ApiDeps } from "../http/context.ts";
import type { Job } from "../noun.ts";
import type { Sql } from "./client.ts";

const EVERY_MS = 24 * 60 * 60_000;

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
    everyMs: EVERY_MS,
    run: () => forget(deps.database, recordsKeptFrom(deps.now())),
  };
}
