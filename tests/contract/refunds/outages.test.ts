import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { RefundNotSentError } from "#api/providers/payments/payments.ts";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { getWalletCents } from "#api/wallet/wallet.queries.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  mailsTo,
  markRefund,
  refundDeposit,
  refundsOf,
  statusOfRefund,
} from "#tests/setup/money/refunds.ts";
import { createStaff } from "#tests/setup/records/offers.ts";
import type { StripeFault, StripeServer } from "#tests/setup/servers/stripe/stripe-server.ts";
import { StripeShop } from "#tests/setup/servers/stripe/stripe-shop.ts";

// Refunds while Stripe is unavailable, overloaded, or does not report the outcome.

const HOUR_SECONDS = 60 * 60;

let shop: StripeShop;
let test: TestApi;
let stripe: StripeServer;
beforeAll(async () => {
  shop = await StripeShop.open();
  ({ test, stripe } = shop);
});
afterAll(() => shop.close());
afterEach(() => {
  stripe.areListsLate = false;
  stripe.account.events.splice(0);
  return shop.verify();
});

/** Requests a refund of 4.00; by new staff, because sessions expire as hours pass. */
async function request(depositId: number): Promise<number> {
  const staff = await createStaff(test);
  const [refund] = refundsOf(await refundDeposit(staff, depositId, { amount: "4.00" }));
  return Number(refund?.id);
}

async function markAsFailed(id: number): Promise<number> {
  const staff = await createStaff(test);
  return (await markRefund({ test, staff }, id, { state: "failed" })).status;
}

/**
 * Requests a refund of 4.00 of a new payment, with these faults; returns readers of its state in
 * the shop and at Stripe.
 */
async function requestRefund(faults: StripeFault[] = [], on = "POST /v1/refunds") {
  const { id: userId, deposit, email } = await shop.createPayer();
  stripe.fail(faults, on);
  const id = await request(deposit.id);
  return {
    id,
    deposit,
    status: () => statusOfRefund(test, id),
    balance: () => getWalletCents(test.database, userId),
    /** Returns the subjects of the mails about it. */
    mails: async () => (await mailsTo(test, email)).filter((subject) => subject.includes("€4.00")),
    /** Returns the amounts that Stripe has paid back. */
    paid: () => shop.refundsOf(deposit.sessionId).map(({ amount }) => amount),
  };
}

/** Runs the job in two processes at once, after so many seconds. */
async function followAfter(seconds: number): Promise<void> {
  test.clock.advance(seconds);
  await Promise.all([followRefunds(test.deps), followRefunds(test.deps)]);
}

const postsOf = () =>
  stripe.calls.filter(({ method, path }) => method === "POST" && path === "/v1/refunds").length;

const thrice = (fault: StripeFault) => [fault, fault, fault];

describe("a refund that Stripe has not taken", () => {
  it.each<[string, StripeFault[], string]>([
    ["was rejected for too many requests", ["rate limit"], "POST /v1/refunds"],
    ["was rejected for its API key", ["wrong key"], "POST /v1/refunds"],
    ["has a payment that is not read for too many requests", ["rate limit"], "GET /v1/checkout"],
    ["has a payment that is not read for errors", thrice("error"), "GET /v1/checkout"],
    ["has a payment whose reading is lost", thrice("lost request"), "GET /v1/checkout"],
  ])("because it %s is sent later, once", async (_why, faults, on) => {
    const refund = await requestRefund(faults, on);
    expect([await refund.status(), refund.paid()]).toEqual(["requested", []]);
    // The buyer gets no promise of a refund that has not started.
    expect(await refund.mails()).toEqual([]);
    await followAfter(60);
    expect(await refund.status()).toBe("requested");
    await followAfter(120);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
    expect(await refund.balance()).toBe(600);
    expect(await refund.mails()).toEqual(["€4.00 has been paid back"]);
  });

  it("because it is away is sent when it is back, however long that takes", async () => {
    const payers = [await shop.createPayer(), await shop.createPayer(), await shop.createPayer()];
    await stripe.stop();
    const ids: number[] = [];
    for (const { deposit } of payers) ids.push(await request(deposit.id));
    const statuses = () => Promise.all(ids.map((id) => statusOfRefund(test, id)));
    expect(await statuses()).toEqual(ids.map(() => "requested"));
    await followAfter(30 * HOUR_SECONDS);
    expect(await statuses()).toEqual(ids.map(() => "requested"));
    await stripe.start();
    const before = stripe.account.refunds.size;
    await followAfter(HOUR_SECONDS);
    expect(await statuses()).toEqual(ids.map(() => "succeeded"));
    expect(stripe.account.refunds.size).toBe(before + ids.length);
    // One line when it started to wait, and one when it was sent.
    for (const id of ids) {
      const lines = test.logged.filter(({ refundId }) => refundId === id);
      expect(lines.map(({ msg }) => msg)).toEqual([
        "a refund could not be sent yet",
        "a refund that had waited was sent",
      ]);
    }
  });

  it("is cancelled when its payment is disputed, before it is sent or while it is", async () => {
    const refund = await requestRefund(["rate limit"]);
    stripe.account.dispute(refund.deposit.sessionId, "needs_response");
    await shop.sendEvents();
    await followAfter(HOUR_SECONDS);
    expect([await refund.status(), refund.paid()]).toEqual(["failed", []]);
    // The dispute has taken the whole payment.
    expect(await refund.balance()).toBe(0);

    const provider = providerOf(test, "stripe");
    const { refund: send } = provider;
    provider.refund = async (request) => {
      stripe.account.dispute(request.providerRef, "needs_response");
      await shop.sendEvents();
      return send(request);
    };
    const other = await requestRefund(["rate limit"]);
    provider.refund = send;
    expect([await other.status(), other.paid()]).toEqual(["failed", []]);
    expect(await other.balance()).toBe(0);
  });
});

