import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "#api/db/client.ts";
import { ownMailsData } from "#api/mails/own-data.queries.ts";
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

it("one's own mails are found without reading those of everybody", async () => {
  const { agent, id } = await createMember(test);
  const own = await openDeposit(agent);
  const other = await openDeposit((await createMember(test)).agent);
  await test.database`
    INSERT INTO mail_records (mail_id, deposit_id, subject, queued_at)
    SELECT -n, CASE WHEN n = 1 THEN ${own.id}::bigint ELSE ${other.id}::bigint END, 'Receipt', now()
    FROM generate_series(1, ${OTHERS}::int) AS n`;
  await test.database`ANALYZE`;
  const user = { id, email: "", isEmailVerified: true };
  const read = await inTransaction(test.database, async (sql) => {
    const rows = await ownMailsData.mail_records?.(sql, user, { after: 0, limit: 500 });
    expect(rows?.map(({ deposit_id }) => deposit_id)).toEqual([own.id]);
    const [row] = await sql<[{ count: number }]>`
      SELECT (seq_tup_read + idx_tup_fetch)::int AS count FROM pg_stat_xact_user_tables
      WHERE relname = 'mail_records'`;
    return row.count;
  });
  expect(read).toBeLessThan(OTHERS / 10);
});
