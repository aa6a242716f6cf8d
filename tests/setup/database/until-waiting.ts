import { expect } from "vitest";
import type { Database } from "#api/db/client.ts";

/** Waits until exactly `count` connections wait for a lock of any kind; fails on timeout. */
export const untilWaiting = (database: Database, count: number): Promise<void> =>
  expect
    .poll(async () => {
      const [row] = await database<{ count: number }[]>`
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.count;
    })
    .toBe(count);
