import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkoutResponseSchema } from "#api/contract/deposits.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { refreshSalesCounts } from "#api/purchases/purchases.queries.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct, giveCredits, type MadeUser } from "#tests/factories.ts";
import type { ApiAgent, ApiResponse } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { balanceOf, fillDeposit, openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { isThorough } from "#tests/setup/sample.ts";

// Money under concurrent requests.

/** They wait for one row, at most ten seconds each. */
const BUYERS = isThorough ? 40 : 20;
let test: TestApi;
let buyer: MadeUser & { agent: ApiAgent };
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
});
beforeEach(async () => {
  buyer = await createMember(test);
});
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
});
afterAll(() => test.close());

const atOnce = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const buy = (agent: ApiAgent, promptId: number) =>
  agent.post("/api/purchase/prompt", { prompt_id: promptId });
const countByStatus = (responses: ApiResponse[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const countOrders = async () =>
  (await test.database`SELECT 1 FROM orders WHERE user_id = ${buyer.id}`).length;
const createProducts = async (count: number, priceCents: number) => {
  const first = await createProduct(test, { priceCents });
  const rows = await test.database<{ id: number }[]>`
    INSERT INTO products (slug, category_id, titles, prompt, price_cents, picture_hash)
    SELECT slug || '-' || n, category_id, titles, prompt, price_cents, picture_hash
    FROM products, generate_series(2, ${count}) AS n WHERE id = ${first.id} RETURNING id`;
  return [first.id, ...rows.map((row) => row.id)];
};

describe("at the same time", () => {
  it("200 buys of 1.50 from a wallet of 100.00 are 66 orders, and 1.00 is left", async () => {
    await giveCredits(test.database, buyer.id, 10_000);
    const ids = await createProducts(200, 150);
    const responses = await Promise.all(ids.map((id) => buy(buyer.agent, id)));
    expect(countByStatus(responses)).toEqual({ 200: 66, 402: 134 });
    expect(await countOrders()).toBe(66);
    expect(await balanceOf(buyer.agent)).toBe(100);
  });

  it("200 clicks on one Buy are one order and one debit", async () => {
    await giveCredits(test.database, buyer.id, 10_000);
    const { id } = await createProduct(test);
    const responses = await atOnce(200, () => buy(buyer.agent, id));
    expect(countByStatus(responses)).toEqual({ 200: 200 });
    const payloads = responses.map((response) => response.as(purchaseResponseSchema).payload);
    expect(new Set(payloads.map(({ order }) => order.id)).size).toBe(1);
    expect(payloads.filter((payload) => !payload.already_owned)).toHaveLength(1);
    expect(await countOrders()).toBe(1);
    expect(await balanceOf(buyer.agent)).toBe(10_000 - 150);
  });

  it(`one prompt is sold to ${BUYERS} buyers, each of them once, while its sales are counted`, async () => {
    const { id } = await createProduct(test);
    const buyers = await atOnce(BUYERS, async () => {
      const member = await createMember(test);
      await giveCredits(test.database, member.id, 150);
      return member;
    });
    const [responses] = await Promise.all([
      Promise.all(buyers.flatMap(({ agent }) => [buy(agent, id), buy(agent, id)])),
      atOnce(5, () => refreshSalesCounts(test.database)),
    ]);
    expect(countByStatus(responses)).toEqual({ 200: 2 * BUYERS });
    for (const { agent } of buyers) expect(await balanceOf(agent)).toBe(0);
  });

  it("a price that changes is never charged unseen", async () => {
    await giveCredits(test.database, buyer.id, 100_000);
    const ids = await createProducts(60, 150);
    const responses = await Promise.all([
      ...ids.map((id) =>
        buyer.agent.post("/api/purchase/prompt", { prompt_id: id, expected_price: "1.50" }),
      ),
      test.database`UPDATE products SET price_cents = 900 WHERE id IN ${test.database(ids)}`,
    ]);
    const bought = responses.filter(
      (one): one is ApiResponse => "status" in one && one.status === 200,
    );
    for (const response of bought) {
      expect(response.as(purchaseResponseSchema).payload.order.price).toBe("1.50");
    }
    expect(await balanceOf(buyer.agent)).toBe(100_000 - 150 * bought.length);
  });

  it("50 checkouts with one operation id are one deposit", async () => {
    const body = fillDeposit();
    const responses = await atOnce(50, () => buyer.agent.post("/api/deposit/checkout", body));
    expect(countByStatus(responses)).toEqual({ 200: 50 });
    const opened = responses.map((response) => response.as(checkoutResponseSchema));
    expect(new Set(opened.map((one) => one.order_id)).size).toBe(1);
    expect(new Set(opened.map((one) => one.redirect_url)).size).toBe(1);
    const rows = await test.database`SELECT 1 FROM deposits WHERE user_id = ${buyer.id}`;
    expect(rows).toHaveLength(1);
  });

  it("of 50 checkouts with one operation id and two amounts, one amount wins", async () => {
    const body = fillDeposit();
    const responses = await atOnce(50, (at) =>
      buyer.agent.post("/api/deposit/checkout", { ...body, amount: at % 2 ? "20.00" : "10.00" }),
    );
    expect(countByStatus(responses)).toEqual({ 200: 25, 422: 25 });
    const rows = await test.database`SELECT 1 FROM deposits WHERE user_id = ${buyer.id}`;
    expect(rows).toHaveLength(1);
  });

  it("20 deposits that are paid and 60 buys add up", async () => {
    const ids = await createProducts(60, 400);
    const opened = await atOnce(20, () => openDeposit(buyer.agent));
    const [reports, buys] = await Promise.all([
      Promise.all(
        opened.flatMap(({ ref }) => [sendReport(test, { ref }), sendReport(test, { ref })]),
      ),
      Promise.all(ids.map((id) => buy(buyer.agent, id))),
    ]);
    expect(countByStatus(reports)).toEqual({ 200: 40 });
    const bought = countByStatus(buys)[200] ?? 0;
    expect(await countOrders()).toBe(bought);
    expect(await balanceOf(buyer.agent)).toBe(20_000 - 400 * bought);
  });
});
