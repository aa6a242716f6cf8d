import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkoutResponseSchema, depositStatusResponseSchema } from "#api/contract/deposits.ts";
import {
  canceledDepositResponseSchema,
  continuedDepositResponseSchema,
} from "#api/contract/open-pages.ts";
import { paymentsResponseSchema } from "#api/contract/payments.ts";
import { reconcilePending } from "#api/deposits/deposits.jobs.ts";
import { createMember, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import { balanceOf, fillDeposit, lastDepositOf } from "#tests/setup/money/top-up.ts";
import { STRIPE_KEY, type StripeServer } from "#tests/setup/servers/stripe/stripe-server.ts";
import { StripeShop } from "#tests/setup/servers/stripe/stripe-shop.ts";

// A payer leaves Stripe's page: which payments can be continued and cancelled, and how they end.

/** How long Stripe keeps a page open, in seconds. */
const DAY = 24 * 60 * 60;

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

const open = (changes: Record<string, unknown> = {}) => shop.deposit(agent, changes);

const resume = (id: number, by = agent) => by.post(`/api/deposit/${id}/continue`, {});
const cancel = (id: number, by = agent) => by.post(`/api/deposit/${id}/cancel`, {});

const placeOf = async (id: number) =>
  (await resume(id)).as(continuedDepositResponseSchema).redirect_url;
const outcomeOf = async (id: number) =>
  (await cancel(id)).as(canceledDepositResponseSchema).order.status;

const sessionOf = (id: string) => stripe.account.sessions.get(id);
const statusPage = (id: number) => `http://localhost:3000/en/processing-payment?order_id=${id}`;

const setAge = (id: number, seconds: number) => test.database`
  UPDATE deposits SET created_at = now() - interval '1 second' * ${seconds} WHERE id = ${id}`;

/** Returns the first line of the payment history, with its calls to action. */
async function firstLine() {
  const history = (await agent.get("/api/payment/history")).as(paymentsResponseSchema);
  const { status, can_continue, can_cancel } = history.payload[0] ?? {};
  return { status, can_continue, can_cancel };
}

const OFFERED = { status: "pending", can_continue: true, can_cancel: true };

describe("a deposit whose page was left", () => {
  it("offers both in every list, and its page's address in none", async () => {
    const { id, sessionId } = await open();
    expect(await firstLine()).toEqual(OFFERED);
    expect(await lastDepositOf(agent)).toMatchObject(OFFERED);
    const status = await agent.get(`/api/deposit/status?order_id=${id}`);
    expect(status.as(depositStatusResponseSchema).order).toMatchObject({
      can_continue: true,
      can_cancel: true,
      redirect_url: null,
    });
    const lists = ["/api/payment/history", "/api/deposit/history", "/api/user/profile"];
    for (const path of lists) expect((await agent.get(path)).text).not.toContain(sessionId);
    expect(status.text).not.toContain(sessionId);
  });

  it("offers nothing once it is paid, or its page has been open for a day", async () => {
    const { id, sessionId } = await open();
    await setAge(id, DAY - 60);
    expect(await firstLine()).toEqual(OFFERED);
    await setAge(id, DAY);
    expect(await firstLine()).toEqual({
      status: "pending",
      can_continue: false,
      can_cancel: false,
    });
    stripe.account.pay(sessionId);
    await shop.sendEvents();
    expect(await firstLine()).toEqual({ status: "success" });
  });

  it.each([
    ["a webhook", () => shop.sendEvents()],
    ["the background", () => reconcilePending(test.deps)],
  ])("has expired with its page, as %s reports", async (_, report) => {
    const { id, sessionId } = await open();
    stripe.account.expire(sessionId);
    await setAge(id, DAY);
    await report();
    expect(await firstLine()).toEqual({ status: "expired" });
    expect(await lastDepositOf(agent)).toMatchObject({
      status: "expired",
      error_code: "payment_expired",
    });
  });

  it("is not there for anybody else, nor for an id that none has", async () => {
    const { id, sessionId } = await open();
    const other = (await createMember(test)).agent;
    for (const by of [resume, cancel]) {
      expect((await by(id, other)).status).toBe(404);
      expect((await by(999_999_999)).status).toBe(404);
    }
    expect(sessionOf(sessionId)?.status).toBe("open");
    expect(await firstLine()).toEqual(OFFERED);
  });
});

describe("continuing", () => {
  it("leads to the page of the checkout, however often, and opens no other", async () => {
    const checkout = await agent.post("/api/deposit/checkout", fillDeposit());
    const { order_id, redirect_url } = checkout.as(checkoutResponseSchema);
    const id = Number(order_id);
    const many = await Promise.all(Array.from({ length: 8 }, () => placeOf(id)));
    expect(new Set(many)).toEqual(new Set([redirect_url]));
    expect(shop.sessionsOf(id)).toHaveLength(1);
    const response = await resume(id);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("leads to the status of what was paid, and credits it", async () => {
    const { id, sessionId } = await open();
    stripe.account.pay(sessionId);
    expect(await placeOf(id)).toBe(statusPage(id));
    expect(await balanceOf(agent)).toBe(1_000);
    expect(await placeOf(id)).toBe(statusPage(id));
  });

  it("leads to the status of what has expired, which it finds first", async () => {
    const { id, sessionId } = await open();
    stripe.account.expire(sessionId);
    expect(await placeOf(id)).toBe(statusPage(id));
    expect(await firstLine()).toEqual({ status: "expired" });
  });

  it("leads nowhere while Stripe cannot be asked", async () => {
    const { id } = await open();
    stripe.fail(["error", "error", "error"]);
    const response = await resume(id);
    expect([response.status, response.body]).toMatchObject([502, { code: "payment_unavailable" }]);
    expect(response.text).not.toContain("cs_test");
    expect(await firstLine()).toEqual(OFFERED);
  });

  it("is rejected when the provider is gone, as is cancelling", async () => {
    const { id } = await open();
    await test.database`UPDATE deposits SET provider = 'gone' WHERE id = ${id}`;
    expect(await firstLine()).toMatchObject({ can_continue: false, can_cancel: false });
    for (const by of [resume, cancel]) {
      expect((await by(id)).body).toMatchObject({ code: "payment_unavailable" });
    }
    await test.database`UPDATE deposits SET provider = 'stripe' WHERE id = ${id}`;
  });
});

describe("cancelling", () => {
  it("closes the page first: nobody can pay on it any more", async () => {
    const { id, sessionId } = await open();
    expect(await outcomeOf(id)).toBe("failed");
    expect(sessionOf(sessionId)).toMatchObject({ status: "expired", url: null });
    expect(() => stripe.account.pay(sessionId)).toThrow("is expired");
    expect(await firstLine()).toEqual({ status: "canceled" });
    expect(await lastDepositOf(agent)).toMatchObject({
      status: "failed",
      error_code: "payment_canceled",
    });
    // Stripe's reports about it change nothing more.
    expect(await shop.sendEvents()).toEqual([200]);
    expect(await firstLine()).toEqual({ status: "canceled" });
    expect(await placeOf(id)).toBe(statusPage(id));
  });

  it("leads the same form, sent again after it, to no page that is closed", async () => {
    const form = fillDeposit();
    const begin = () => agent.post("/api/deposit/checkout", form);
    const first = (await begin()).as(checkoutResponseSchema);
    expect((await begin()).as(checkoutResponseSchema)).toEqual(first);
    expect(await outcomeOf(Number(first.order_id))).toBe("failed");
    const again = await begin();
    // This code makes the form use another operation id.
    expect([again.status, again.body]).toMatchObject([409, { code: "deposit_expired" }]);
  });

  it("says cancelled, not expired, when Stripe's report is faster than its response", async () => {
    const { id } = await open();
    const provider = providerOf(test, "stripe");
    const { closePage } = provider;
    provider.closePage = async (ref) => {
      const report = await closePage(ref);
      expect(await shop.sendEvents()).toEqual([200]);
      return report;
    };
    expect(await outcomeOf(id)).toBe("failed");
    provider.closePage = closePage;
    expect(await firstLine()).toEqual({ status: "canceled" });
  });

  it("credits what was paid meanwhile, once", async () => {
    const { id, sessionId } = await open();
    stripe.account.pay(sessionId);
    expect(await Promise.all([outcomeOf(id), outcomeOf(id)])).toEqual(["success", "success"]);
    expect(await shop.sendEvents()).toEqual([200]);
    expect(await balanceOf(agent)).toBe(1_000);
    expect(await firstLine()).toEqual({ status: "success" });
  });

  it("and paying at once end in one of both", async () => {
    for (let round = 0; round < 6; round += 1) {
      const before = await balanceOf(agent);
      const { id, sessionId } = await open();
      const paying = async () => {
        if (round % 2) await resume(id);
        if (sessionOf(sessionId)?.status === "open") stripe.account.pay(sessionId);
        await shop.sendEvents();
      };
      const [first, , second] = await Promise.all([outcomeOf(id), paying(), outcomeOf(id)]);
      const isPaid = sessionOf(sessionId)?.payment_status === "paid";
      expect([first, second]).toEqual(Array(2).fill(isPaid ? "success" : "failed"));
      expect(((await balanceOf(agent)) ?? 0) - (before ?? 0)).toBe(isPaid ? 1_000 : 0);
    }
  });

  it("many times at once closes one page once", async () => {
    const { id } = await open();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 3 === 2 ? resume(id) : cancel(id))),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(stripe.account.events.map(({ type }) => type)).toEqual(["checkout.session.expired"]);
    expect(await firstLine()).toEqual({ status: "canceled" });
  });

  it("finds out whether a page is closed when the response was lost", async () => {
    const { id } = await open();
    stripe.fail(["lost response", "lost response", "lost response"], "POST");
    expect(await outcomeOf(id)).toBe("failed");
    expect(await firstLine()).toEqual({ status: "canceled" });
  });

  it("is unclear when that cannot be found out, until Stripe reports it", async () => {
    const { id } = await open();
    stripe.fail(["lost response", "lost response", "lost response"], "POST");
    stripe.fail(["error", "error", "error"], "GET");
    const response = await cancel(id);
    expect([response.status, response.body]).toMatchObject([
      502,
      { code: "payment_cancel_unclear" },
    ]);
    expect(await firstLine()).toMatchObject({ status: "pending" });
    expect(await shop.sendEvents()).toEqual([200]);
    expect(await firstLine()).toEqual({ status: "canceled" });
  });

  it.each([
    "lost request",
    "error",
    "rate limit",
  ] as const)("that never arrived (%s) leaves the page, to be paid or cancelled later", async (fault) => {
    const { id, sessionId } = await open();
    stripe.fail([fault, fault, fault], "POST");
    const response = await cancel(id);
    // Stripe's client does not retry every fault, which leaves some unused.
    stripe.faults.length = 0;
    expect(response.body).toMatchObject({ code: "payment_cancel_unclear" });
    expect(sessionOf(sessionId)?.status).toBe("open");
    expect(await firstLine()).toEqual(OFFERED);
    expect(await outcomeOf(id)).toBe("failed");
  });

  it.each([
    ["a webhook", () => shop.sendEvents()],
    ["the background", () => reconcilePending(test.deps)],
    ["continuing", (id: number) => resume(id)],
    ["cancelling once more", (id: number) => cancel(id)],
  ])("that never arrived does not make a page cancelled that expires later, as %s reports", async (_, report) => {
    const { id, sessionId } = await open();
    stripe.fail(["lost request", "lost request", "lost request"], "POST");
    expect((await cancel(id)).body).toMatchObject({ code: "payment_cancel_unclear" });
    stripe.faults.length = 0;
    stripe.account.expire(sessionId);
    await setAge(id, DAY);
    await report(id);
    expect(await firstLine()).toEqual({ status: "expired" });
    expect(await lastDepositOf(agent)).toMatchObject({ error_code: "payment_expired" });
  });

  it("is recorded as that though Stripe's report comes after the page's time", async () => {
    const { id } = await open();
    stripe.fail(["lost response", "lost response", "lost response"], "POST");
    stripe.fail(["error", "error", "error"], "GET");
    expect((await cancel(id)).body).toMatchObject({ code: "payment_cancel_unclear" });
    test.clock.advance(DAY + 60);
    expect(await shop.sendEvents()).toEqual([200]);
    test.clock.resume();
    expect(await firstLine()).toEqual({ status: "canceled" });
  });

  it("is not what an operator did who closed the page at Stripe", async () => {
    const { id, sessionId } = await open();
    stripe.account.expireByRequest(sessionId);
    expect(await shop.sendEvents()).toEqual([200]);
    expect(await firstLine()).toEqual({ status: "expired" });
    expect(await outcomeOf(id)).toBe("failed");
    expect(await firstLine()).toEqual({ status: "expired" });
  });

  it("is not possible while the bank executes a debit", async () => {
    const { id, sessionId } = await open({ payment_method: "sepa" });
    expect(await firstLine()).toEqual(OFFERED);
    stripe.account.payLater(sessionId);
    // Before the shop was notified of the mandate.
    expect(await outcomeOf(id)).toBe("processing");
    expect(await firstLine()).toEqual({
      status: "pending",
      can_continue: false,
      can_cancel: false,
    });
    stripe.account.settle(sessionId);
    await shop.sendEvents();
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("of a debit that was never signed is possible, and ends it", async () => {
    const { id } = await open({ payment_method: "sepa" });
    expect(await outcomeOf(id)).toBe("failed");
    expect(await firstLine()).toEqual({ status: "canceled" });
  });

  it("of another amount that was paid leaves it to a person", async () => {
    const { id, sessionId } = await open();
    const session = sessionOf(sessionId);
    if (session) session.currency = "usd";
    stripe.account.pay(sessionId);
    expect(await outcomeOf(id)).toBe("processing");
    expect(await firstLine()).toEqual({
      status: "pending",
      can_continue: false,
      can_cancel: false,
    });
    expect(await balanceOf(agent)).toBe(0);
  });

  it("lets an account be deleted that the deposit kept", async () => {
    const { id } = await open();
    const remove = () => agent.request("DELETE", "/api/user/delete", { password: PASSWORD });
    expect((await remove()).body).toMatchObject({ code: "deposit_pending" });
    await outcomeOf(id);
    expect((await remove()).status).toBe(200);
  });
});

describe("the stand-in for Stripe", () => {
  const expire = (id: string, body = "") =>
    fetch(`${stripe.url}/v1/checkout/sessions/${id}/expire`, {
      method: "POST",
      body,
      headers: {
        authorization: `Bearer ${STRIPE_KEY}`,
        "stripe-version": "2026-10-28.endive",
        "content-type": "application/x-www-form-urlencoded",
      },
    });

  it("closes an open page alone, as Stripe does", async () => {
    const { sessionId } = await open();
    expect((await expire(sessionId, "reason=left")).status).toBe(400);
    expect(await (await expire(sessionId)).json()).toMatchObject({ status: "expired", url: null });
    const again = await expire(sessionId);
    expect([again.status, await again.text()]).toEqual([
      400,
      expect.stringContaining('Only Checkout Sessions with a status in [\\"open\\"]'),
    ]);
    expect((await expire("cs_test_none")).status).toBe(404);
    const paid = await open();
    stripe.account.pay(paid.sessionId);
    expect((await expire(paid.sessionId)).status).toBe(400);
    await shop.sendEvents();
  });
});
