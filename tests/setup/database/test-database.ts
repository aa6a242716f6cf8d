import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject, vi } from "vitest";
import { type Database, openDatabase } from "#api/db/client.ts";
import type { TestServer } from "./global-setup.ts";

export type TestDatabase = {
  database: Database;
  /** For opening a second pool, or for breaking it on purpose. */
  connection: TestServer["connection"];
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
};

/**
 * Creates a database for the caller: migrated and otherwise empty, or with `isEmpty` without a
 * schema.
 */
export async function createTestDatabase(
  options: { connectionsMax?: number; isEmpty?: boolean } = {},
): Promise<TestDatabase> {
  const { connection, template } = inject("testServer");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const source = options.isEmpty ? "template0" : template;
  // Without fsync, copying files costs a third of logging every page.
  await adminOf(connection).unsafe(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`);
  const own = { ...connection, database: name };
  const database = openDatabase(own, { connectionsMax: options.connectionsMax ?? 10 });
  return {
    database,
    connection: own,
    drop: async () => {
      await database.end({ timeout: 1 });
      // Autovacuum may be working in it, which only a superuser may end; it finishes shortly.
      await vi.waitFor(
        () => adminOf(connection).unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
        { timeout: 60_000, interval: 250 },
      );
    },
  };
}

let admin: postgres.Sql | undefined;

/**
 * Returns this process's one connection for all of its databases: opening one costs the server as
 * much as removing a database. It closes after some idle time.
 */
function adminOf(connection: TestServer["connection"]): postgres.Sql {
  admin ??= postgres({ ...connection, max: 1, idle_timeout: 20, onnotice: () => {} });
  return admin;
}
