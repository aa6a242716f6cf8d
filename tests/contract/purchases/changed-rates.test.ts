import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkoutResponseSchema } from "#api/contract/deposits.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct, giveCredits, type MadeProduct } from "#tests/factories.ts";
import { listOrders, readDepositStatus } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { untilWaiting } from "#tests/setup/database/until-waiting.ts";
import {
  balanceOf,
  fillDeposit,
  lastDepositOf,
  openDeposit,
  sendReport,
} from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import type { Member } from "#tests/setup/records/offers.ts";
import { setEurRate } from "#tests/setup/records/settings.ts";

// A price's value in euros, on the invoice too, depends on the rate, which the owner may change.

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
  product = await createProduct(test, { priceCents: 590 });
});
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
});

const buy = (more: Record<string, unknown> = {}) =>
  buyer.agent.post("/api/purchase/prompt", {
    ...{ prompt_id: product.id, expected_price: "5.90", consent: CONSENT },
    ...more,
  });
/** Lists the sums of the buyer's invoices, in EUR cents. */
async function listInvoiced(): Promise<number[]> {
  const rows = await test.database<{ cents: number }[]>`
    SELECT gross_cents AS cents FROM documents
    WHERE user_id = ${buyer.id} AND kind = 'invoice' ORDER BY id`;
  return rows.map(({ cents }) => Number(cents));
}

describe("a purchase", () => {
  beforeEach(() => giveCredits(test.database, buyer.id, 1_000));

  it.each([5_000, 20_000, 10_100])("is not made at another rate (%i) than seen", async (rate) => {
    await setEurRate(test.database, rate);
    const response = await buy({ expected_rate: "1" });
    expect(response.status).toBe(409);
    expect(response.error).toMatchObject({
      code: "rate_changed",
      details: { rate: String(rate / 10_000) },
    });
    expect(await balanceOf(buyer.agent)).toBe(1_000);
    expect([await listOrders(buyer.agent), await listInvoiced()]).toEqual([[], []]);
  });

  it.each(["0.5", "0,5000", 0.5])("is invoiced at the rate seen (%s)", async (expected_rate) => {
    await setEurRate(test.database, 5_000);
    expect((await buy({ expected_rate })).status).toBe(200);
    expect(await listInvoiced()).toEqual([1_180]);
  });

  it("goes through where the other rate makes no cent of difference", async () => {
    await setEurRate(test.database, 10_001);
    expect((await buy({ expected_rate: "1" })).status).toBe(200);
    expect(await listInvoiced()).toEqual([590]);
  });

  it("is made at any rate where none was sent", async () => {
    await setEurRate(test.database, 5_000);
    expect((await buy()).status).toBe(200);
  });

  it("names the price first where both have changed", async () => {
    await setEurRate(test.database, 5_000);
    const response = await buy({ expected_rate: "1", expected_price: "6.00" });
    expect(response.error.code).toBe("price_changed");
  });

  it.each(["", "x", "0", "-1", "1e3"])("takes no rate that is none (%j)", async (expected_rate) => {
    const response = await buy({ expected_rate });
    expect(response.status).toBe(422);
    expect(response.error.errors).toHaveProperty("expected_rate");
  });

  it("made before is returned, whatever the rate is now", async () => {
    await buy({ expected_rate: "1" });
    await setEurRate(test.database, 5_000);
    expect((await buy({ expected_rate: "1" })).status).toBe(200);
    expect(await listInvoiced()).toEqual([590]);
  });

  it("is invoiced at the rate it was compared with, also if that changes meanwhile", async () => {
    const { database } = test;
    const buying = await database.begin(async (sql) => {
      await sql`SELECT 1 FROM products WHERE id = ${product.id} FOR UPDATE`;
      const response = buy({ expected_rate: "1" });
      await untilWaiting(database, 1);
      await setEurRate(test.database, 5_000);
      return { response };
    });
    expect((await buying.response).status).toBe(200);
    expect(await listInvoiced()).toEqual([590]);
  });
});

