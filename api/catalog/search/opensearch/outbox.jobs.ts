import { DAY_MS } from "#domain/dates.ts";
import { type Database, inTransaction } from "../../../db/client.ts";
import type { Job } from "../../../noun.ts";
import { isOutboxStarted, isOutboxUnread, stopOutbox } from "./outbox.queries.ts";

const EVERY_MS = 60 * 60_000;
/** Time to deploy a setting to all processes, or to revert a mistake. */
const UNREAD_MS_MAX = DAY_MS;

/**
 * Returns the jobs for a process without an engine: they delete changes that no process reads any
 * more.
 */
export function outboxJobs(deps: { database: Database; now: () => Date }): Job[] {
  const run = () => stopUnreadOutbox(deps);
  return [{ name: "stop the search outbox that nobody reads", everyMs: EVERY_MS, run }];
}

async function stopUnreadOutbox({ database, now }: Parameters<typeof outboxJobs>[0]) {
  if (!(await isOutboxStarted(database))) return;
  const since = new Date(now().getTime() - UNREAD_MS_MAX);
  await inTransaction(database, async (sql) => {
    if (await isOutboxUnread(sql, since)) await stopOutbox(sql);
  });
}
