import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "#api/db/client.ts";
import { ownMailsData } from "#api/mails/own-data.queries.ts";
import type { OwnData } from "#api/noun.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { openDeposit } from "#tests/setup/money/top-up.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

/** Records of mails to others, as many per member as in a shop of any size. */
const OTHERS = 5_000;

type Plan = Record<string, unknown>;
/** Returns the most rows that one step of a plan has read. */
function mostRead(plan: Plan): number {
  const looked = ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck"].map(
    (name) => Number(plan[name] ?? 0) * Number(plan["Actual Loops"] ?? 1),
  );
  const below: Plan[] = Array.isArray(plan.Plans) ? plan.Plans : [];
  return Math.max(
    looked.reduce((sum, rows) => sum + rows, 0),
    ...below.map(mostRead),
  );
}

it("one's own mails are found without reading those of everybody", async () => {
  const { agent, id } = await createMember(test);
  const own = await openDeposit(agent);
  const other = await openDeposit((await createMember(test)).agent);
  await test.database`
    INSERT INTO mail_records (mail_id, deposit_id, subject, queued_at)
    SELECT -n, CASE WHEN n = 1 THEN ${own.id}::bigint ELSE ${other.id}::bigint END, 'Receipt', now()
    FROM generate_series(1, ${OTHERS}::int) AS n`;
  await test.database`ANALYZE`;
  const list = ownMailsData.mail_records as OwnData["lists"][string];
  const user = { id, email: "", isEmailVerified: true };
  const page = { after: 0, limit: 500 };
  const rows = await list(test.database, user, page);
  expect(rows.map(({ deposit_id }) => deposit_id)).toEqual([own.id]);
  const plan = await inTransaction(test.database, async (sql) => {
    const query = list(sql, user, page) as ReturnType<typeof sql>;
    const [row] = await sql<{ "QUERY PLAN": [{ Plan: Plan }] }[]>`
      EXPLAIN (ANALYZE, FORMAT JSON) ${query}`;
    return row?.["QUERY PLAN"][0].Plan ?? {};
  });
  expect(mostRead(plan)).toBeLessThan(OTHERS / 10);
});
