import { setTimeout as sleep } from "node:timers/promises";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import { type DatabaseTarget, openDatabase, type Sql } from "./client.ts";
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
  /** Overridden by tests. */
  migrations?: Migration[];
};

/**
 * Migrates the schema, each migration in its own transaction, and returns the names of those it
 * ran. Uses its own connection without time limits: an index on a large table may take hours, and
 * so may waiting for another process that builds it. Processes that start together run one after
 * another; the second finds nothing to do. Throws MigrationError with an explanation when build and
 * database do not match (`planMigrations`), and the database's error when a migration fails;
 * earlier ones stay applied.
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
    // Closing the connection releases the lock and rolls back a failed transaction.
    await database.end({ timeout: 1 });
  }
}

/**
 * Polls for the lock: a blocked statement would hold a snapshot, and the lock's holder would wait
 * for that in turn when it builds an index with CONCURRENTLY.
 */
async function waitForTurn(connection: Sql, log: (message: string) => void): Promise<void> {
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

/** Creates the table of applied migrations if it is missing. */
async function createAppliedList(sql: Sql): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`;
  await sql`ALTER TABLE migrations ADD COLUMN IF NOT EXISTS checksum text`;
}

async function readApplied(connection: Sql): Promise<AppliedMigration[]> {
  await createAppliedList(connection);
  return connection<AppliedMigration[]>`SELECT name, checksum FROM migrations`;
}

async function apply(connection: Sql, migration: Migration): Promise<void> {
  await connection`BEGIN`;
  await run(connection, migration);
  await connection`COMMIT`;
}

async function run(sql: Sql, migration: Migration): Promise<void> {
  const { name } = migration;
  await sql.unsafe(migration.sql);
  await sql`INSERT INTO migrations (name, checksum) VALUES (${name}, ${checksumOf(migration)})`;
}

/**
 * Runs `migrations` in the caller's transaction, so that a restore is all or nothing. The caller
 * plans them and holds the lock. Throws the database's error if one fails.
 */
export async function migrateWithin(sql: Sql, migrations: Migration[]): Promise<void> {
  await createAppliedList(sql);
  for (const migration of migrations) await run(sql, migration);
}