describe("a refund of which Stripe does not say what it did", () => {
  it("and that it never got is sent again, once", async () => {
    const refund = await requestRefund(["lost request"]);
    expect([await refund.status(), refund.paid()]).toEqual(["unknown", []]);
    expect(await refund.mails()).toEqual([]);
    await followAfter(121);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
    expect(await refund.balance()).toBe(600);
  });

  it("and that it has made is paid once, though its list does not have it", async () => {
    stripe.areListsLate = true;
    const refund = await requestRefund(["lost response", "lost response"]);
    expect([await refund.status(), refund.paid()]).toEqual(["unknown", [400]]);
    const posts = postsOf();
    await followAfter(121);
    expect([await refund.status(), postsOf()]).toEqual(["unknown", posts + 1]);
    await followAfter(HOUR_SECONDS);
    expect([await refund.status(), refund.paid(), postsOf()]).toEqual([
      "succeeded",
      [400],
      posts + 2,
    ]);
    expect(await refund.balance()).toBe(600);
    expect(await refund.mails()).toEqual(["€4.00 has been paid back"]);
  });

  it("stays unknown when it is sent again in vain: the first request may have been taken", async () => {
    stripe.areListsLate = true;
    const refund = await requestRefund(["lost response", "rate limit", "wrong key"]);
    for (const _ of ["rate limit", "wrong key"]) {
      await followAfter(HOUR_SECONDS);
      expect(await refund.status()).toBe("unknown");
    }
    stripe.fail(thrice("error"), "GET /v1/checkout");
    await followAfter(HOUR_SECONDS);
    expect([await refund.status(), refund.paid()]).toEqual(["unknown", [400]]);
    await followAfter(HOUR_SECONDS);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
  });

  it("is not sent again once Stripe may have forgotten its key, and waits for the staff", async () => {
    stripe.areListsLate = true;
    const refund = await requestRefund(["lost response"]);
    const posts = postsOf();
    for (const hours of [23.5, 1, 1]) {
      await followAfter(hours * HOUR_SECONDS);
      expect([await refund.status(), postsOf()]).toEqual(["unknown", posts]);
    }
    const lines = test.logged.filter(
      ({ msg, refundId }) =>
        refundId === refund.id && msg === "the provider does not know a refund",
    );
    expect(lines).toHaveLength(1);
    expect(refund.paid()).toEqual([400]);
    stripe.areListsLate = false;
    await followAfter(HOUR_SECONDS);
    expect([await refund.status(), postsOf()]).toEqual(["succeeded", posts]);
  });

  it("and that it keeps an error for waits for the staff", async () => {
    const refund = await requestRefund(["kept error"]);
    const posts = postsOf();
    for (const hours of [1, 12, 12]) await followAfter(hours * HOUR_SECONDS);
    expect([await refund.status(), refund.paid()]).toEqual(["unknown", []]);
    expect(postsOf()).toBe(posts + 2);
    expect([await markAsFailed(refund.id), await refund.balance()]).toEqual([200, 1_000]);
  });

  it("is not sent again once its payment is disputed, or the staff have marked it", async () => {
    const disputed = await requestRefund(["lost request"]);
    stripe.account.dispute(disputed.deposit.sessionId, "needs_response");
    await shop.sendEvents();
    const marked = await requestRefund(["lost request"]);
    await markAsFailed(marked.id);
    await followAfter(HOUR_SECONDS);
    expect([await disputed.status(), disputed.paid()]).toEqual(["unknown", []]);
    expect([await marked.status(), marked.paid()]).toEqual(["failed", []]);
    await markAsFailed(disputed.id);
  });

  it("stays unknown when the first call was so slow that another process sent it too", async () => {
    const provider = providerOf(test, "stripe");
    const { refund: send } = provider;
    provider.refund = async (request) => {
      if (request.isRepeated) return send(request);
      stripe.areListsLate = true;
      stripe.fail(["lost response"], "POST /v1/refunds");
      await followAfter(121);
      throw new RefundNotSentError("no connection");
    };
    const refund = await requestRefund();
    provider.refund = send;
    expect([await refund.status(), refund.paid()]).toEqual(["unknown", [400]]);
    await followAfter(HOUR_SECONDS);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
  });

  it("stays unknown when Stripe no longer knows its payment: the key may be another's", async () => {
    const refund = await requestRefund(["lost response"]);
    const { sessionId } = refund.deposit;
    const session = stripe.account.sessions.get(sessionId);
    stripe.account.sessions.delete(sessionId);
    await followAfter(HOUR_SECONDS);
    expect([await refund.status(), await refund.balance()]).toEqual(["unknown", 600]);
    if (session) stripe.account.sessions.set(sessionId, session);
    await followAfter(HOUR_SECONDS);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
  });
});
