import { beforeAll, expect, it } from "vitest";
import { createMember, createProduct, giveCredits, PASSWORD } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { type Member, sendOffer } from "#tests/setup/records/offers.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";

// The data that an account leaves behind (GDPR Art. 17). Its row stays, without personal data, so
// no foreign key reveals a record that the deletion forgets.

/** Tables that still reference the owner's row after a deletion, each with the reason. */
const KEPT: Record<string, string> = {
  balance_adjustments: "accounting: a correction of the balance",
  balance_changes: "accounting: what moved the balance",
  deposits: "accounting, without who paid",
  disputes: "accounting: what a bank took back",
  documents: "invoices, for as long as tax law keeps them",
  ledger_accounts: "accounting: the wallet",
  order_downloads: "what proves that an order was delivered",
  orders: "accounting: what was bought",
  payout_cards: "of payouts, without the card's token",
  payouts: "accounting: what was paid",
  refunds: "accounting: what was paid back",
  withdrawals: "statements that the shop must be able to show",
};

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  return () => test.close();
});

/** Lists tables in which a column `user_id` references an account. */
async function listTables(): Promise<string[]> {
  const rows = await test.database<{ name: string }[]>`
    SELECT conrelid::regclass::text AS name FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid = 'users'::regclass AND attname = 'user_id' ORDER BY 1`;
  return rows.map(({ name }) => name);
}

/** Lists those of the tables that have a row of this account. */
async function listFilled(userId: number): Promise<string[]> {
  const tables = await listTables();
  const counts = await Promise.all(
    tables.map(
      (name) => test.database`SELECT 1 FROM ${test.database(name)} WHERE user_id = ${userId}`,
    ),
  );
  return tables.filter((_, index) => (counts[index]?.length ?? 0) > 0);
}

/** Creates a record of each kind that a member makes and that ends with the account. */
async function fillAll({ agent, id, email }: Member): Promise<void> {
  const { database: sql, clock } = test;
  const now = clock.now();
  const form = await createVerificationForm();
  expect((await agent.post("/api/user/verification", form)).status).toBe(200);
  await sendOffer(test, agent);
  await giveCredits(sql, id, 1_000);
  const product = await createProduct(test);
  const order = { prompt_id: product.id, consent: CONSENT };
  expect((await agent.post("/api/purchase/prompt", order)).status).toBe(200);
  await agent.post(`/api/wishlist/toggle/${product.id}`);
  await agent.post("/api/contact", { first_name: "Ada", email, message: "Where is my order?" });
  await agent.put("/api/user/billing", { company_name: "Ada Ltd" });
  await sql`INSERT INTO password_resets (user_id, token_hash, expires_at)
    VALUES (${id}, sha256('a'), ${now})`;
  await sql`INSERT INTO email_verifications (user_id, email, mailed_at, expires_at)
    VALUES (${id}, 'new@example.com', ${now}, ${now})`;
  await sql`INSERT INTO saved_views (user_id, list, name, query, created_at)
    VALUES (${id}, '/staff/orders', 'Refunded', 'state=refunded', ${now})`;
  await sql`INSERT INTO content_notices (operation_id, reference, slug, title, reason, explanation,
      name, email, user_id, locale, created_at)
    VALUES (gen_random_uuid(), '7K3M-Q9XA', 'gone', 'Gone', 'rights', 'It is mine.', 'Ada', ${email},
      ${id}, 'en', ${now})`;
  await sql`INSERT INTO generations (user_id, order_id, format, width_px, height_px, seed, due_at,
      expires_at, created_at)
    SELECT user_id, id, 'jpg', 512, 512, 1, ${now}, ${now}, ${now} FROM orders WHERE user_id = ${id}`;
}

it("a deletion leaves no record that names the account, but for those with a reason", async () => {
  const member = await createMember(test, { isEmailVerified: true });
  await fillAll(member);
  const filled = await listFilled(member.id);
  const erased = (await listTables()).filter((name) => !(name in KEPT));
  expect(
    erased.filter((name) => !filled.includes(name)),
    "give the member a row of these in fillAll, or a reason in KEPT",
  ).toEqual([]);
  const deletion = { password: PASSWORD, forfeit_balance: true };
  expect((await member.agent.delete("/api/user/delete", deletion)).status).toBe(200);
  expect(
    (await listFilled(member.id)).filter((name) => !(name in KEPT)),
    "a noun's `accountDeletion` erases these, or KEPT says why they stay",
  ).toEqual([]);
});

it("has a reason for no table that is gone", async () => {
  const tables = await listTables();
  expect(Object.keys(KEPT).filter((name) => !tables.includes(name))).toEqual([]);
});
