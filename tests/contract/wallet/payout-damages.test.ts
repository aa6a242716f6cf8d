import { afterAll, beforeAll, expect, it } from "vitest";
import { anonymizeUser } from "#api/accounts/profile.queries.ts";
import { payoutApprovalResponseSchema } from "#api/contract/payouts.ts";
import type { Sql } from "#api/db/client.ts";
import { sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import {
  type Damage,
  dropChecks,
  expectFound,
  withoutTriggers,
} from "#tests/setup/money/damages.ts";
import { createShop } from "#tests/setup/money/refunds.ts";
import {
  configureDebtor,
  createPayout,
  createPricedOffer,
  createStaff,
  exportPayouts,
  type Member,
  offerOf,
} from "#tests/setup/records/offers.ts";

// Payouts to cards, and bank files that two people made: damages that the check must find.

let test: TestApi;
let maker: Member;
beforeAll(async () => {
  const shop = await createShop();
  const { staff } = shop;
  test = shop.test;
  await configureDebtor(test);
  await offerCards(test);
  await test.database`UPDATE settings SET payout_approval_above_cents = 0`;
  await createPayout(test, staff, "99.50");
  const asked = (await exportPayouts(staff)).as(payoutApprovalResponseSchema).payload;
  const colleague = await createStaff(test);
  const path = `/api/staff/payouts/approvals/${asked?.id}`;
  expect((await colleague.agent.post(path, { decision: "approve" })).status).toBe(200);
  maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
  const offer = await createPricedOffer(test, { staff, maker }, "75.00");
  const accepted = await confirmCard(maker, offer, await giveCard(maker, offer));
  const approved = `/api/staff/payouts/${offerOf(accepted).payout?.id}/approve`;
  expect((await colleague.agent.post(approved, { seen: "75.00" })).status).toBe(200);
  await sendCardPayouts(test.deps);
});
afterAll(() => test.close());

it("a file of two people and a payout to a card are found right", async () => {
  const rows = await test.database`SELECT type, status FROM payouts ORDER BY id`;
  expect([...rows]).toEqual([
    { type: "sepa", status: "exported" },
    { type: "card", status: "sent" },
  ]);
  expect(await listViolations(test.database)).toEqual([]);
});

/** Inserts a second used card for the offer that a payout of this type pays. */
const insertUsedCard = (sql: Sql, type: "sepa" | "card") => sql<{ id: number }[]>`
  INSERT INTO payout_cards (user_id, offer_id, provider, state_hash, session_hash, created_at,
    expires_at, used_at, brand, last4, exp_month, exp_year)
  SELECT p.user_id, p.offer_id, c.provider, 'x', c.session_hash, c.created_at, c.expires_at,
    c.used_at, c.brand, c.last4, c.exp_month, c.exp_year
  FROM payouts p, payout_cards c WHERE p.type = ${type} RETURNING id`;

const changeApproval = (sql: Sql, change: (sql: Sql) => Promise<unknown>) =>
  withoutTriggers(sql, "payout_approvals", () => change(sql));

it.each<Damage>([
  [
    "a payout to the card of somebody else",
    ["card payout has its card"],
    async (sql) => {
      const { id } = await createMember(test);
      await sql`UPDATE payout_cards SET user_id = ${id}`;
    },
  ],
  [
    "a payout to a card that was given for another offer",
    ["card payout has its card"],
    (sql) => sql`
      UPDATE payout_cards SET offer_id = (SELECT offer_id FROM payouts WHERE type = 'sepa')`,
  ],
  [
    "a payout to a card through another provider",
    ["card payout has its card"],
    (sql) => sql`UPDATE payout_cards SET provider = 'another'`,
  ],
  [
    "a payout to a card that is in a file for the bank",
    ["approved file is what was asked for", "batch is its payouts", "card payout has its card"],
    async (sql) => {
      await dropChecks(sql, "payouts");
      await sql`
        UPDATE payouts SET batch_id = (SELECT id FROM payout_batches) WHERE type = 'card'`;
    },
  ],
  [
    "a payout to a bank account that has a card",
    ["card payout has its card"],
    async (sql) => {
      await dropChecks(sql, "payouts");
      const [card] = await insertUsedCard(sql, "sepa");
      await sql`UPDATE payouts SET card_id = ${card?.id ?? 0} WHERE type = 'sepa'`;
    },
  ],
  [
    "a card that was used and is paid nothing",
    ["used card has its payout"],
    (sql) => insertUsedCard(sql, "card"),
  ],
  [
    "a card's token that is left of a deleted account",
    ["used card has its payout"],
    (sql) => anonymizeUser(sql, maker.id, new Date()),
  ],
  [
    "a transfer to a card of another amount",
    ["card payout is what was sent"],
    (sql) => sql`UPDATE sandbox_transfers SET amount_cents = amount_cents + 1`,
  ],
  [
    "a transfer to a card that no payout asked for",
    ["card payout is what was sent"],
    (sql) => sql`
      INSERT INTO sandbox_transfers (payout_id, token, amount_cents, currency, outcome)
      SELECT 999999, token, amount_cents, currency, outcome FROM sandbox_transfers`,
  ],
  [
    "a transfer to a card of a payout that waits",
    ["card payout is what was sent", "payout is posted as it stands"],
    (sql) => sql`UPDATE payouts SET status = 'ready' WHERE type = 'card'`,
  ],
  [
    "a payout to a card that was posted as the bank's",
    ["payout is posted as it stands"],
    (sql) =>
      withoutTriggers(
        sql,
        "ledger_postings",
        () => sql`
          UPDATE ledger_postings SET destination_account_id =
            (SELECT id FROM ledger_accounts WHERE kind = 'bank_out')
          WHERE destination_account_id = (SELECT id FROM ledger_accounts WHERE kind = 'card_out')`,
      ),
  ],
  [
    "a payout to a card that the one who set its price approved",
    ["approved payout has two people"],
    (sql) => sql`UPDATE payouts SET approved_by = (SELECT answered_by FROM offers
      WHERE offers.id = offer_id) WHERE type = 'card'`,
  ],
  [
    "a payout to a card that its seller approved",
    ["approved payout has two people"],
    async (sql) => {
      await dropChecks(sql, "payouts");
      await sql`UPDATE payouts SET approved_by = user_id WHERE type = 'card'`;
    },
  ],
  [
    "a file that the one who asked for it approved",
    ["approved file is what was asked for"],
    async (sql) => {
      await dropChecks(sql, "payout_approvals");
      await changeApproval(sql, () => sql`UPDATE payout_approvals SET decided_by = requested_by`);
    },
  ],
  [
    "a file of another sum than was approved",
    ["approved file is what was asked for"],
    (sql) =>
      changeApproval(sql, () => sql`UPDATE payout_approvals SET total_cents = total_cents - 1`),
  ],
  [
    "a file with more payouts than were approved",
    ["approved file is what was asked for"],
    (sql) =>
      changeApproval(
        sql,
        () => sql`UPDATE payout_approvals SET payout_ids = payout_ids || payout_ids`,
      ),
  ],
  [
    "a file with another payout than was approved",
    ["approved file is what was asked for"],
    (sql) => changeApproval(sql, () => sql`UPDATE payout_approvals SET payout_ids = '{999999}'`),
  ],
  [
    "a file that was made under another operation than was approved",
    ["approved file is what was asked for"],
    (sql) =>
      changeApproval(sql, () => sql`UPDATE payout_approvals SET operation_id = gen_random_uuid()`),
  ],
])("%s is found", (...damage) => expectFound(test.database, damage));
