import { afterAll, beforeAll, expect, it } from "vitest";
import { createApi } from "#api/create-api.ts";
import { type Database, openDatabase } from "#api/db/client.ts";
import { createMember, giveCredits } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";

/** Defaults that an operator may have set on the role or the database for other programs. */
const DEFAULTS = {
  DateStyle: "German",
  IntervalStyle: "iso_8601",
  TimeZone: "Asia/Tokyo",
  extra_float_digits: "-15",
  bytea_output: "escape",
  standard_conforming_strings: "off",
  array_nulls: "off",
  transform_null_equals: "on",
  default_transaction_isolation: "serializable",
};

let test: TestApi;
let pool: Database;
beforeAll(async () => {
  test = await createTestApi();
  for (const [name, value] of Object.entries(DEFAULTS)) {
    await test.database.unsafe(
      `ALTER DATABASE ${test.connection.database} SET ${name} = '${value}'`,
    );
  }
  pool = openDatabase(test.connection);
});
afterAll(async () => {
  await pool.end();
  await test.close();
});

it("reads and writes values in its own forms, whatever the database's defaults are", async () => {
  const at = new Date("2026-02-03T04:05:06.789Z");
  const [row] = await pool`
    SELECT ${at}::timestamptz AS at, '2026-02-03'::date AS day,
      interval '1 day 2 hours'::text AS pause, 0.1::float8 + 0.2 AS sum, '\\x00ff'::bytea AS bytes,
      ('{a,NULL}'::text[])[2] AS second, (NULL::int = NULL) AS equal, ${"a\\b"} AS text, 'a\\b' AS written`;
  expect(row).toEqual({
    at,
    day: new Date("2026-02-03"),
    pause: "1 day 02:00:00",
    sum: 0.1 + 0.2,
    bytes: Buffer.from([0, 255]),
    second: null,
    equal: null,
    text: "a\\b",
    written: "a\\b",
  });
  const [session] = await pool.begin(
    (sql) => sql`SELECT current_setting('transaction_isolation') AS isolation,
      date_trunc('day', ${at}::timestamptz) AS begun`,
  );
  expect(session).toEqual({ isolation: "read committed", begun: new Date("2026-02-03") });
});

it("shows a member's balance and history", async () => {
  const { agent, id } = await createMember(test);
  await giveCredits(test.database, id, 1_000);
  const api = createApi({ ...test.deps, database: pool });
  const elsewhere = new ApiAgent((request) => api.fetch(request), { appUrl: TEST_APP_URL });
  elsewhere.takeCookiesOf(agent);
  for (const path of ["/api/user/profile", "/api/payment/history"]) {
    expect([path, (await elsewhere.get(path)).status]).toEqual([path, 200]);
  }
});
