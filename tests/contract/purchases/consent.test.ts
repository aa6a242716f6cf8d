import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  consentResponseSchema,
  type Order,
  ownedPromptsResponseSchema,
  purchaseResponseSchema,
} from "#api/contract/purchases.ts";
import { refundOrder } from "#api/refunds/refunds.service.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { LOCALES } from "#domain/locales.ts";
import {
  CONSENT_VERSION,
  HELD_CONSENT_VERSION,
  withdrawableSince,
  withdrawalEndsAt,
} from "#domain/withdrawal.ts";
import {
  createMember,
  createProduct,
  giveCredits,
  type MadeProduct,
  type MadeUser,
} from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listOrders } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { untilWaiting } from "#tests/setup/database/until-waiting.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

const PROMPT = "Bright stripes, evening light";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
});
afterAll(() => test.close());

let buyer: MadeUser & { agent: ApiAgent };
let product: MadeProduct;
beforeEach(async () => {
  buyer = await createMember(test);
  product = await createProduct(test, { priceCents: 250, prompt: PROMPT });
  await giveCredits(test.database, buyer.id, 1_000);
});
afterEach(async () => {
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});

const buy = async (consent?: unknown): Promise<Order> => {
  const response = await buyer.agent.post("/api/purchase/prompt", {
    prompt_id: product.id,
    consent,
  });
  expect(response.status).toBe(200);
  return response.as(purchaseResponseSchema).payload.order;
};
const agree = (id: unknown, consent: unknown = CONSENT, agent = buyer.agent) =>
  agent.post(`/api/purchase/${id}/consent`, { consent });
const download = (id: unknown) => buyer.agent.get(`/api/purchase/${id}/download`);
const generate = () => buyer.agent.post("/api/purchase/generate-image", { prompt_id: product.id });
const orderNow = async () => (await listOrders(buyer.agent))[0];
const buyAgain = () =>
  buyer.agent.post("/api/purchase/prompt", { prompt_id: product.id, consent: CONSENT });
const countMails = async (id: unknown) =>
  (await test.database`SELECT 1 FROM mail_records WHERE order_id = ${Number(id)}`).length;
const storedConsent = async () => {
  const [row] = await test.database`
    SELECT consented_at, consent_version, consent_locale FROM orders
    WHERE user_id = ${buyer.id}`;
  return row;
};

