import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkoutResponseSchema, depositStatusResponseSchema } from "#api/contract/deposits.ts";
import { purchaseHistoryResponseSchema } from "#api/contract/purchases.ts";
import { expireUnopenedDeposits, reconcilePending } from "#api/deposits/deposits.jobs.ts";
import { configurePayments } from "#api/providers/payments/registry.ts";
import { LOCALES } from "#domain/locales.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { balanceOf, fillDeposit, lastDepositOf } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import type { StripeEvent } from "#tests/setup/servers/stripe/account.ts";
import {
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
  type StripeServer,
} from "#tests/setup/servers/stripe/stripe-server.ts";
import { ROTATED_SECRET, StripeShop } from "#tests/setup/servers/stripe/stripe-shop.ts";

const MINUTE = 60;

let shop: StripeShop;
let test: TestApi;
let stripe: StripeServer;
let agent: ApiAgent;

beforeAll(async () => {
  shop = await StripeShop.open();
  ({ test, stripe } = shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  stripe.calls.length = 0;
  stripe.account.events.length = 0;
  agent = (await createMember(test)).agent;
});
afterEach(() => shop.verify());

const open = (changes: Record<string, unknown> = {}, by = agent) => shop.deposit(by, changes);
const send = (...given: Parameters<StripeShop["send"]>) => shop.send(...given);
const sendEvents = () => shop.sendEvents();

const statusOf = async (id: number) => {
  const response = await agent.get(`/api/deposit/status?order_id=${id}`);
  return response.as(depositStatusResponseSchema).order.status;
};

describe("the settings", () => {
  const configure = (environment: Record<string, string>) =>
    configurePayments(["stripe"], environment);

  it("must hold both keys, and say which one is wrong", () => {
    expect(configure({}).problems).toEqual([
      "STRIPE_SECRET_KEY: is missing",
      "STRIPE_WEBHOOK_SECRET: is missing",
    ]);
    const swapped = configure({
      STRIPE_SECRET_KEY: STRIPE_WEBHOOK_SECRET,
      STRIPE_WEBHOOK_SECRET: STRIPE_KEY,
      STRIPE_METHODS: "card,cash",
    });
    expect(swapped.problems.map((problem) => problem.split(":")[0])).toEqual([
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRET",
      "STRIPE_METHODS",
    ]);
    expect(swapped.problems.join()).not.toContain(STRIPE_KEY);
    expect(swapped.problems.join()).not.toContain(STRIPE_WEBHOOK_SECRET);
  });

  it("distinguish real money from test money by the key", () => {
    const keys = { STRIPE_WEBHOOK_SECRET, STRIPE_SECRET_KEY: STRIPE_KEY };
    const live = { ...keys, STRIPE_SECRET_KEY: STRIPE_KEY.replace("test", "live") };
    expect(configure(keys).providers[0]?.takesRealMoney).toBe(false);
    expect(configure(live).providers[0]?.takesRealMoney).toBe(true);
    expect(configure(live).providers[0]?.origins).toEqual(["https://checkout.stripe.com"]);
  });

  it("run it beside the sandbox, for the methods that it has", async () => {
    const { providers } = configurePayments(["stripe", "sandbox"], {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET,
      STRIPE_METHODS: "sepa",
    });
    const context = { ...test.deps, appUrl: "", secret: "", deliver: async () => new Response() };
    const created = await Promise.all(providers.map((provider) => provider.create(context)));
    const methods = created.map((provider) => provider.methods);
    expect(methods).toEqual([["sepa"], ["card", "sepa"]]);
  });
});

describe("a checkout", () => {
  it("opens a page of the amount, for the payer and the deposit", async () => {
    const { id, sessionId } = await open({ amount: "12.34", email: "payer@example.com" });
    const [{ key } = {}] = await test.database`
      SELECT provider_key AS key FROM deposits WHERE id = ${id}`;
    expect(stripe.account.sessions.get(sessionId)).toMatchObject({
      amount_total: 1_234,
      currency: "eur",
      customer_email: "payer@example.com",
      client_reference_id: `${id}-${key}`,
      allowed_payment_method_types: ["card"],
      metadata: { deposit_id: String(id), deposit_key: key },
      locale: "en",
      success_url: `http://localhost:3000/en/processing-payment?order_id=${id}`,
      cancel_url: `http://localhost:3000/en/fail-payment?error=payment_canceled&again=${id}`,
    });
    const sepa = await open({ payment_method: "sepa" });
    expect(stripe.account.sessions.get(sepa.sessionId)?.allowed_payment_method_types).toEqual([
      "sepa_debit",
    ]);
  });

  it.each(LOCALES)("is accepted in %s", async (locale) => {
    const reader = (await createMember(test)).agent;
    const response = await reader.request(
      "POST",
      "/api/deposit/checkout",
      JSON.stringify(fillDeposit()),
      { headers: { "content-type": "application/json", "frontend-language": locale } },
    );
    const [session] = shop.sessionsOf(response.as(checkoutResponseSchema).order_id);
    expect(["auto", locale]).toContain(session?.locale);
    expect(session?.success_url).toContain(`/${locale}/`);
  });

  it("is one page, however often and however badly it is asked for", async () => {
    const body = fillDeposit();
    stripe.fail(["lost response", "error"]);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => agent.post("/api/deposit/checkout", body)),
    );
    const pages = responses.map((response) => response.as(checkoutResponseSchema));
    expect(new Set(pages.map(({ redirect_url }) => redirect_url)).size).toBe(1);
    expect(shop.sessionsOf(pages[0]?.order_id)).toHaveLength(1);
  });

  it("fails plainly while Stripe does, and is the same page afterwards", async () => {
    const body = fillDeposit();
    stripe.fail(["rate limit"]);
    expect((await agent.post("/api/deposit/checkout", body)).status).toBe(502);
    stripe.fail(["lost response", "error", "error"]);
    expect((await agent.post("/api/deposit/checkout", body)).status).toBe(502);
    const { order_id } = (await agent.post("/api/deposit/checkout", body)).as(
      checkoutResponseSchema,
    );
    expect(shop.sessionsOf(order_id)).toHaveLength(1);
  });

  it("goes on in another language with the page that it has", async () => {
    const body = JSON.stringify(fillDeposit());
    const ask = (locale: string) =>
      agent.request("POST", "/api/deposit/checkout", body, {
        headers: { "content-type": "application/json", "frontend-language": locale },
      });
    // The page was created, and the process died before it was stored.
    const first = (await ask("de")).as(checkoutResponseSchema);
    await test.database`
      UPDATE deposits SET provider_ref = NULL, redirect_url = NULL WHERE id = ${first.order_id}`;
    const second = (await ask("fr")).as(checkoutResponseSchema);
    expect(second).toEqual(first);
    expect(shop.sessionsOf(first.order_id)).toHaveLength(1);
  });
});

