import { setTimeout as sleep } from "node:timers/promises";
import type { ReservedSql } from "postgres";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import { type DatabaseTarget, openDatabase } from "./client.ts";
import {
  type AppliedMigration,
  checksumOf,
  type Migration,
  planMigrations,
} from "./migration-plan.ts";

const files = import.meta.glob<string>("./migrations/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** All migrations in order. */
export const MIGRATIONS: Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: path.replace(/^.*\/|\.sql$/g, ""), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const LOCK_POLL_MS = 250;
const REMIND_EVERY_MS = 15_000;

type Options = {
  log?: (message: string) => void;
  /** Tests bring migrations of their own. */
  migrations?: Migration[];
};

/**
 * Brings the schema forward, each migration in its own transaction, and returns the names of those
 * it ran. Works on a connection of its own without time limits: an index over a large table may
 * take hours, and so may waiting for another replica that is building it. Replicas that start
 * together take turns; the second finds nothing to do.
 * Throws MigrationError with a sentence when build and database do not fit together
 * (`planMigrations`), and the database's error when a migration fails; those before it stay.
 */
export async function migrate(target: DatabaseTarget, options: Options = {}): Promise<string[]> {
  const { log = () => {}, migrations = MIGRATIONS } = options;
  const database = openDatabase(target, { connectionsMax: 1, hasTimeLimits: false });
  const connection = await database.reserve();
  try {
    await waitForTurn(connection, log);
    const due = planMigrations(migrations, await readApplied(connection));
    for (const migration of due) {
      log(`Migrating the database: ${migration.name}`);
      await apply(connection, migration);
    }
    return due.map(({ name }) => name);
  } finally {
    connection.release();
    // The lock goes with the connection, and so does a transaction that failed.
    await database.end({ timeout: 1 });
  }
}

/**
 * Takes the lock, polling for it: a statement that waits would hold a snapshot, for which an index
 * built with CONCURRENTLY by the lock's holder would wait in turn.
 */
async function waitForTurn(connection: ReservedSql, log: (message: string) => void): Promise<void> {
  const startedAt = performance.now();
  let remindAtMs = 0;
  for (;;) {
    const [row] = await connection<{ isLocked: boolean }[]>`
      SELECT pg_try_advisory_lock(${ADVISORY_LOCKS.migrations}) AS "isLocked"`;
    if (row?.isLocked) return;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= remindAtMs) {
      const seconds = Math.round(waitedMs / 1000);
      log(`Another process is migrating the database: waiting for it (${seconds} s so far)`);
      remindAtMs = waitedMs + REMIND_EVERY_MS;
    }
    await sleep(LOCK_POLL_MS);
  }
}

async function readApplied(connection: ReservedSql): Promise<AppliedMigration[]> {
  await connection`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`;
  await connection`ALTER TABLE migrations ADD COLUMN IF NOT EXISTS checksum text`;
  return connection<AppliedMigration[]>`SELECT name, checksum FROM migrations`;
}

async function apply(connection: ReservedSql, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  await connection`BEGIN`;
  await connection.unsafe(sql);
  await connection`INSERT INTO migrations (name, checksum) VALUES (${name}, ${checksumOf(migration)})`;
  await connection`COMMIT`;
}
