import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkoutResponseSchema } from "#api/contract/deposits.ts";
import { recordDispute } from "#api/refunds/disputes/disputes.service.ts";
import { createMember, createProduct, giveCredits, type MadeProduct } from "#tests/factories.ts";
import { listOrders } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { buy, createPayer, playSandbox } from "#tests/setup/money/refunds.ts";
import { balanceOf, fillDeposit, lastDepositOf, openDeposit } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import type { Member } from "#tests/setup/records/offers.ts";
import { setEurRate } from "#tests/setup/records/settings.ts";

// Nobody pays for a product that the server knows they cannot get with that payment.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

let buyer: Member;
let product: MadeProduct;
beforeEach(async () => {
  await setEurRate(test.database, 10_000);
  buyer = await createMember(test);
  product = await createProduct(test, { priceCents: 790 });
});

const setPrice = (cents: number) =>
  test.database`UPDATE products SET price_cents = ${cents} WHERE id = ${product.id}`;
const takeOffSale = () =>
  test.database`UPDATE products SET status = 'withdrawn' WHERE id = ${product.id}`;

/** Returns the complete form of a deposit of 10.00 for the product at this price. */
const fill = (expected_price = "7.90", isBought = true) =>
  fillDeposit({
    purchase: { prompt_id: product.id, expected_price, buy: isBought, consent: CONSENT },
  });
const send = (body: unknown) => buyer.agent.post("/api/deposit/checkout", body);

/** Creates a member who has spent a payment of 10.00, of which 6.00 are disputed. */
async function createDebtor(outcomes: ("opened" | "lost")[]): Promise<void> {
  const { deposit, ...payer } = await createPayer(test);
  buyer = payer;
  await buy(test, buyer.agent, { priceCents: 1_000 });
  const claim = { disputeRef: randomUUID(), amountCents: 600, currency: "EUR" } as const;
  for (const outcome of outcomes) {
    const report = { eventId: randomUUID(), providerRef: deposit.ref, outcome, ...claim };
    await recordDispute(test.deps, "sandbox", { subject: "dispute", ...report });
  }
  expect(await balanceOf(buyer.agent)).toBe(-600);
}

describe("a deposit for a product off sale", () => {
  it.each([true, false])("is not opened, to be bought by itself or not (%j)", async (isBought) => {
    await takeOffSale();
    const response = await send(fill("7.90", isBought));
    expect(response.rejection).toEqual([410, "product_withdrawn"]);
    expect(await lastDepositOf(buyer.agent)).toBeUndefined();
  });

  it("is not opened for one without a picture either", async () => {
    await test.database`UPDATE products SET picture_hash = NULL WHERE id = ${product.id}`;
    expect((await send(fill())).error.code).toBe("product_withdrawn");
  });

  it("is the one that was opened before, when it is sent again", async () => {
    const body = fill();
    const { order_id } = (await send(body)).as(checkoutResponseSchema);
    await takeOffSale();
    expect((await send(body)).as(checkoutResponseSchema)).toMatchObject({ order_id });
  });
});

describe("a deposit that is too small for what it is to buy", () => {
  it.each([
    { balance: 500, price: "15.01", rate: 10_000, needed: "10.01 EUR" },
    { balance: 0, price: "5.01", rate: 5_000, needed: "10.02 EUR" },
  ])("is not opened, and says how much it takes (%o)", async ({ balance, price, rate, needed }) => {
    await setEurRate(test.database, rate);
    if (balance > 0) await giveCredits(test.database, buyer.id, balance);
    const cents = Math.round(Number(price) * 100);
    await setPrice(cents);
    const response = await send(fill(price));
    expect(response.status).toBe(422);
    const [error] = response.error.error_codes?.amount ?? [];
    expect(error).toEqual({ code: "deposit_insufficient", params: { amount: needed } });
    expect(await lastDepositOf(buyer.agent)).toBeUndefined();
    // Without an automatic purchase, any amount is allowed.
    expect((await send(fill(price, false))).status).toBe(200);
    await setPrice(cents - 1);
    expect((await send(fill(`${(cents - 1) / 100}`))).status).toBe(200);
  });

  it("names a price that has changed first", async () => {
    await setPrice(1_100);
    expect((await send(fill())).error.code).toBe("price_changed");
  });

  it("has to pay a debt as well", async () => {
    await createDebtor(["opened", "lost"]);
    await setPrice(401);
    const [error] = (await send(fill("4.01"))).error.error_codes?.amount ?? [];
    expect(error).toMatchObject({ params: { amount: "10.01 EUR" } });
    await setPrice(400);
    const { purchase } = fill("4.00");
    const { token } = await openDeposit(buyer.agent, { purchase });
    await playSandbox(buyer.agent, token, "pay");
    expect((await listOrders(buyer.agent)).map(({ prompt_id }) => prompt_id)).toContain(product.id);
    expect(await balanceOf(buyer.agent)).toBe(0);
  });
});

describe("a deposit while a payment is disputed", () => {
  it("is not opened to buy something: nothing can be bought", async () => {
    await createDebtor(["opened"]);
    const response = await send(fill());
    expect(response.rejection).toEqual([422, "wallet_on_hold"]);
    expect((await send(fill("7.90", false))).status).toBe(200);
  });
});
