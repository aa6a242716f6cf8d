import { expect, it } from "vitest";
import { inTransaction } from "#api/db/client.ts";
import { needsApproval } from "#api/payouts/payout-holds.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";

// The sum is read for each ready payout of every claim and list: if that read the events of all
// payouts that a seller ever got, a busy seller would stop everybody's payouts.

let test: TestApi;
setUpStaffApi((created) => {
  ({ test } = created);
});

/** Lists the plan nodes that read a table or an index, by alias. */
function listScans(plan: Record<string, unknown>): [unknown, unknown, unknown][] {
  const own: [unknown, unknown, unknown][] =
    "Alias" in plan ? [[plan.Alias, plan["Node Type"], plan["Index Name"]]] : [];
  const below = Array.isArray(plan.Plans) ? plan.Plans.flatMap(listScans) : [];
  return [...own, ...below];
}

it("what a seller got without a second person is read from one index alone", async () => {
  const scans = await inTransaction(test.database, async (sql) => {
    // The tables are empty, so without these settings the planner would scan them.
    await sql`SET LOCAL enable_seqscan = off`;
    await sql`SET LOCAL enable_bitmapscan = off`;
    const [row] = await sql<{ "QUERY PLAN": [{ Plan: Record<string, unknown> }] }[]>`
      EXPLAIN (FORMAT JSON) SELECT id FROM payouts WHERE ${needsApproval(sql, test.clock.now())}`;
    return listScans(row?.["QUERY PLAN"][0].Plan ?? {});
  });
  const summed = scans.filter(([alias]) => alias !== "payouts" && alias !== "settings");
  expect(summed).toEqual([["recent", "Index Only Scan", "payouts_unapproved"]]);
});
