import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withdrawalOptionsResponseSchema } from "#api/contract/withdrawals.ts";
import { loader } from "#app/shop/orders/orders.tsx";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";

import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { buy, createPayer, createShop } from "#tests/setup/money/refunds.ts";

const LISTED = 50;

let test: TestApi;
let productIds: number[];
beforeAll(async () => {
  ({ test } = await createShop());
  productIds = [];
  for (let count = 0; count < LISTED; count += 1) productIds.push((await createProduct(test)).id);
});
afterAll(() => test.close());

/** An order that is not open yet, of somebody who bought so much since that no list reaches it. */
async function buyLongAgo(agent: ApiAgent): Promise<number> {
  const { orderId } = await buy(test, agent, { isLocked: true });
  await test.database`
    INSERT INTO orders (user_id, product_id, slug, titles, descriptions, price_cents, currency,
      prompt, licence, picture_hash, consented_at, consent_version, consent_locale)
    SELECT o.user_id, p.id, o.slug, o.titles, o.descriptions, o.price_cents, o.currency, o.prompt,
      o.licence, o.picture_hash, now(), '2026-11', 'en'
    FROM orders o, products p WHERE o.id = ${orderId} AND p.id = ANY(${productIds})`;
  return orderId;
}

const listOptions = async (agent: ApiAgent, query = "") =>
  (await agent.get(`/api/withdrawals/options${query}`)).as(withdrawalOptionsResponseSchema).payload
    .orders;

/** What the order's dialog offers. */
async function offeredFor(agent: ApiAgent, orderId: number) {
  const request = new Request(`${SHOP_URL}/en/dashboard?order=${orderId}`);
  const fetch = async (call: Request) => {
    const { pathname, search } = new URL(call.url);
    const { body, status } = await agent.get(pathname + search);
    return Response.json(body, { status });
  };
  const { result } = await runInWebTier(request, fetch, (context) =>
    loader({ request, context, params: { locale: "en" }, url: new URL(request.url), pattern: "" }),
  );
  return result.data.destinations;
}

describe("an order older than those that are listed", () => {
  it("is offered the destinations that its money can go to, like any other", async () => {
    const { agent: payer } = await createPayer(test, 10_000);
    const { agent: receiver, id } = await createMember(test);
    await giveCredits(test.database, id, 10_000);
    expect(await offeredFor(payer, await buyLongAgo(payer))).toEqual(["wallet", "source"]);
    expect(await offeredFor(receiver, await buyLongAgo(receiver))).toEqual(["wallet"]);
  });

  it("is listed for its buyer who names it, once, and for nobody else", async () => {
    const { agent } = await createPayer(test, 10_000);
    const { agent: other } = await createMember(test);
    const orderId = await buyLongAgo(agent);
    const query = `?order_id=${orderId}`;
    expect(await listOptions(agent)).toEqual([]);
    expect(await listOptions(agent, query)).toMatchObject([{ id: orderId }]);
    expect(await listOptions(other, query)).toEqual([]);
    const newest = await buy(test, agent, { isLocked: true });
    expect(await listOptions(agent, `?order_id=${newest.orderId}`)).toHaveLength(1);
  });
});
