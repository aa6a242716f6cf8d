import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { withdrawalResponseSchema } from "#api/contract/withdrawals.ts";
import { RefundNotSentError } from "#api/providers/payments/payments.ts";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  buy,
  mailsTo,
  refundDeposit,
  refundOrder,
  refundsOf,
  statusOfRefund,
} from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { createStaff } from "#tests/setup/records/offers.ts";
import type { StripeServer } from "#tests/setup/servers/stripe/stripe-server.ts";
import { StripeShop } from "#tests/setup/servers/stripe/stripe-shop.ts";

// What members read of their money while its provider is away, or a dispute takes it.

let shop: StripeShop;
let test: TestApi;
let stripe: StripeServer;
beforeAll(async () => {
  shop = await StripeShop.open();
  ({ test, stripe } = shop);
});
afterAll(() => shop.close());
afterEach(async () => {
  test.clock.resume();
  expect(stripe.faults.splice(0)).toEqual([]);
  expect(await listViolations(test.database)).toEqual([]);
});

/** A member who has paid 10.00 by card. */
async function createPayer() {
  const member = await createMember(test);
  const deposit = await shop.deposit(member.agent);
  stripe.account.pay(deposit.sessionId);
  await shop.sendEvents();
  return { ...member, deposit };
}

async function lastMailTo(email: string) {
  const [mail] = await test.database<{ subject: string; text: string }[]>`
    SELECT subject, body_text AS text FROM mails WHERE recipient = ${email}
    ORDER BY id DESC LIMIT 1`;
  return { subject: mail?.subject, text: mail?.text.replaceAll(/\s+/g, " ") };
}

describe("an order that is refunded to the payment's source", () => {
  it("is not said to be in the balance while the money waits for its provider", async () => {
    const { agent, email } = await createPayer();
    const { orderId } = await buy(test, agent, { priceCents: 400 });
    stripe.fail(["wrong key"], "POST /v1/refunds");
    const made = refundsOf(
      await refundOrder(await createStaff(test), orderId, { destination: "source" }),
    );
    expect(await statusOfRefund(test, made[1]?.id ?? 0)).toBe("requested");
    expect(await balanceOf(agent)).toBe(600);
    const { text } = await lastMailTo(email);
    expect(text).toContain("4.00 credits of it goes back to the card");
    expect(text).toContain("as soon as the payment provider takes it");
    expect(text).not.toContain("is back in your balance");
    test.clock.advance(60 * 60);
    await followRefunds(test.deps);
    expect((await mailsTo(test, email)).at(-1)).toBe("€4.00 has been paid back");
  });

  it("is said to be in the balance where no payment can take it", async () => {
    const { agent, deposit, email } = await createPayer();
    const { orderId } = await buy(test, agent, { priceCents: 400 });
    await test.database`UPDATE deposits SET provider_ref = NULL WHERE id = ${deposit.id}`;
    await refundOrder(await createStaff(test), orderId, { destination: "source" });
    expect((await lastMailTo(email)).text).toContain("is back in your balance");
  });
});

describe("a refund whose payment is disputed while it is sent", () => {
  it("is said to be cancelled, not to be there to be paid in another way", async () => {
    const { agent, email, deposit } = await createPayer();
    const provider = providerOf(test, "stripe");
    const { refund: send } = provider;
    provider.refund = async (request) => {
      stripe.account.dispute(request.providerRef, "needs_response");
      await shop.sendEvents();
      throw new RefundNotSentError("no connection");
    };
    const staff = await createStaff(test);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    provider.refund = send;
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("failed");
    expect(await balanceOf(agent)).toBe(0);
    const { subject, text } = await lastMailTo(email);
    expect(subject).toBe("Your refund of €4.00 is cancelled");
    expect(text).toContain("the bank has taken that payment back");
    expect(text).not.toContain("write to us");
    expect(text).not.toContain("added");
  });
});

describe("a withdrawal", () => {
  it("says that its money waits for the provider, until that has taken it", async () => {
    const { agent, email, deposit } = await createPayer();
    stripe.fail(["wrong key"], "POST /v1/refunds");
    const statement = { name: "Bea", email, subject: "balance", destination: "source" };
    const body = { operation_id: randomUUID(), contract: "", ...statement };
    const send = async () =>
      (await agent.post("/api/withdrawals", body)).as(withdrawalResponseSchema).payload;
    expect(await send()).toMatchObject({
      ...{ status: "refunded", destination: "source", is_waiting: true },
    });
    await test.database`UPDATE refunds SET due_at = NULL WHERE deposit_id = ${deposit.id}`;
    await followRefunds(test.deps);
    expect(await send()).toMatchObject({ destination: "source", is_waiting: false });
  });
});
