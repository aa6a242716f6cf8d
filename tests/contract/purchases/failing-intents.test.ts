import { afterAll, beforeAll, expect, it } from "vitest";
import { insertUser } from "#api/accounts/accounts.queries.ts";
import { purchaseHistoryResponseSchema } from "#api/contract/purchases.ts";
import { processWaitingIntents } from "#api/purchases/intents.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { openDeposit, sendReport } from "#tests/setup/money/top-up.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

/** More than are read from the database in one batch. */
const FAILING = 120;

it("buys what a deposit was for behind many whose purchase always fails", async () => {
  const { database } = test;
  const product = await createProduct(test, { priceCents: 790 });
  const buyer = await createMember(test);
  const purchase = { prompt_id: product.id, expected_price: "7.90" };
  const sample = await openDeposit(buyer.agent, { purchase });
  // Without a wallet each purchase throws.
  const brokenId = await insertUser(database, {
    email: "broken@example.com",
    passwordHash: "none",
  });
  await database`
    WITH made AS (
      INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
        method, provider, contact, locale, status)
      SELECT ${brokenId}::bigint, gen_random_uuid(), body_hash, amount_cents,
        internal_amount_cents, method, provider, contact, locale, 'success'
      FROM deposits, generate_series(1, ${FAILING}::int) WHERE id = ${sample.id} RETURNING id)
    INSERT INTO purchase_intents (deposit_id, product_id, price_cents, buys_itself)
    SELECT id, ${product.id}::bigint, 790, true FROM made`;
  const deposit = await openDeposit(buyer.agent, { purchase });
  expect((await sendReport(test, { ref: deposit.ref })).status).toBe(200);
  await database`UPDATE purchase_intents SET buys_itself = true WHERE deposit_id = ${deposit.id}`;

  await processWaitingIntents(test.deps);
  const history = await buyer.agent.get("/api/purchase/history");
  expect(history.as(purchaseHistoryResponseSchema).payload).toHaveLength(1);
  const errors = test.logged.filter(({ msg }) => msg === "an intended purchase could not be made");
  expect(errors).toHaveLength(FAILING);
});