describe("a payment by card", () => {
  it("is credited once, however often Stripe says so", async () => {
    const { id, sessionId } = await open();
    expect(await statusOf(id)).toBe("processing");
    stripe.account.pay(sessionId);
    const [event] = stripe.account.events;
    if (!event) throw new Error("no event");
    expect(await sendEvents()).toEqual([200]);
    const again = await Promise.all(Array.from({ length: 10 }, () => send(event)));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await balanceOf(agent)).toBe(1_000);
    expect(await statusOf(id)).toBe("success");
  });

  it("is found by the payer's own page when no webhook comes", async () => {
    const { id, sessionId } = await open();
    stripe.account.pay(sessionId);
    expect(await statusOf(id)).toBe("success");
    expect(await sendEvents()).toEqual([200]);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("is found by the background when nobody looks", async () => {
    const { sessionId } = await open();
    stripe.account.pay(sessionId);
    test.clock.advance(6 * MINUTE);
    await reconcilePending(test.deps);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("that is declined leaves the page open for another card", async () => {
    const { id, sessionId } = await open();
    stripe.account.decline(sessionId, "Your card was declined.");
    expect(await sendEvents()).toEqual([200]);
    expect(await statusOf(id)).toBe("processing");
    stripe.account.pay(sessionId);
    expect(await sendEvents()).toEqual([200]);
    expect(await statusOf(id)).toBe("success");
  });

  it("never comes after the page has expired", async () => {
    const { id, sessionId } = await open();
    stripe.account.expire(sessionId);
    expect(await sendEvents()).toEqual([200]);
    expect(await statusOf(id)).toBe("failed");
    expect(await lastDepositOf(agent)).toMatchObject({ status: "expired" });
  });

  it("of another amount or currency waits for a person", async () => {
    const { id, sessionId } = await open();
    const session = stripe.account.sessions.get(sessionId);
    if (session) session.currency = "usd";
    stripe.account.pay(sessionId);
    await sendEvents();
    expect(await balanceOf(agent)).toBe(0);
    const [row] = await test.database`SELECT needs_review AS review FROM deposits WHERE id = ${id}`;
    expect(row?.review).toBe("paid 10.00 USD instead of 10.00 EUR");
  });

  it("of a checkout that was cut off is credited all the same", async () => {
    const { id, sessionId } = await open();
    const forget = () => test.database`
      UPDATE deposits SET provider_ref = NULL, redirect_url = NULL WHERE id = ${id}`;
    await forget();
    stripe.account.pay(sessionId);
    test.clock.advance(16 * MINUTE);
    await expireUnopenedDeposits(test.deps);
    expect(await statusOf(id)).toBe("success");
    expect(await balanceOf(agent)).toBe(1_000);
  });
});

describe("a payment by SEPA debit", () => {
  it("waits for the bank, and is credited then", async () => {
    const { id, sessionId } = await open({ payment_method: "sepa" });
    stripe.account.payLater(sessionId);
    expect(await sendEvents()).toEqual([200]);
    expect(await statusOf(id)).toBe("processing");
    expect(await balanceOf(agent)).toBe(0);
    stripe.account.settle(sessionId);
    expect(await sendEvents()).toEqual([200]);
    expect(await statusOf(id)).toBe("success");
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("buys what it is for once it is paid, however often the bank's news comes", async () => {
    const product = await createProduct(test, { priceCents: 790 });
    const purchase = { prompt_id: product.id, expected_price: "7.90", buy: true, consent: CONSENT };
    const { id, sessionId } = await open({ payment_method: "sepa", purchase });
    stripe.account.payLater(sessionId);
    await sendEvents();
    stripe.account.settle(sessionId);
    const [settled] = stripe.account.events.splice(0);
    if (!settled) throw new Error("no event");
    const news = await Promise.all(Array.from({ length: 4 }, () => send(settled)));
    expect(news.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await statusOf(id)).toBe("success");
    const history = await agent.get("/api/purchase/history");
    const { payload } = history.as(purchaseHistoryResponseSchema);
    expect(payload.map(({ price, is_open }) => [price, is_open])).toEqual([["7.90", true]]);
    expect(await balanceOf(agent)).toBe(210);
  });

  it("says why the bank did not pay", async () => {
    const { sessionId } = await open({ payment_method: "sepa" });
    stripe.account.payLater(sessionId);
    stripe.account.bounce(sessionId, "The account has insufficient funds.");
    // The event about the mandate comes last.
    stripe.account.events.reverse();
    expect(await sendEvents()).toEqual([200, 200, 200]);
    expect(await lastDepositOf(agent)).toMatchObject({
      status: "failed",
      error_message: "The account has insufficient funds.",
    });
    expect(await balanceOf(agent)).toBe(0);
  });
});

describe("a webhook", () => {
  async function paidEvent(): Promise<StripeEvent> {
    const { sessionId } = await open();
    stripe.account.pay(sessionId);
    const [event] = stripe.account.events.splice(0);
    if (!event) throw new Error("no event");
    return event;
  }

  it("is believed with the signature of any of the secrets alone", async () => {
    const event = await paidEvent();
    const { body, headers } = stripe.sign(event);
    const signature = headers["stripe-signature"];
    const tampered = body.replace('"paid"', '"paid" ');
    expect(tampered).not.toBe(body);
    const rejected: [string, Record<string, string>][] = [
      [body, {}],
      [body, { "stripe-signature": "" }],
      [body, { "stripe-signature": "t=1,v1=" }],
      [body, { "stripe-signature": signature.replace("v1=", "v0=") }],
      [tampered, headers],
      [body, stripe.sign(event, { secret: "whsec_other" }).headers],
      [body, stripe.sign(event, { at: new Date(test.clock.now().getTime() - 301_000) }).headers],
    ];
    for (const [sent, signed] of rejected) {
      expect((await shop.sendRaw(sent, signed)).status).toBe(400);
    }
    expect(stripe.calls.filter(({ method }) => method === "GET")).toEqual([]);
    expect(await balanceOf(agent)).toBe(0);
    expect((await send(event, { secret: ROTATED_SECRET })).status).toBe(200);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("never breaks the server, whatever is signed", async () => {
    const event = await paidEvent();
    const types = fc.constantFrom(event.type, "charge.dispute.created", "refund.updated", "x.y");
    const objects = fc.oneof(fc.jsonValue(), fc.record({ id: fc.string() }));
    await fc.assert(
      fc.asyncProperty(types, objects, fc.boolean(), async (type, object, livemode) => {
        const sent = { ...event, type, livemode, data: { object } } as StripeEvent;
        expect((await send(sent)).status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
    expect(await balanceOf(agent)).toBe(0);
  });

  it("of test money says nothing about real money", async () => {
    const event = await paidEvent();
    expect((await send({ ...event, livemode: true })).status).toBe(200);
    expect(await balanceOf(agent)).toBe(0);
  });

  it.each([
    { mode: "setup", currency: null, amount_total: null },
    { mode: "subscription" },
    { currency: null },
    { amount_total: null },
  ])("of a session that pays no amount once is not kept: %j", async (changes) => {
    const { id, sessionId } = await open();
    stripe.account.pay(sessionId);
    // As if another user of the Stripe account had opened it.
    await test.database`
      UPDATE deposits SET provider_ref = NULL, redirect_url = NULL WHERE id = ${id}`;
    const session = stripe.account.sessions.get(sessionId);
    Object.assign(session ?? {}, { client_reference_id: null }, changes);
    expect(await sendEvents()).toEqual([200]);
    const kept = await test.database`
      SELECT report FROM unmatched_reports WHERE report ->> 'providerRef' = ${sessionId}`;
    expect(kept).toEqual([]);
  });

  it("is sent again when Stripe could not be asked", async () => {
    const event = await paidEvent();
    stripe.fail(["error", "error", "error"]);
    expect((await send(event)).status).toBe(503);
    expect(await balanceOf(agent)).toBe(0);
    expect((await send(event)).status).toBe(200);
    expect(await balanceOf(agent)).toBe(1_000);
  });
});

describe("many deposits", () => {
  it("are credited once each, whatever Stripe's webhooks do", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ isSepa: fc.boolean(), isPaid: fc.boolean(), times: fc.nat(4) }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.infiniteStream(fc.nat()),
        async (deposits, order) => {
          const member = (await createMember(test)).agent;
          const sent: StripeEvent[] = [];
          for (const { isSepa, isPaid, times } of deposits) {
            const method = isSepa ? "sepa" : "card";
            const { sessionId } = await open({ payment_method: method }, member);
            if (isSepa) stripe.account.payLater(sessionId);
            if (isSepa && isPaid) stripe.account.settle(sessionId);
            if (isSepa && !isPaid) stripe.account.bounce(sessionId, "No money.");
            if (!isSepa && isPaid) stripe.account.pay(sessionId);
            if (!isSepa && !isPaid) stripe.account.expire(sessionId);
            const events = stripe.account.events.splice(0);
            sent.push(...Array.from({ length: times }, () => events).flat());
          }
          const shuffled = sent
            .map((event) => ({ event, place: order.next().value }))
            .sort((a, b) => a.place - b.place)
            .map(({ event }) => event);
          await Promise.all(shuffled.map((event) => send(event)));
          // Facts that no webhook reported.
          test.clock.advance(6 * MINUTE);
          await reconcilePending(test.deps);
          test.clock.resume();
          const paid = deposits.filter(({ isPaid }) => isPaid).length;
          expect(await balanceOf(member)).toBe(paid * 1_000);
        },
      ),
      { numRuns: 10 },
    );
  });
});
