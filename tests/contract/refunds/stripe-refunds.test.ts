import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { paymentsResponseSchema } from "#api/contract/payments.ts";
import { suspenseResponseSchema } from "#api/contract/refunds.ts";
import { retryUnmatched } from "#api/refunds/provider-reports/process-report.ts";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { createMember } from "#tests/factories.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { buy, refundDeposit, refundsOf, statusOfRefund } from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";
import { lastMailTo } from "#tests/setup/records/queued-mails.ts";
import type { StripeServer } from "#tests/setup/servers/stripe/stripe-server.ts";
import { StripeShop } from "#tests/setup/servers/stripe/stripe-shop.ts";

// Refunds and disputes of payments that Stripe took.

let shop: StripeShop;
let test: TestApi;
let stripe: StripeServer;
let staff: Member;
beforeAll(async () => {
  shop = await StripeShop.open();
  ({ test, stripe } = shop);
  staff = await createStaff(test);
});
afterAll(() => shop.close());
afterEach(() => shop.verify());

/** Lists the reports of a payment under Unresolved payments. */
async function reportsOf(sessionId: string) {
  const response = await staff.agent.get("/api/staff/suspense");
  const { reports } = response.as(suspenseResponseSchema).payload;
  return reports.filter(({ report }) => report.providerRef === sessionId);
}

describe("a refund", () => {
  it("goes back to the card, in parts, up to what was paid", async () => {
    const { agent, deposit } = await shop.createPayer();
    for (const amount of ["2.50", "7.50"]) {
      const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount }));
      expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("succeeded");
    }
    expect((await refundDeposit(staff, deposit.id, { amount: "0.01" })).status).toBe(409);
    expect(shop.refundsOf(deposit.sessionId).map(({ amount }) => amount)).toEqual([250, 750]);
    expect(await balanceOf(agent)).toBe(0);
    expect(await shop.sendEvents()).toEqual([200, 200]);
    expect(await balanceOf(agent)).toBe(0);
  });

  it("that Stripe rejects is credited again", async () => {
    const { agent, deposit, email } = await shop.createPayer();
    const intent = stripe.account.sessions.get(deposit.sessionId)?.payment_intent ?? "";
    // Somebody has paid it back on Stripe's own pages.
    stripe.account.createRefund({ payment_intent: intent, metadata: {} });
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("failed");
    expect(await balanceOf(agent)).toBe(1_000);
    // The bank was not asked.
    const mail = await lastMailTo(test, email);
    expect(mail).toContain("We could not pay back €4.00");
    expect(mail).not.toContain("bank");
    // That is reported to a person, who posts it.
    expect(await shop.sendEvents()).toEqual([200]);
    expect(await reportsOf(deposit.sessionId)).toMatchObject([{ provider: "stripe" }]);
  });

  it("whose response is lost is made once, and found out by the job", async () => {
    const { agent, deposit } = await shop.createPayer();
    stripe.fail(["lost response"], "POST /v1/refunds");
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    const id = refund?.id ?? 0;
    expect(await statusOfRefund(test, id)).toBe("unknown");
    test.clock.advance(400);
    await followRefunds(test.deps);
    expect(await statusOfRefund(test, id)).toBe("succeeded");
    expect(shop.refundsOf(deposit.sessionId)).toHaveLength(1);
    expect(await balanceOf(agent)).toBe(600);
  });

  it("that the bank sends back is credited again", async () => {
    const { agent, deposit } = await shop.createPayer();
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    await shop.sendEvents();
    expect(await balanceOf(agent)).toBe(600);
    const [made] = shop.refundsOf(deposit.sessionId);
    stripe.account.endRefund(made?.id ?? "", "failed");
    expect(await shop.sendEvents()).toEqual([200]);
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("failed");
    expect(await balanceOf(agent)).toBe(1_000);
  });
});

describe("a refund on Stripe's own pages", () => {
  /** Refunds a part of a payment at Stripe, and sends its report. */
  async function refundAtStripe(sessionId: string, amount: number) {
    const intent = stripe.account.sessions.get(sessionId)?.payment_intent ?? "";
    const made = stripe.account.createRefund({ payment_intent: intent, amount, metadata: {} });
    expect(await shop.sendEvents()).toEqual([200]);
    return made;
  }

  it("is listed with its payment and amount, each of them, also after one was resolved", async () => {
    const payers = [await shop.createPayer(), await shop.createPayer(), await shop.createPayer()];
    const sessions = payers.map(({ deposit }) => deposit.sessionId);
    const [first = "", second = "", third = ""] = sessions;
    const made = await refundAtStripe(first, 400);
    await refundAtStripe(second, 400);
    expect(await reportsOf(first)).toMatchObject([
      {
        subject: "refund",
        report: {
          providerRef: first,
          refundRef: made.id,
          refundId: null,
          outcome: "succeeded",
          amountCents: 400,
          currency: "EUR",
        },
      },
    ]);
    for (const sessionId of [first, second]) {
      const [report] = await reportsOf(sessionId);
      const path = `/api/staff/suspense/reports/${report?.id}/resolve`;
      expect((await staff.agent.post(path, { note: "Taken from the balance" })).status).toBe(200);
      expect(await reportsOf(sessionId)).toEqual([]);
    }
    await refundAtStripe(third, 400);
    await refundAtStripe(first, 400);
    expect(await reportsOf(third)).toHaveLength(1);
    expect(await reportsOf(first)).toHaveLength(1);
  });

  it("is listed once for all events about it, and once more when it fails", async () => {
    const { deposit } = await shop.createPayer();
    const made = await refundAtStripe(deposit.sessionId, 400);
    stripe.account.record("refund.created", made);
    stripe.account.record("refund.updated", made);
    expect(await shop.sendEvents()).toEqual([200, 200]);
    expect(await reportsOf(deposit.sessionId)).toHaveLength(1);
    stripe.account.endRefund(made.id, "failed");
    expect(await shop.sendEvents()).toEqual([200]);
    const outcomes = (await reportsOf(deposit.sessionId)).map(({ report }) => report.outcome);
    expect(outcomes).toEqual(["succeeded", "failed"]);
  });

  it("of a payment that no deposit's page took is another shop's", async () => {
    const { deposit } = await shop.createPayer();
    const intent = stripe.account.sessions.get(deposit.sessionId)?.payment_intent ?? "";
    stripe.account.sessions.delete(deposit.sessionId);
    const made = stripe.account.createRefund({ payment_intent: intent, metadata: {} });
    expect(await shop.sendEvents()).toEqual([200]);
    const kept = await test.database`
      SELECT 1 FROM unmatched_reports WHERE report ->> 'refundRef' = ${made.id}`;
    expect(kept).toEqual([]);
  });
});

