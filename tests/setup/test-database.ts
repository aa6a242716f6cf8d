import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject, vi } from "vitest";
import { type Database, openDatabase } from "#api/db/client.ts";
import type { TestServer } from "./database.ts";

export type TestDatabase = {
  database: Database;
  /** For a second pool, or for breaking it on purpose. */
  connection: TestServer["connection"];
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
};

/** A database of the caller's own: migrated and otherwise empty, or with `isEmpty` without a schema. */
export async function createTestDatabase(
  options: { connectionsMax?: number; isEmpty?: boolean } = {},
): Promise<TestDatabase> {
  const { connection, template } = inject("testServer");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const source = options.isEmpty ? "template0" : template;
  // Where nothing waits for the disk, copying files costs a third of logging every page.
  await asAdmin(connection, (admin) =>
    admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`),
  );
  const own = { ...connection, database: name };
  const database = openDatabase(own, { connectionsMax: options.connectionsMax ?? 10 });
  return {
    database,
    connection: own,
    drop: async () => {
      await database.end({ timeout: 1 });
      // Autovacuum may be at work in it, which only a superuser may end: it is over in a moment.
      const remove = async (admin: postgres.Sql) =>
        void (await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      await asAdmin(connection, (admin) =>
        vi.waitFor(() => remove(admin), { timeout: 60_000, interval: 250 }),
      );
    },
  };
}

async function asAdmin(
  connection: TestServer["connection"],
  work: (admin: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const admin = postgres({ ...connection, max: 1, onnotice: () => {} });
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
