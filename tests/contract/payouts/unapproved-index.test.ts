import { expect, it } from "vitest";
import { inTransaction, type Sql } from "#api/db/client.ts";
import { listQueues } from "#api/overview/gauges.queries.ts";
import { listWaiting } from "#api/overview/overview.queries.ts";
import { listSellersAbove } from "#api/payouts/approvals.queries.ts";
import { claimDueCardPayout } from "#api/payouts/card-payouts.queries.ts";
import { approvalCents } from "#api/payouts/payout-holds.ts";
import { lockReadyPayouts } from "#api/payouts/payouts.queries.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, createCardSeller, giveCard } from "#tests/setup/money/cards.ts";
import { dropChecks } from "#tests/setup/money/damages.ts";
import type { Member } from "#tests/setup/records/offers.ts";

// The sum is read for each ready payout of every claim and list: if that read the events of all
// payouts that a seller ever got, a busy seller would stop everybody's payouts.

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

/** Lists the plan nodes that read a table or an index, by alias. */
function listScans(plan: Record<string, unknown>): [unknown, unknown, unknown][] {
  const own: [unknown, unknown, unknown][] =
    "Alias" in plan && plan["Node Type"] !== "Subquery Scan"
      ? [[plan.Alias, plan["Node Type"], plan["Index Name"]]]
      : [];
  const below = Array.isArray(plan.Plans) ? plan.Plans.flatMap(listScans) : [];
  return [...own, ...below];
}

it("what a seller and an account got without a second person is read from indexes alone", async () => {
  const scans = await inTransaction(test.database, async (sql) => {
    // The tables are empty, so without these settings the planner would scan them.
    await sql`SET LOCAL enable_seqscan = off`;
    await sql`SET LOCAL enable_bitmapscan = off`;
    const [row] = await sql<{ "QUERY PLAN": [{ Plan: Record<string, unknown> }] }[]>`
      EXPLAIN (FORMAT JSON) SELECT ${approvalCents(sql, test.clock.now())} FROM payouts`;
    return listScans(row?.["QUERY PLAN"][0].Plan ?? {});
  });
  const summed = scans.filter(([alias]) => alias !== "payouts" && alias !== "settings");
  expect(summed).toEqual([
    ["recent", "Index Only Scan", "payouts_unapproved"],
    ["shared", "Index Only Scan", "payouts_unapproved_account"],
  ]);
});

/** Adds ready card payouts like the existing one: same seller, same card. */
async function addPayouts(sql: Sql, count: number): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO offers (user_id, operation_id, body_hash, locale, title, category_id,
        user_price_cents, service_price_cents, status, answered_at, decided_at, contact, created_at)
      SELECT user_id, gen_random_uuid(), body_hash, locale, title, category_id, user_price_cents,
        service_price_cents, status, answered_at, decided_at, contact, created_at
      FROM offers, generate_series(1, ${count}) WHERE status = 'approved' RETURNING id),
    cards AS (
      INSERT INTO payout_cards (user_id, offer_id, provider, state_hash, session_hash, created_at,
        expires_at, used_at, token_sealed, brand, last4, exp_month, exp_year)
      SELECT user_id, made.id, provider, decode(md5(made.id::text), 'hex'), session_hash, created_at,
        expires_at, used_at, token_sealed, brand, last4, exp_month, exp_year
      FROM made, payout_cards RETURNING id, offer_id)
    INSERT INTO payouts (offer_id, user_id, amount_cents, type, full_name, card_id, account_hash,
      provider, status, created_at, changed_at)
    SELECT cards.offer_id, user_id, amount_cents, type, full_name, cards.id, account_hash, provider,
      status, created_at, changed_at FROM cards, payouts`;
}

/** Returns how often this connection has read the indexes of these sums. */
async function countScans(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT (pg_stat_get_xact_numscans('payouts_unapproved'::regclass)
      + pg_stat_get_xact_numscans('payouts_unapproved_account'::regclass))::int AS count`;
  return row?.count ?? 0;
}

it.each<[string, (sql: Sql, now: Date) => Promise<unknown>]>([
  ["a claim", (sql, now) => claimDueCardPayout(sql, { provider: "sandbox", dueAt: now, now })],
  [
    "the start page of the staff",
    (sql, now) => listWaiting(sql, { now, overdueBefore: { offers: now, verifications: now } }),
  ],
  ["the gauges", (sql, now) => listQueues(sql, now)],
  [
    "the preview of a file",
    async (sql, now) => {
      // As if the payouts were to a bank account.
      await dropChecks(sql, "payouts");
      await sql`UPDATE payouts SET type = 'sepa'`;
      await lockReadyPayouts(sql, { count: 500, within: { limitCents: 100, now } });
      await listSellersAbove(sql, null, { limitCents: 100, now });
    },
  ],
])("%s reads it as often for one payout of a seller as for forty", async (_name, read) => {
  await test.database`UPDATE settings SET payout_approval_above_cents = 100`;
  const { maker, offer } = await createCardSeller(test, staff);
  await confirmCard(maker, offer, await giveCard(maker, offer));
  /** Adds payouts, reads, and undoes both. */
  const countReads = async (payouts: number): Promise<number> => {
    const undo = new Error("undo");
    let count = 0;
    const work = test.database.begin(async (sql) => {
      await sql`SET LOCAL enable_seqscan = off`;
      await sql`SET LOCAL enable_bitmapscan = off`;
      await addPayouts(sql, payouts - 1);
      const before = await countScans(sql);
      await read(sql, test.clock.now());
      count = (await countScans(sql)) - before;
      throw undo;
    });
    await expect(work).rejects.toBe(undo);
    return count;
  };
  const reads = await countReads(1);
  expect(reads).toBeGreaterThan(0);
  expect(await countReads(40)).toBe(reads);
});