describe("a refund that counts as failed and is paid all the same", () => {
  it("is listed when the staff have marked it and Stripe reports it", async () => {
    const { agent, deposit } = await shop.createPayer();
    stripe.fail(["lost response"], "POST /v1/refunds");
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    const body = { state: "failed", evidence: "Not at Stripe", seen: "unknown" };
    const marked = await staff.agent.post(`/api/staff/refunds/${refund?.id}/mark`, body);
    expect(marked.status).toBe(200);
    expect(await shop.sendEvents()).toEqual([200]);
    const [made] = shop.refundsOf(deposit.sessionId);
    const reports = await reportsOf(deposit.sessionId);
    expect(reports).toMatchObject([
      { subject: "refund", report: { refundRef: made?.id, outcome: "succeeded" } },
    ]);
    // Credited, and left for a person to take back.
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("is listed when Stripe has reported both, once", async () => {
    const { deposit } = await shop.createPayer();
    await refundDeposit(staff, deposit.id, { amount: "4.00" });
    await shop.sendEvents();
    const [made] = shop.refundsOf(deposit.sessionId);
    for (const status of ["failed", "succeeded", "succeeded"] as const) {
      stripe.account.endRefund(made?.id ?? "", status);
      expect(await shop.sendEvents()).toEqual([200]);
    }
    const reports = await reportsOf(deposit.sessionId);
    expect(reports.map(({ report }) => report.outcome)).toEqual(["succeeded"]);
  });

  it("is listed when Stripe's own response comes after the mark", async () => {
    const { deposit } = await shop.createPayer();
    stripe.fail(["lost response"], "POST /v1/refunds");
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    const provider = test.deps.payments.find("stripe");
    if (!provider) throw new Error("no provider");
    const { findRefund } = provider;
    provider.findRefund = async (given) => {
      const report = await findRefund(given);
      const body = { state: "failed", evidence: "Not at Stripe", seen: "unknown" };
      await staff.agent.post(`/api/staff/refunds/${refund?.id}/mark`, body);
      return report;
    };
    test.clock.advance(400);
    await followRefunds(test.deps);
    provider.findRefund = findRefund;
    stripe.account.events.splice(0);
    expect(await reportsOf(deposit.sessionId)).toHaveLength(1);
  });
});

describe("a dispute", () => {
  it("takes the credit back, and gives it again when it is won", async () => {
    const { agent, deposit } = await shop.createPayer();
    const dispute = stripe.account.dispute(deposit.sessionId, "needs_response");
    expect(await shop.sendEvents()).toEqual([200, 200]);
    expect(await balanceOf(agent)).toBe(0);
    stripe.account.closeDispute(dispute.id, "won");
    expect(await shop.sendEvents()).toEqual([200, 200]);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("that is lost stays so, in whatever order the news comes", async () => {
    const { agent, deposit } = await shop.createPayer();
    await buy(test, agent, { priceCents: 300 });
    const dispute = stripe.account.dispute(deposit.sessionId, "needs_response");
    stripe.account.closeDispute(dispute.id, "lost");
    stripe.account.events.reverse();
    expect(await shop.sendEvents()).toEqual([200, 200, 200]);
    expect(await balanceOf(agent)).toBe(-300);
  });

  it("that is heard of before the payment waits for it, and moves money once", async () => {
    const { agent } = await createMember(test);
    const { sessionId } = await shop.deposit(agent);
    stripe.account.pay(sessionId);
    stripe.account.dispute(sessionId, "needs_response");
    stripe.account.events.reverse();
    const [first, ...rest] = stripe.account.events.splice(0);
    if (!first) throw new Error("no event");
    // Payment and dispute in one report, or the dispute kept until the payment is known.
    expect((await shop.send(first)).status).toBe(200);
    for (const event of [...rest, first, ...rest]) {
      expect((await shop.send(event)).status).toBe(200);
    }
    test.clock.advance(61);
    await retryUnmatched(test.deps);
    expect(await balanceOf(agent)).toBe(0);
    const response = await agent.get("/api/payment/history");
    const { payload } = response.as(paymentsResponseSchema);
    expect(payload.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["dispute", "-10.00"],
      ["deposit", "10.00"],
    ]);
  });

  it("that is only a question of the bank's changes nothing", async () => {
    const { agent, deposit } = await shop.createPayer();
    stripe.account.dispute(deposit.sessionId, "warning_needs_response");
    expect(await shop.sendEvents()).toEqual([200]);
    expect(await balanceOf(agent)).toBe(1_000);
  });
});
