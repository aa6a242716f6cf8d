import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assertWritable, type Database, openDatabase } from "#api/db/client.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

let test: TestDatabase;
let pool: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  // A single session, so that its statistics are exact.
  pool = openDatabase(test.connection, { connectionsMax: 1 });
});
afterEach(async () => {
  await pool.end();
  await test.drop();
});

async function readTemporaryBytes(): Promise<number> {
  await pool`SELECT pg_stat_force_next_flush()`;
  const [row] = await pool`
    SELECT temp_bytes AS bytes FROM pg_stat_database WHERE datname = current_database()`;
  return row?.bytes;
}

/** Returns the pool with transactions that fail with this code. */
const failingWith = (code: string): Database =>
  new Proxy(pool, {
    get: (target, key) => {
      const begin = () =>
        target.begin((sql) => sql.unsafe(`DO $$BEGIN RAISE SQLSTATE '${code}'; END$$`));
      return key === "begin" ? begin : Reflect.get(target, key);
    },
  });

describe("a database that is ready", () => {
  it("could write to its disk, once for all who ask within seconds, and has no rows more", async () => {
    expect(await readTemporaryBytes()).toBe(0);
    await Promise.all([assertWritable(pool), assertWritable(pool)]);
    const bytes = await readTemporaryBytes();
    expect(bytes).toBeGreaterThan(64 * 1024);
    expect(bytes).toBeLessThan(1024 * 1024);
    await assertWritable(pool);
    expect(await readTemporaryBytes()).toBe(bytes);
    const [changes] = await pool`
      SELECT sum(n_tup_ins + n_tup_upd)::int AS rows FROM pg_stat_user_tables`;
    expect(changes).toEqual({ rows: 0 });
  });

  it("lets its role insert into each table, and says which are closed until they are not", async () => {
    await test.database`REVOKE INSERT ON deposits, orders FROM CURRENT_USER`;
    await expect(assertWritable(pool)).rejects.toThrow(
      "its role may not insert into deposits, orders",
    );
    await test.database`GRANT INSERT ON deposits, orders TO CURRENT_USER`;
    await assertWritable(pool);
  });

  it("may hold tables of somebody else that are closed to the shop", async () => {
    await test.database.unsafe(`
      CREATE TABLE others (id int);
      ALTER TABLE others OWNER TO pg_database_owner;
      REVOKE ALL ON others FROM pg_database_owner`);
    await assertWritable(pool);
  });

  it("may forbid temporary files, and then only its disk is unknown", async () => {
    await assertWritable(failingWith("53400"));
    await expect(assertWritable(failingWith("53100"))).rejects.toMatchObject({ code: "53100" });
  });
});