describe("an order with consent to delivery at once", () => {
  it("is open, and stores when and to what the buyer agreed", async () => {
    const before = test.clock.now();
    const order = await buy({ version: CONSENT_VERSION, language: "de" });
    expect(order).toMatchObject({
      prompt: PROMPT,
      is_open: true,
      opens_at: null,
      consent_version: CONSENT_VERSION,
    });
    expect(new Date(order.consented_at ?? 0).getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(await storedConsent()).toEqual({
      consented_at: new Date(order.consented_at ?? 0),
      consent_version: CONSENT_VERSION,
      consent_locale: "de",
    });
    expect((await download(order.id)).status).toBe(200);
    expect((await generate()).status).toBe(200);
  });

  it("is not placed for a text that nobody was ever shown", async () => {
    for (const consent of [
      { version: "2020-01", language: "en" },
      { version: CONSENT_VERSION, language: "tlh" },
      { version: HELD_CONSENT_VERSION, language: "en" },
      { version: "constructor", language: "en" },
      { version: CONSENT_VERSION },
      "on",
      null,
    ]) {
      const response = await buyer.agent.post("/api/purchase/prompt", {
        prompt_id: product.id,
        consent,
      });
      expect(response.status).toBe(422);
    }
    expect(await orderNow()).toBeUndefined();
  });

  it.each(LOCALES)("can be agreed to in %s", async (language) => {
    expect((await buy({ version: CONSENT_VERSION, language })).is_open).toBe(true);
  });
});

describe("an id that no order has", () => {
  it.each(["abc", "0", "999999999"])("is not valid: %s (spec §8)", async (id) => {
    const response = await download(id);
    expect(response.status).toBe(404);
    expect(response.error.message).toBe("Invalid order ID");
  });
});

describe("an order without consent", () => {
  it("is placed and paid, but prompt, download and new images stay closed", async () => {
    const order = await buy();
    const opensAt = withdrawalEndsAt({ createdAt: new Date(order.created_at) }).toISOString();
    expect(order).toMatchObject({ prompt: null, is_open: false, opens_at: opensAt });
    expect(await orderNow()).toEqual(order);
    for (const response of [await download(order.id), await generate()]) {
      expect(response.status).toBe(422);
      expect(response.error).toMatchObject({
        code: "delivery_not_open",
        details: { opens_at: opensAt },
      });
      expect(response.text).not.toContain(PROMPT);
    }
    const prompts = await buyer.agent.get("/api/user/prompts");
    expect(prompts.as(ownedPromptsResponseSchema).payload[0]).toMatchObject({ is_open: false });
  });

  it("opens when the buyer agrees later, and the first consent counts", async () => {
    const { id } = await buy();
    const opened = await agree(id);
    expect(opened.status).toBe(200);
    const { order } = opened.as(consentResponseSchema).payload;
    expect(order).toMatchObject({ id, prompt: PROMPT, is_open: true, opens_at: null });
    const first = await storedConsent();
    test.clock.advance(60);
    const again = await agree(id, { ...CONSENT, language: "fr" });
    expect(again.as(consentResponseSchema).payload.order).toEqual(order);
    expect(await storedConsent()).toEqual(first);
    expect((await download(id)).status).toBe(200);
    expect((await generate()).status).toBe(200);
  });

  it("opens by itself when the buyer can no longer withdraw", async () => {
    const { id } = await buy();
    // Backdates the order, because a session is shorter than the period.
    const setCreatedAt = (at: Date) =>
      test.database`UPDATE orders SET created_at = ${at} WHERE id = ${Number(id)}`;
    const since = withdrawableSince(test.clock.now());
    await setCreatedAt(since);
    expect((await download(id)).status).toBe(422);
    await setCreatedAt(new Date(since.getTime() - 1));
    expect((await download(id)).status).toBe(200);
    expect(await orderNow()).toMatchObject({ is_open: true, prompt: PROMPT, consented_at: null });
    expect((await agree(id)).status).toBe(200);
    expect(await storedConsent()).toMatchObject({ consented_at: null });
  });

  it("is opened by buying again with the tick, as in a second tab", async () => {
    const { id } = await buy();
    const response = await buyer.agent.post("/api/purchase/prompt", {
      prompt_id: product.id,
      consent: CONSENT,
    });
    expect(response.as(purchaseResponseSchema).payload).toMatchObject({
      already_owned: true,
      order: { id, is_open: true },
    });
    const [row] = await test.database`
      SELECT balance_cents FROM ledger_accounts WHERE user_id = ${buyer.id}`;
    expect(row).toEqual({ balance_cents: 750 });
  });

  it("takes one consent of many that come at once", async () => {
    const { id } = await buy();
    const responses = await Promise.all([1, 2, 3, 4].map(() => agree(id)));
    const stored = await storedConsent();
    expect(stored).toMatchObject({ consent_version: CONSENT_VERSION });
    for (const response of responses) {
      const { order } = response.as(consentResponseSchema).payload;
      expect(new Date(order.consented_at ?? 0)).toEqual(stored?.consented_at);
    }
  });

  it("takes one consent of two purchases that come at once, and confirms only that", async () => {
    const { id } = await buy();
    const purchases: ReturnType<typeof buyAgain>[] = [];
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM orders WHERE id = ${Number(id)} FOR UPDATE`;
      for (const count of [1, 2]) {
        purchases.push(buyAgain());
        await untilWaiting(test.database, count);
        test.clock.advance(1);
      }
    });
    const responses = await Promise.all(purchases);
    const stored = await storedConsent();
    for (const response of responses) {
      const { order } = response.as(purchaseResponseSchema).payload;
      expect(new Date(order.consented_at ?? 0)).toEqual(stored?.consented_at);
    }
    // The order's own mail, and one about the consent.
    expect(await countMails(id)).toBe(2);
  });

  it("keeps the consent that was given while it is bought again", async () => {
    const { id } = await buy();
    let agreeing: ReturnType<typeof agree> | undefined;
    let buying: ReturnType<typeof buyAgain> | undefined;
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM orders WHERE id = ${Number(id)} FOR UPDATE`;
      agreeing = agree(id);
      await untilWaiting(test.database, 1);
      test.clock.advance(1);
      buying = buyAgain();
      await untilWaiting(test.database, 2);
    });
    const agreed = (await agreeing)?.as(consentResponseSchema).payload.order;
    expect((await storedConsent())?.consented_at).toEqual(new Date(agreed?.consented_at ?? 0));
    const bought = (await buying)?.as(purchaseResponseSchema).payload;
    expect(bought).toMatchObject({ already_owned: true, order: agreed });
    expect(await countMails(id)).toBe(2);
  });

  it("is not consented to once it is withdrawn from: buying it again is a new order", async () => {
    const { id } = await buy();
    let buying: ReturnType<typeof buyAgain> | undefined;
    await test.database.begin(async (sql) => {
      await refundOrder(test.deps, sql, {
        operationId: `withdrawn ${id}`,
        orderId: Number(id),
        amountCents: null,
        reason: "Withdrawn",
        actorId: null,
        destination: "wallet",
      });
      buying = buyAgain();
      await untilWaiting(test.database, 1);
    });
    const bought = (await buying)?.as(purchaseResponseSchema).payload;
    expect(bought).toMatchObject({ already_owned: false, order: { is_open: true } });
    const [withdrawn] =
      await test.database`SELECT consented_at FROM orders WHERE id = ${Number(id)}`;
    expect(withdrawn).toEqual({ consented_at: null });
  });

  it("cannot be opened by anybody else, nor by a text that never was", async () => {
    const { id } = await buy();
    const other = await createMember(test);
    expect((await agree(id, CONSENT, other.agent)).status).toBe(404);
    expect((await agree(id, CONSENT, test.createAgent())).status).toBe(401);
    expect((await agree(999_999_999)).status).toBe(404);
    for (const consent of [undefined, { version: "2020-01", language: "en" }, {}]) {
      expect((await agree(id, consent ?? null)).status).toBe(422);
    }
    expect(await orderNow()).toMatchObject({ is_open: false });
  });
});

describe("an order from before consent was asked for", () => {
  it("was delivered at once, and stays open", async () => {
    const { id } = await buy();
    await test.database`UPDATE orders SET predates_consent = true WHERE id = ${Number(id)}`;
    expect(await orderNow()).toMatchObject({ is_open: true, prompt: PROMPT, consented_at: null });
    expect((await download(id)).status).toBe(200);
  });
});
