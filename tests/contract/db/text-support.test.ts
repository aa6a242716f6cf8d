import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "#api/db/client.ts";
import { migrate } from "#api/db/migrate.ts";
import { createLog } from "#api/providers/log.ts";
import { readConfig } from "#server/config/config.ts";
import { ConfigError } from "#server/config/config-error.ts";
import { closeShopDatabase, openShopDatabase } from "#server/lifecycle/shop-database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

const C_LOCALE = "LOCALE_PROVIDER libc LOCALE 'C'";

let test: TestDatabase;
let dataDir: string;
const made: string[] = [];
beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true });
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "promptory-texts-"));
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  for (const name of made.splice(0)) {
    await test.database.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});
afterAll(() => test.drop());

/** Creates a database with these properties. */
async function create(properties: string) {
  const name = `${test.connection.database}_texts`;
  await test.database.unsafe(`CREATE DATABASE ${name} TEMPLATE template0 ${properties}`);
  made.push(name);
  return { ...test.connection, database: name };
}

/** Starts a shop on it and resolves to the warnings in its log. */
async function start(connection: TestDatabase["connection"]): Promise<string> {
  // The driver accepts a socket's folder only as an option.
  const databaseUrl = connection as unknown as string;
  const config = { ...readConfig({ DATA_DIR: dataDir }), databaseUrl };
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => void lines.push(line) });
  await closeShopDatabase(await openShopDatabase(config, log));
  return lines.join("");
}

async function countTables(connection: TestDatabase["connection"]) {
  const database = openDatabase(connection, { connectionsMax: 1 });
  const rows = await database`SELECT FROM pg_tables WHERE schemaname = 'public'`;
  await database.end();
  return rows.count;
}

describe("a database that was created elsewhere", () => {
  it.each([
    ["SQL_ASCII", `ENCODING 'SQL_ASCII' ${C_LOCALE}`, "its encoding is SQL_ASCII instead of UTF8"],
    ["LATIN1", `ENCODING 'LATIN1' ${C_LOCALE}`, "its encoding is LATIN1 instead of UTF8"],
    ["the locale C", `ENCODING 'UTF8' ${C_LOCALE}`, "its locale does not lower letters"],
  ])("stops the start of a new shop with %s, before anything is written", async (_, properties, why) => {
    const connection = await create(properties);
    const starting = start(connection);
    await expect(starting).rejects.toThrow(ConfigError);
    await expect(starting).rejects.toThrow(`DATABASE_URL: the database cannot be used: ${why}`);
    await expect(starting).rejects.toThrow("LOCALE 'C.UTF-8'");
    expect(await countTables(connection)).toBe(0);
  });

  it("names the setting if it is read-only", async () => {
    const connection = await create("ENCODING 'UTF8' LOCALE 'C.UTF-8'");
    await test.database.unsafe(
      `ALTER DATABASE ${connection.database} SET default_transaction_read_only = on`,
    );
    const starting = start(connection);
    await expect(starting).rejects.toThrow(ConfigError);
    await expect(starting).rejects.toThrow("DATABASE_URL: cannot execute CREATE TABLE in a read-");
  });

  it("names the setting and the role that is needed if its role may create nothing", async () => {
    const connection = await create("ENCODING 'UTF8' LOCALE 'C.UTF-8'");
    const login = { user: `guest_${process.pid}`, password: "of-the-guest" };
    const { host, user } = test.connection;
    const superuser = host.startsWith("/") ? "postgres" : user;
    const administrator = openDatabase(
      { ...test.connection, user: superuser },
      { connectionsMax: 1 },
    );
    await administrator.unsafe(`CREATE ROLE ${login.user} LOGIN PASSWORD '${login.password}'`);
    try {
      const starting = start({ ...connection, ...login });
      await expect(starting).rejects.toThrow(ConfigError);
      await expect(starting).rejects.toThrow("DATABASE_URL: permission denied for schema public:");
      await expect(starting).rejects.toThrow("need the role that owns the database");
    } finally {
      await administrator.unsafe(`DROP ROLE ${login.user}`);
      await administrator.end();
    }
  });

  it("goes on with the locale C where the shop has always had it, and warns", async () => {
    const connection = await create(`ENCODING 'UTF8' ${C_LOCALE}`);
    await migrate(connection);
    expect(await start(connection)).toContain("The database's locale is wrong");
  });

  it("is used without a word when it is as it should be", async () => {
    const connection = await create("ENCODING 'UTF8' LOCALE 'C.UTF-8'");
    expect(await start(connection)).toBe("");
    expect(await countTables(connection)).toBeGreaterThan(50);
  });
});
