import { afterAll, beforeAll, expect, it } from "vitest";
import { sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { CARDS, confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import { type Damage, expectFound } from "#tests/setup/money/damages.ts";
import { createShop } from "#tests/setup/money/refunds.ts";
import {
  configureDebtor,
  createPayout,
  createPricedOffer,
  createStaff,
  exportPayouts,
} from "#tests/setup/records/offers.ts";

// Payouts sent by one person, up to the limit of the settings: damages that the check must find.

let test: TestApi;
let colleagueId: number;
beforeAll(async () => {
  const shop = await createShop();
  const { staff } = shop;
  test = shop.test;
  await configureDebtor(test);
  await offerCards(test);
  await test.database`UPDATE settings SET payout_approval_above_cents = 10_000`;
  colleagueId = (await createStaff(test)).id;
  const maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
  const cards = [CARDS.fails, CARDS.pays, CARDS.pays];
  for (const [index, price] of ["100.00", "60.00", "40.00"].entries()) {
    const offer = await createPricedOffer(test, { staff, maker }, price);
    await confirmCard(maker, offer, await giveCard(maker, offer, cards[index]));
    await sendCardPayouts(test.deps);
  }
  await createPayout(test, staff, "100.00");
  expect((await exportPayouts(staff)).status).toBe(200);
});
afterAll(() => test.close());

it("what one person sent up to the limit is found right", async () => {
  const rows = await test.database`
    SELECT type, status, amount_cents::int AS cents, limit_cents::int AS "limitCents"
    FROM payouts ORDER BY id`;
  expect([...rows]).toEqual([
    { type: "card", status: "returned", cents: 10_000, limitCents: 10_000 },
    { type: "card", status: "sent", cents: 6_000, limitCents: 10_000 },
    { type: "card", status: "sent", cents: 4_000, limitCents: 10_000 },
    { type: "sepa", status: "exported", cents: 10_000, limitCents: 10_000 },
  ]);
  expect(await listViolations(test.database)).toEqual([]);
});

it.each<Damage>([
  [
    "a payout that is above the limit with an earlier one",
    ["payouts of one person are limited"],
    (sql) => sql`UPDATE payouts SET limit_cents = 9_999 WHERE amount_cents = 4_000`,
  ],
  [
    "a payout that is above the limit by itself",
    ["payouts of one person are limited"],
    (sql) => sql`UPDATE payouts SET limit_cents = 5_999 WHERE amount_cents = 6_000`,
  ],
  [
    "a failed payout that a person said came back, so that it counts",
    ["payouts of one person are limited", "payouts of one person are limited"],
    (sql) => sql`
      UPDATE payout_events SET actor_id = ${colleagueId} WHERE status = 'returned'`,
  ],
  [
    "a payout that was sent before an earlier one had failed",
    ["payouts of one person are limited", "payouts of one person are limited"],
    async (sql) => {
      const [row] = await sql<{ id: number }[]>`
        DELETE FROM payout_events WHERE status = 'returned' RETURNING payout_id AS id`;
      await sql`INSERT INTO payout_events (payout_id, status, created_at)
        VALUES (${row?.id ?? 0}, 'returned', ${test.clock.now()})`;
    },
  ],
  [
    "a payout that is above the limit with those of others to the same account",
    ["payouts of one person are limited"],
    (sql) => sql`
      UPDATE payouts SET unapproved_account_hash = (SELECT unapproved_account_hash FROM payouts
        WHERE amount_cents = 4_000) WHERE type = 'sepa'`,
  ],
  [
    "a file above the limit",
    ["payouts of one person are limited"],
    (sql) => sql`UPDATE payouts SET limit_cents = 9_999 WHERE type = 'sepa'`,
  ],
  [
    "a payout that was never sent, under a limit",
    ["payouts of one person are limited"],
    (sql) => sql`DELETE FROM payout_events WHERE status = 'exported'`,
  ],
  [
    "a file of two people, under the limit of one",
    ["payouts of one person are limited"],
    (sql) => sql`
      INSERT INTO payout_approvals (operation_id, payout_ids, total_cents, status, requested_by,
        requested_at, decided_by, decided_at, batch_id)
      SELECT operation_id, ARRAY(SELECT p.id FROM payouts p WHERE p.batch_id = b.id), total_cents,
        'approved', created_by, created_at, ${colleagueId}, created_at, id FROM payout_batches b`,
  ],
])("%s is found", (...damage) => expectFound(test.database, damage));

it("a payout that was approved is under no limit", async () => {
  const change = test.database`
    UPDATE payouts SET approved_by = ${colleagueId}, approved_at = now() WHERE amount_cents = 4_000`;
  await expect(change).rejects.toThrow("check constraint");
});
