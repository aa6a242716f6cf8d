import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  consentResponseSchema,
  purchaseHistoryResponseSchema,
  purchaseResponseSchema,
} from "#api/contract/purchases.ts";
import { withdrawalResponseSchema } from "#api/contract/withdrawals.ts";
import { inTransaction, type Sql } from "#api/db/client.ts";
import { listViolations, lockBalance } from "#api/wallet/wallet.service.ts";
import { HELD_CONSENT_VERSION } from "#domain/withdrawal.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { untilWaiting } from "#tests/setup/database/until-waiting.ts";
import { buy, createPayer, createShop, mailsTo } from "#tests/setup/money/refunds.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// Consent to the delivery of an order that an undecided statement of withdrawal holds: only with
// the text that explains the effect on the statement (docs/decisions/0045).

const HELD = { version: HELD_CONSENT_VERSION, language: "en" };

let test: TestApi;
beforeAll(async () => {
  ({ test } = await createShop());
});
afterAll(() => test.close());

let buyer: Awaited<ReturnType<typeof createPayer>> & { orderId: number; productId: number };
beforeEach(async () => {
  const payer = await createPayer(test);
  buyer = { ...payer, ...(await buy(test, payer.agent, { isLocked: true })) };
});
afterEach(async () => {
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});

/** Sends a statement that may be about the order, or that `contract` makes about it. */
async function state(contract = "The lighthouse", sender = buyer.agent): Promise<string> {
  const response = await sender.post("/api/withdrawals", {
    ...{ operation_id: randomUUID(), name: "Bea Buyer", email: buyer.email, subject: "order" },
    ...{ contract, destination: "wallet" },
  });
  return response.as(withdrawalResponseSchema).payload.number;
}
const agree = (consent: unknown) =>
  buyer.agent.post(`/api/purchase/${buyer.orderId}/consent`, { consent });
/**
 * Returns the response to a consent that waits for the wallet's lock while `work` runs under it.
 */
async function agreeDuring(work: (sql: Sql) => Promise<void>) {
  // In an object: the transaction must not await it.
  const { agreeing } = await inTransaction(test.database, async (sql) => {
    await lockBalance(sql, buyer.id);
    await sql`SELECT 1 FROM orders WHERE id = ${buyer.orderId} FOR UPDATE`;
    const waiting = agree(CONSENT);
    await untilWaiting(test.database, 1);
    await work(sql);
    return { agreeing: waiting };
  });
  return agreeing;
}
const buyAgain = (consent: unknown) =>
  buyer.agent.post("/api/purchase/prompt", { prompt_id: buyer.productId, consent });
const orderNow = async () =>
  (await buyer.agent.get(`/api/purchase/history?id=${buyer.orderId}`)).as(
    purchaseHistoryResponseSchema,
  ).payload[0];

describe("an order that a statement holds", () => {
  it.each(["named", "described"])("is not opened by the ordinary consent: %s", async (hold) => {
    if (hold === "described") await state();
    else await state(String(buyer.orderId), test.createAgent());
    const held = { is_open: false, hold, prompt: null, consented_at: null };
    const response = await agree(CONSENT);
    const { code, errors } = response.error;
    expect([response.status, code, Object.keys(errors ?? {})]).toEqual([
      422,
      "validation_failed",
      ["consent"],
    ]);
    expect(await orderNow()).toMatchObject(held);
    const again = await buyAgain(CONSENT);
    expect([again.status, again.as(purchaseResponseSchema).payload]).toMatchObject([
      200,
      { already_owned: true, order: held },
    ]);
    expect(await orderNow()).toMatchObject(held);
    const subjects = await mailsTo(test, buyer.email);
    expect(subjects.filter((subject) => subject.startsWith("Delivery of"))).toEqual([]);
  });

  it("is opened by the consent to the text that takes the statement back", async () => {
    await state();
    const { order } = (await agree(HELD)).as(consentResponseSchema).payload;
    expect(order).toMatchObject({ is_open: true, consent_version: HELD_CONSENT_VERSION });
  });

  it("is as it was for a consent that was sent while the statement arrived", async () => {
    const response = await agreeDuring(async (sql) => {
      await sql`
        INSERT INTO withdrawals (operation_id, number, status, user_id, subject, contract,
          destination, name, email, locale, received_at, confirmed_at)
        VALUES (gen_random_uuid(), 'W-while', 'review', ${buyer.id}, 'order', 'The lighthouse',
          'wallet', 'Bea', ${buyer.email}, 'en', ${test.clock.now()}, ${test.clock.now()})`;
    });
    expect(response.status).toBe(422);
    expect(await orderNow()).toMatchObject({ is_open: false, hold: "described" });
  });
});

it("a consent is of the moment at which it opens an order, after statements that came before", async () => {
  const openedAt = new Date(Date.now() + 60_000);
  const response = await agreeDuring(async () => test.clock.stop(openedAt));
  const { order } = response.as(consentResponseSchema).payload;
  expect(order).toMatchObject({ is_open: true, consented_at: openedAt.toISOString() });
});
