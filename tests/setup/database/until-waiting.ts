import { expect } from "vitest";
import type { Database } from "#api/db/client.ts";

/** Until exactly `count` connections wait for a lock, of whatever kind. Fails if that never is so. */
export const untilWaiting = (database: Database, count: number): Promise<void> =>
  expect
    .poll(async () => {
      const [row] = await database<{ count: number }[]>`
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.count;
    })
    .toBe(count);
