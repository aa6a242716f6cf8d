import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { startBackground } from "#api/background.ts";
import { assertWritable, type Database, inTransaction, openDatabase } from "#api/db/client.ts";
import type { Noun } from "#api/noun.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

const SESSIONS = 3;

let test: TestApi;
/** All of its sessions were started while the database was read-only. */
let pool: Database;
beforeAll(async () => {
  test = await createTestApi();
});
beforeEach(async () => {
  await setReadOnly("on");
  pool = openDatabase(test.connection, { connectionsMax: SESSIONS });
  expect(await readSessions()).toEqual(Array(SESSIONS).fill("on"));
});
afterEach(async () => {
  await pool.end();
  await setReadOnly("off");
});
afterAll(() => test.close());

/** Uses a pool whose sessions were always writable. */
const setReadOnly = (value: "on" | "off") =>
  test.database.unsafe(
    `ALTER DATABASE ${test.connection.database} SET default_transaction_read_only = ${value}`,
  );

type Session = { pid: number; isReadOnly: string };

async function listSessions(): Promise<Session[]> {
  const held = await Promise.all(Array.from({ length: SESSIONS }, () => pool.reserve()));
  const read = held.map(async (sql) => {
    const rows = await sql<Session[]>`
      SELECT pg_backend_pid() AS pid, current_setting('transaction_read_only') AS "isReadOnly"`;
    sql.release();
    return [...rows];
  });
  return (await Promise.all(read)).flat();
}

/** Returns whether each session of the pool is read-only. */
const readSessions = async () => (await listSessions()).map(({ isReadOnly }) => isReadOnly);
const readPids = async () => (await listSessions()).map(({ pid }) => pid).toSorted();

const writeIn = (database: Database) =>
  inTransaction(database, (sql) => sql`UPDATE settings SET is_reg_enabled = is_reg_enabled`);

it("is ready again, in all sessions, once the database can be written", async () => {
  await expect(assertWritable(pool)).rejects.toThrow("the database is read-only");
  await setReadOnly("off");
  await expect.poll(() => assertWritable(pool).then(() => "ready", String)).toBe("ready");
  expect(await readSessions()).toEqual(Array(SESSIONS).fill("off"));
});

it("writes at the first attempt, and cuts off nobody who reads", async () => {
  await setReadOnly("off");
  const reading = pool.begin(async (sql) => {
    await writeIn(pool);
    return sql`SELECT 1 AS read`;
  });
  expect([...(await reading)]).toEqual([{ read: 1 }]);
  await writeIn(pool);
});

it("fails, with the sessions that it has, for as long as the database is read-only", async () => {
  const before = await readPids();
  await expect(writeIn(pool)).rejects.toMatchObject({ code: "25006" });
  await expect(assertWritable(pool)).rejects.toThrow("the database is read-only");
  expect(await readPids()).toEqual(before);
});

it("runs its jobs again without anybody who asks whether it is ready", async () => {
  await setReadOnly("off");
  let runs = 0;
  const noun: Noun = {
    name: "notes",
    jobs: ({ database }) => [
      {
        name: "write without a transaction",
        everyMs: 10,
        run: async () => {
          await database`UPDATE settings SET is_reg_enabled = is_reg_enabled`;
          runs += 1;
        },
      },
    ],
  };
  const background = startBackground({ ...test.deps, database: pool }, [noun]);
  try {
    await expect.poll(() => runs).toBeGreaterThan(SESSIONS);
  } finally {
    await background.stop();
  }
});