describe("a purchase that a deposit is for", () => {
  const purchase = (more = {}) => ({
    ...{ prompt_id: product.id, expected_price: "5.90", buy: true, consent: CONSENT },
    ...more,
  });
  const pay = async ({ ref }: { ref: string }) =>
    expect((await sendReport(test, { ref })).status).toBe(200);
  const intentOf = async ({ id }: { id: number }) =>
    (await readDepositStatus(buyer.agent, id)).purchase;

  it.each([{ expected_rate: "1" }, {}])("is made at the rate of then (%j)", async (sent) => {
    const deposit = await openDeposit(buyer.agent, { purchase: purchase(), ...sent });
    expect(await intentOf(deposit)).toMatchObject({ expected_rate: "1" });
    await pay(deposit);
    expect(await listInvoiced()).toEqual([590]);
  });

  it.each([{ expected_rate: "1" }, {}])("is not made at another one (%j)", async (sent) => {
    const deposit = await openDeposit(buyer.agent, { purchase: purchase(), ...sent });
    await setEurRate(test.database, 5_000);
    await pay(deposit);
    expect(await intentOf(deposit)).toMatchObject({
      ...{ order_id: null, failure_code: "rate_changed", is_tried: true, expected_rate: "1" },
    });
    expect(await balanceOf(buyer.agent)).toBe(1_000);
    expect([await listOrders(buyer.agent), await listInvoiced()]).toEqual([[], []]);
    // The buyer decides, at the current price.
    expect((await buy({ expected_rate: "0.5" })).status).toBe(200);
    expect(await listInvoiced()).toEqual([1_180]);
  });

  it.each([
    ["rate_changed", "100.00", { rate: "1.0009" }],
    ["price_changed", "100.01", { price: "100.00" }],
  ])("that fails already (%s) takes no money", async (code, expected_price, now) => {
    await setEurRate(test.database, 10_009);
    product = await createProduct(test, { priceCents: 10_000 });
    // The deposit itself credits the same at both rates.
    const open = (buy?: boolean) => {
      const sent = { purchase: purchase({ expected_price, buy }), expected_rate: "1" };
      return buyer.agent.post("/api/deposit/checkout", fillDeposit(sent));
    };
    const response = await open(true);
    expect(response.status).toBe(409);
    expect(response.error).toMatchObject({ code, details: now });
    expect(await lastDepositOf(buyer.agent)).toBeUndefined();
    // The buyer decides after the payment, at the price at that time.
    expect((await open()).status).toBe(200);
  });

  it("is the one that was opened before a change, when it is sent again", async () => {
    const sent = fillDeposit({ purchase: purchase(), expected_rate: "1" });
    const open = async () =>
      (await buyer.agent.post("/api/deposit/checkout", sent)).as(checkoutResponseSchema);
    const { order_id } = await open();
    await test.database`UPDATE products SET price_cents = 600 WHERE id = ${product.id}`;
    expect(await open()).toMatchObject({ order_id });
  });

  it("owned already has no price that could change", async () => {
    await giveCredits(test.database, buyer.id, 1_000);
    await buy();
    const changed = { purchase: purchase({ expected_price: "6.00" }) };
    const response = await buyer.agent.post("/api/deposit/checkout", fillDeposit(changed));
    expect(response.status).toBe(200);
  });

  it("of a release that kept no rate is made at any", async () => {
    const deposit = await openDeposit(buyer.agent, { purchase: purchase() });
    await test.database`
      UPDATE purchase_intents SET rate_basis_points = NULL WHERE deposit_id = ${deposit.id}`;
    expect(await intentOf(deposit)).toMatchObject({ expected_rate: null });
    await setEurRate(test.database, 5_000);
    await pay(deposit);
    expect(await listInvoiced()).toEqual([1_180]);
  });
});
