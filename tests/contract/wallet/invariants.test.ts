import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MoneyInvariantError, runMoneyCheck } from "#api/wallet/check-money-command.ts";
import { listViolations, post } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { type Damage, expectFound } from "#tests/setup/money/damages.ts";
import { openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import {
  configureDebtor,
  createPayout,
  createStaff,
  exportPayouts,
} from "#tests/setup/records/offers.ts";

// Damages of balances and postings are in wallet-check.test.ts, those of card payouts and of files
// that two people made in payout-damages.test.ts, those of refunds, disputes and documents in
// refund-damages.test.ts.

let test: TestApi;
let userId: number;
beforeAll(async () => {
  test = await createTestApi();
  const { agent, id } = await createMember(test);
  userId = id;
  await giveCredits(test.database, id, 1_000);
  const product = await createProduct(test);
  await agent.post("/api/purchase/prompt", { prompt_id: product.id });
  await sendReport(test, { ref: (await openDeposit(agent)).ref });
  const staff = await createStaff(test);
  await configureDebtor(test);
  await createPayout(test, staff, "99.50");
  await exportPayouts(staff);
});
afterAll(() => test.close());

it("an honest sale, deposit and payout are found right", async () => {
  expect(await listViolations(test.database)).toEqual([]);
});

it("the operator's command names each row that is wrong", async () => {
  expect(await runMoneyCheck(test.database)).toBe("The money adds up.");
  const undo = new Error("undo");
  const work = test.database.begin(async (sql) => {
    const [row] = await sql<{ id: number }[]>`
      INSERT INTO ledger_transactions (kind, source_id) VALUES ('grant', 'nothing') RETURNING id`;
    await expect(runMoneyCheck(sql)).rejects.toThrow(
      new MoneyInvariantError(`The money does not add up:\ntransaction has postings: ${row?.id}`),
    );
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
});

it.each<Damage>([
  [
    "a cause that was posted twice",
    ["cause counts once", "transaction has postings"],
    async (sql) => {
      await sql`
        ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_source_id_key`;
      await sql`
        INSERT INTO ledger_transactions (kind, source_id)
        SELECT kind, source_id FROM ledger_transactions WHERE kind = 'grant'`;
    },
  ],
  [
    "a product that one buyer bought twice",
    ["order is paid", "product is bought once"],
    async (sql) => {
      await sql`DROP INDEX orders_one_live`;
      await sql`
        INSERT INTO orders (user_id, product_id, slug, titles, price_cents, currency, prompt,
          licence, picture_hash)
        SELECT user_id, product_id, slug, titles, price_cents, currency, prompt, licence,
          picture_hash FROM orders`;
    },
  ],
  [
    "a payment that two deposits share",
    ["payment is one deposit"],
    async (sql) => {
      await sql`ALTER TABLE deposits DROP CONSTRAINT deposits_provider_ref_of_provider`;
      await sql`
        INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents,
          internal_amount_cents, method, provider, provider_ref, contact)
        SELECT user_id, ${randomUUID()}, body_hash, amount_cents, internal_amount_cents, method,
          provider, provider_ref, contact FROM deposits`;
    },
  ],
  [
    "an order whose money went somewhere else than to the revenue",
    ["order is paid", "suspense is its open items"],
    async (sql) => {
      const [order] = await sql<{ id: number }[]>`
        INSERT INTO orders (user_id, product_id, slug, titles, price_cents, currency, prompt,
          licence, picture_hash)
        SELECT ${(await createMember(test)).id}, product_id, slug, titles, price_cents, currency,
          prompt, licence, picture_hash FROM orders RETURNING id, user_id`;
      const [row] = await sql<{ userId: number }[]>`
        SELECT user_id AS "userId" FROM orders WHERE id = ${order?.id ?? 0}`;
      const wallet = { wallet: row?.userId ?? userId };
      const shared = { amountCents: 150, sourceId: String(order?.id) };
      await post(sql, { ...shared, kind: "grant", from: { platform: "promotion" }, to: wallet });
      await post(sql, { ...shared, kind: "order", from: wallet, to: { platform: "suspense" } });
    },
  ],
  [
    "a deposit that was credited out of somewhere else than the provider's money",
    ["deposit is credited once"],
    async (sql) => {
      const [deposit] = await sql<{ id: number }[]>`
        INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents,
          internal_amount_cents, method, provider, status, contact)
        VALUES (${userId}, ${randomUUID()}, 'x', 500, 500, 'card', 'sandbox', 'success', '{}')
        RETURNING id`;
      await post(sql, {
        kind: "deposit",
        sourceId: String(deposit?.id),
        from: { platform: "promotion" },
        to: { wallet: userId },
        amountCents: 500,
      });
    },
  ],
  [
    "a posting that crosses from one currency into another",
    // Each of the two has then gained or lost money that nobody paid in.
    ["conservation", "conservation", "currencies stay apart"],
    async (sql) => {
      await sql`ALTER TABLE ledger_postings DISABLE TRIGGER ledger_postings_one_currency`;
      const from = { platform: "promotion" } as const;
      const to = { platform: "bank_out" } as const;
      await post(sql, { kind: "grant", sourceId: "crossing", from, to, amountCents: 5 });
      await sql`ALTER TABLE ledger_postings ENABLE TRIGGER ledger_postings_one_currency`;
    },
  ],
  [
    "an accepted offer that nobody posted, and that has no payout",
    ["offer has its payout", "offer is owed once"],
    async (sql) => {
      await sql`
        INSERT INTO offers (user_id, body_hash, locale, title, category_id, user_price_cents,
          service_price_cents, status, version, answered_at, decided_at, contact, created_at)
        SELECT user_id, body_hash, locale, title, category_id, user_price_cents,
          service_price_cents, status, version, answered_at, decided_at, contact, created_at
        FROM offers`;
    },
  ],
  [
    "an offer that is owed before it was accepted",
    ["payment has its cause"],
    async (sql) => {
      const from = { platform: "design_purchases" } as const;
      const to = { platform: "payouts_payable" } as const;
      await post(sql, { kind: "offer", sourceId: "999999", from, to, amountCents: 5 });
    },
  ],
  [
    "an offer that is paid twice",
    ["batch is its payouts", "offer has its payout"],
    async (sql) => {
      await sql`DROP INDEX payouts_one_live`;
      await sql`
        INSERT INTO payouts (offer_id, user_id, amount_cents, full_name, iban_sealed, iban_masked,
          status, batch_id, created_at, changed_at)
        SELECT offer_id, user_id, amount_cents, full_name, iban_sealed, iban_masked, status,
          batch_id, created_at, changed_at FROM payouts`;
    },
  ],
  [
    "a payout that was sent without a posting",
    ["payout is posted as it stands"],
    async (sql) => sql`UPDATE payouts SET status = 'sent'`,
  ],
  [
    "a payout that was posted before the bank took it",
    ["payout is posted as it stands"],
    async (sql) => {
      const [payout] = await sql<{ id: number }[]>`SELECT id FROM payouts`;
      const from = { platform: "payouts_payable" } as const;
      const to = { platform: "bank_out" } as const;
      const sourceId = String(payout?.id);
      await post(sql, { kind: "payout", sourceId, from, to, amountCents: 9_950 });
    },
  ],
  [
    "a payout that was written off though somebody can claim it",
    ["written off for a deleted account"],
    async (sql) => {
      const [payout] = await sql<{ id: number }[]>`
        UPDATE payouts SET status = 'written_off' RETURNING id`;
      const from = { platform: "payouts_payable" } as const;
      const to = { platform: "design_purchases" } as const;
      const sourceId = String(payout?.id);
      await post(sql, { kind: "payout_write_off", sourceId, from, to, amountCents: 9_950 });
    },
  ],
  [
    "a large payout of somebody who is not verified",
    ["batch is its payouts", "large payout is verified", "offer has its payout"],
    async (sql) => {
      await sql`ALTER TABLE payouts DROP CONSTRAINT payouts_offer_id_amount_cents_fkey`;
      await sql`
        UPDATE payouts SET status = 'awaiting_verification', batch_id = NULL,
          amount_cents = 15000`;
    },
  ],
  [
    "a correction that whoever asked for it approved",
    ["correction is posted as it stands"],
    async (sql) => {
      const { id: staffId } = await createStaff(test);
      await sql`ALTER TABLE balance_adjustments DROP CONSTRAINT balance_adjustments_two_people`;
      const [made] = await sql<{ id: number }[]>`
        INSERT INTO balance_adjustments (operation_id, user_id, amount_cents, reason,
          needs_approval, status, requested_by, requested_at, decided_by, decided_at)
        VALUES (${randomUUID()}, ${userId}, 700, 'x', true, 'posted', ${staffId}, now(),
          ${staffId}, now()) RETURNING id`;
      const [from, to] = [{ platform: "promotion" } as const, { wallet: userId }];
      const sourceId = String(made?.id);
      await post(sql, { kind: "adjustment", sourceId, from, to, amountCents: 700 });
    },
  ],
  [
    "a correction that was posted though it waits",
    ["correction is posted as it stands"],
    async (sql) => {
      const { id: staffId } = await createStaff(test);
      const [made] = await sql<{ id: number }[]>`
        INSERT INTO balance_adjustments (operation_id, user_id, amount_cents, reason,
          needs_approval, status, requested_by, requested_at)
        VALUES (${randomUUID()}, ${userId}, -100, 'x', true, 'waiting', ${staffId}, now())
        RETURNING id`;
      const [from, to] = [{ wallet: userId }, { platform: "promotion" } as const];
      const sourceId = String(made?.id);
      await post(sql, { kind: "adjustment", sourceId, from, to, amountCents: 100 });
    },
  ],
  [
    "a correction of the ledger that nobody asked for",
    ["payment has its cause"],
    async (sql) => {
      const [from, to] = [{ platform: "promotion" } as const, { wallet: userId }];
      await post(sql, { kind: "adjustment", sourceId: "999999", from, to, amountCents: 100 });
    },
  ],
  [
    "a trigger that was disabled",
    ["triggers are enabled", "triggers are enabled"],
    async (sql) => {
      await sql`ALTER TABLE ledger_postings DISABLE TRIGGER ledger_postings_append_only`;
      await sql`DROP TRIGGER ledger_accounts_balance_guard ON ledger_accounts`;
    },
  ],
])("%s is found", (...damage) => expectFound(test.database, damage));
