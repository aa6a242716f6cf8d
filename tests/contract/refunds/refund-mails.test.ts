import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { depositStatusResponseSchema } from "#api/contract/deposits.ts";
import { withdrawalResponseSchema } from "#api/contract/withdrawals.ts";
import { RefundNotSentError } from "#api/providers/payments/payments.ts";
import { ANY_KEY } from "#api/providers/provider-modules.ts";
import { applyRefundReport } from "#api/refunds/change-refund.ts";
import { recordDispute } from "#api/refunds/disputes/disputes.service.ts";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { createProduct } from "#tests/factories.ts";
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

// The mails that members get about their money while its provider is unavailable, or a dispute
// takes it.

let shop: StripeShop;
let test: TestApi;
let stripe: StripeServer;
beforeAll(async () => {
  shop = await StripeShop.open();
  ({ test, stripe } = shop);
});
afterAll(() => shop.close());
afterEach(() => shop.verify());

async function lastMailTo(email: string, about = "") {
  const [mail] = await test.database<{ subject: string; text: string }[]>`
    SELECT subject, body_text AS text FROM mails
    WHERE recipient = ${email} AND body_text LIKE ${`%${about}%`} ORDER BY id DESC LIMIT 1`;
  return { subject: mail?.subject, text: mail?.text.replaceAll(/\s+/g, " ") };
}

/** Refunds 4.00 of a deposit; the provider accepts it, but does not pay yet. */
async function refundSlowly(depositId: number): Promise<number> {
  const provider = providerOf(test, "stripe");
  const { refund: send } = provider;
  provider.refund = async (request) => ({ ...(await send(request)), outcome: "pending" });
  const response = await refundDeposit(await createStaff(test), depositId, { amount: "4.00" });
  provider.refund = send;
  const id = Number(refundsOf(response)[0]?.id);
  expect(await statusOfRefund(test, id)).toBe("pending");
  return id;
}

/** Reports a dispute; returns its reference at the provider. */
async function dispute(
  depositId: number,
  amountCents: number,
  {
    disputeRef = randomUUID(),
    outcome = "opened",
  }: { disputeRef?: string; outcome?: "opened" | "won" } = {},
): Promise<string> {
  const [row] = await test.database<{ providerRef: string }[]>`
    SELECT provider_ref AS "providerRef" FROM deposits WHERE id = ${depositId}`;
  const providerRef = row?.providerRef ?? "";
  const ids = { eventId: randomUUID(), disputeRef, providerRef };
  const claim = { outcome, amountCents, currency: "EUR" } as const;
  const report = { subject: "dispute", ...ids, ...claim } as const;
  expect(await recordDispute(test.deps, "stripe", report)).toBe(true);
  return disputeRef;
}

const ASK = "If you still want money paid out, please write to us.";
const inBalance = (credits: string) => `We have returned ${credits} credits to your balance.`;
const theRest = (credits: string) => `The rest, ${credits} credits, is in your balance.`;
const inDebt = (credits: string) => `${credits} credits went towards the amount you owed us.`;

describe("an order that is refunded to the payment's source", () => {
  it("is not said to be in the balance while the money waits for its provider", async () => {
    const { agent, email } = await shop.createPayer();
    const { orderId } = await buy(test, agent, { priceCents: 400 });
    stripe.fail(["wrong key"], "POST /v1/refunds");
    const made = refundsOf(
      await refundOrder(await createStaff(test), orderId, { destination: "source" }),
    );
    expect(await statusOfRefund(test, made[1]?.id ?? 0)).toBe("requested");
    expect(await balanceOf(agent)).toBe(600);
    const { text } = await lastMailTo(email);
    expect(text).toContain("We send €4.00 back to the card");
    expect(text).toContain(
      "as soon as the payment provider takes it, and email you then. The credit note",
    );
    expect(text).not.toContain("in your balance");
    test.clock.advance(60 * 60);
    await followRefunds(test.deps);
    expect((await mailsTo(test, email)).at(-1)).toBe("€4.00 has been paid back");
  });

  it("is said to be in the balance as far as no payment can take it", async () => {
    const { agent, email, deposit } = await shop.createPayer();
    await test.database`UPDATE deposits SET provider_ref = NULL WHERE id = ${deposit.id}`;
    await shop.pay(agent);
    const { orderId } = await buy(test, agent, { priceCents: 1_200 });
    stripe.fail(["wrong key"], "POST /v1/refunds");
    await refundOrder(await createStaff(test), orderId, { destination: "source" });
    const { text } = await lastMailTo(email);
    expect(text).toContain("We have refunded 12.00 credits");
    expect(text).toContain("We send €10.00 back to the card");
    expect(text).toContain("and email you then. The rest, 2.00 credits, is in your balance.");
  });

  it.each([
    { destination: "source", says: "back to the card", hasRest: false },
    { destination: "source", owed: 500, says: "back to the card", hasRest: true },
    { destination: "wallet", says: "We have refunded 18.00 credits", hasRest: true },
    { destination: "wallet", price: 800, says: "We have refunded 8.00 credits", hasRest: false },
  ])("is said to pay what is owed, not to be in the balance ($destination $owed)", async (given) => {
    const { owed = 800, price = 1_800 } = given;
    const { agent, email, deposit } = await shop.createPayer();
    await shop.pay(agent);
    if (price < 1_800) await buy(test, agent, { priceCents: 1_800 - price });
    const { orderId } = await buy(test, agent, { priceCents: price });
    await dispute(deposit.id, owed + 200);
    expect(await balanceOf(agent)).toBe(-owed);
    await refundOrder(await createStaff(test), orderId, { destination: given.destination });
    const { text } = await lastMailTo(email, "We have refunded your order");
    expect(text).toContain(given.says);
    expect(text).toContain(`${owed / 100}.00 credits went towards the amount you owed us.`);
    expect(text?.includes("The rest")).toBe(given.hasRest);
    expect(text).not.toContain("credits to your balance");
  });

  it("is said to be in the balance where no payment can take it", async () => {
    const { agent, deposit, email } = await shop.createPayer();
    const { orderId } = await buy(test, agent, { priceCents: 400 });
    await test.database`UPDATE deposits SET provider_ref = NULL WHERE id = ${deposit.id}`;
    await refundOrder(await createStaff(test), orderId, { destination: "source" });
    expect((await lastMailTo(email)).text).toContain(
      "We have returned 4.00 credits to your balance",
    );
  });
});

type Disputed = {
  spentCents?: number;
  otherCents?: number;
  disputedCents: number;
  balanceCents: number;
  isCancelled: boolean;
  says?: string;
};

describe("a refund that fails after its payment was disputed", () => {
  it.each<Disputed>([
    { disputedCents: 300, balanceCents: 700, isCancelled: false },
    {
      ...{ spentCents: 500, disputedCents: 300, balanceCents: 200, isCancelled: false },
      says: `${inDebt("2.00")} ${theRest("2.00")}`,
    },
    {
      ...{ spentCents: 600, disputedCents: 500, balanceCents: -100, isCancelled: true },
      says: inDebt("4.00"),
    },
    { otherCents: 1_000, disputedCents: 600, balanceCents: 1_400, isCancelled: false },
    { otherCents: 1_000, disputedCents: 700, balanceCents: 1_300, isCancelled: true },
    { otherCents: 1_000, disputedCents: 1_000, balanceCents: 1_000, isCancelled: true },
  ])("is said to be cancelled only if the dispute took of its money ($balanceCents)", async (given) => {
    const { spentCents = 0, otherCents = 0 } = given;
    const { agent, email, deposit } = await shop.createPayer();
    if (otherCents > 0) await shop.pay(agent);
    if (spentCents > 0) await buy(test, agent, { priceCents: spentCents });
    const refundId = await refundSlowly(deposit.id);
    await dispute(deposit.id, given.disputedCents);
    const report = { refundId, refundKey: ANY_KEY, outcome: "failed" } as const;
    expect(await applyRefundReport(test.deps, "stripe", report)).toBe(true);
    expect(await balanceOf(agent)).toBe(given.balanceCents);
    const { subject, text } = await lastMailTo(email);
    const end = given.isCancelled ? "is cancelled" : "did not arrive";
    expect(subject).toBe(`Your refund of €4.00 ${end}`);
    const taken = `taken back €${given.disputedCents / 100}.00 of that deposit. `;
    const says = given.says ?? inBalance("4.00");
    expect(text).toContain(given.isCancelled ? taken + says : says);
  });
});

/** Refunds 4.00 of a deposit, part of which is disputed before its provider accepts the refund. */
async function refundWhileDisputed(depositId: number, disputedCents: number): Promise<void> {
  const provider = providerOf(test, "stripe");
  const { refund: send } = provider;
  provider.refund = async () => {
    await dispute(depositId, disputedCents);
    throw new RefundNotSentError("no connection");
  };
  const response = await refundDeposit(await createStaff(test), depositId, { amount: "4.00" });
  provider.refund = send;
  expect(await statusOfRefund(test, refundsOf(response)[0]?.id ?? 0)).toBe("failed");
}

describe("a refund whose payment is disputed while it is sent", () => {
  it.each([
    { otherCents: 0, disputedCents: 1_000, balanceCents: 0, says: inDebt("4.00") },
    { otherCents: 1_000, disputedCents: 1_000, balanceCents: 1_000, says: inBalance("4.00") },
    { otherCents: 0, disputedCents: 600, balanceCents: 400, says: inBalance("4.00"), isLeft: true },
    { otherCents: 0, disputedCents: 300, balanceCents: 700, says: inBalance("4.00"), isLeft: true },
    {
      ...{ otherCents: 0, disputedCents: 800, balanceCents: 200, isLeft: true },
      says: `${inDebt("2.00")} ${theRest("2.00")}`,
    },
    {
      ...{ otherCents: 1_000, disputedCents: 700, balanceCents: 1_300, isLeft: true },
      says: inBalance("4.00"),
    },
  ])("is said to be cancelled, and what became of its credits ($disputedCents)", async (given) => {
    const { agent, email, deposit } = await shop.createPayer();
    if (given.otherCents > 0) await shop.pay(agent);
    await refundWhileDisputed(deposit.id, given.disputedCents);
    expect(await balanceOf(agent)).toBe(given.balanceCents);
    const { subject, text } = await lastMailTo(email);
    expect(subject).toBe("Your refund of €4.00 is cancelled");
    const taken = `the bank has taken back €${given.disputedCents / 100}.00 of that deposit.`;
    expect(text).toContain([taken, given.says, given.isLeft && ASK].filter(Boolean).join(" "));
    expect(text?.includes(ASK)).toBe(given.isLeft ?? false);
  });

  it("is never said to have lost more than the bank took", async () => {
    const sums = fc.record({
      spentCents: fc.integer({ min: 0, max: 6 }).map((euros) => euros * 100),
      disputedCents: fc.integer({ min: 1, max: 10 }).map((euros) => euros * 100),
      isSent: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(sums, async ({ spentCents, disputedCents, isSent }) => {
        const { agent, email, deposit } = await shop.createPayer();
        if (spentCents > 0) await buy(test, agent, { priceCents: spentCents });
        if (isSent) {
          const refundId = await refundSlowly(deposit.id);
          await dispute(deposit.id, disputedCents);
          const report = { refundId, refundKey: ANY_KEY, outcome: "failed" } as const;
          await applyRefundReport(test.deps, "stripe", report);
        } else await refundWhileDisputed(deposit.id, disputedCents);
        const balanceCents = 1_000 - spentCents - disputedCents;
        const { text = "" } = await lastMailTo(email);
        const centsOf = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0) * 100;
        const paidCents = centsOf(/([\d.]+) credits went towards/);
        const backCents = centsOf(/([\d.]+) credits(?: to your|, is in)/);
        if (text.includes("is not paid out")) {
          expect(centsOf(/taken back €([\d.]+) of/)).toBe(disputedCents);
          expect(paidCents + backCents).toBe(400);
          expect(paidCents).toBe(Math.min(400, Math.max(0, 400 - balanceCents)));
          expect(text.includes(ASK)).toBe(disputedCents < 1_000 && backCents > 0);
        } else expect(isSent && balanceCents > 0 && disputedCents <= 600).toBe(true);
      }),
      { numRuns: 12 },
    );
  });
});

describe("what pays a debt", () => {
  /** Creates a member who has paid 10.00 twice. */
  async function payTwice() {
    const payer = await shop.createPayer();
    const other = await shop.pay(payer.agent);
    return { ...payer, other };
  }

  it("is not said to be in the balance again after a refund that failed", async () => {
    const { agent, email, deposit, other } = await payTwice();
    const refundId = await refundSlowly(deposit.id);
    await buy(test, agent, { priceCents: 1_600 });
    await dispute(other.id, 300);
    const report = { refundId, refundKey: ANY_KEY, outcome: "failed" } as const;
    expect(await applyRefundReport(test.deps, "stripe", report)).toBe(true);
    expect(await balanceOf(agent)).toBe(100);
    const { text } = await lastMailTo(email);
    expect(text).toContain("Your refund did not arrive");
    expect(text).toContain(`of deposit ${deposit.id}. ${inDebt("3.00")} ${theRest("1.00")} If you`);
    expect(text).not.toContain("credits to your balance");
  });

  it("is all that became of a refund that failed, and nothing is left to be paid out", async () => {
    const { agent, email, deposit, other } = await payTwice();
    const refundId = await refundSlowly(deposit.id);
    await buy(test, agent, { priceCents: 1_600 });
    await dispute(other.id, 1_000);
    const report = { refundId, refundKey: ANY_KEY, outcome: "failed" } as const;
    await applyRefundReport(test.deps, "stripe", report);
    expect(await balanceOf(agent)).toBe(-600);
    const { text } = await lastMailTo(email);
    expect(text).toContain(`of deposit ${deposit.id}. ${inDebt("4.00")}`);
    expect(text).not.toMatch(/in your balance|paid out/);
  });

  it("is said of a dispute that was won", async () => {
    const { agent, email, deposit, other } = await payTwice();
    await buy(test, agent, { priceCents: 1_600 });
    const won = await dispute(deposit.id, 1_000);
    await dispute(other.id, 300);
    await dispute(deposit.id, 1_000, { disputeRef: won, outcome: "won" });
    expect(await balanceOf(agent)).toBe(100);
    const { subject, text } = await lastMailTo(email);
    expect(subject).toBe("The dispute over €10.00 is closed: the payment stands");
    const parts = `${inDebt("9.00")} ${theRest("1.00")}`;
    expect(text).toContain(`We have given 10.00 credits back to you. ${parts}`);
  });

  it("is said of a refund that another payment's dispute cancels", async () => {
    const { agent, email, deposit, other } = await payTwice();
    stripe.fail(["wrong key"], "POST /v1/refunds");
    await refundDeposit(await createStaff(test), deposit.id, { amount: "4.00" });
    await buy(test, agent, { priceCents: 1_600 });
    await dispute(other.id, 300);
    await dispute(deposit.id, 500);
    expect(await balanceOf(agent)).toBe(-400);
    const { text } = await lastMailTo(email);
    expect(text).toContain(`We gave 4.00 credits back to you first. ${inDebt("3.00")}`);
    expect(text).not.toContain("in your balance");
  });

  it.each([
    { owed: 400, says: `${inDebt("4.00")} ${theRest("6.00")}` },
    { owed: 1_600, says: inDebt("10.00") },
  ])("is said of a deposit ($owed), and that its product was not bought", async ({
    owed,
    says,
  }) => {
    const { agent, email, deposit, other } = await payTwice();
    await buy(test, agent, { priceCents: 1_600 });
    const product = await createProduct(test, { priceCents: 900 });
    const purchase = { prompt_id: product.id, expected_price: "9.00", buy: true };
    const opened = await shop.deposit(agent, { purchase });
    await dispute(deposit.id, Math.min(1_000, owed + 400));
    if (owed > 600) await dispute(other.id, owed - 600);
    await test.database`UPDATE products SET price_cents = 1000 WHERE id = ${product.id}`;
    stripe.account.pay(opened.sessionId);
    await shop.sendEvents();
    expect(await balanceOf(agent)).toBe(1_000 - owed);
    const status = await agent.get(`/api/deposit/status?order_id=${opened.id}`);
    const { order } = status.as(depositStatusResponseSchema);
    expect(order.to_debt).toBe(`${Math.min(owed, 1_000) / 100}.00`);
    const arrived = await lastMailTo(email, "Your deposit has arrived");
    expect(arrived.text).toContain(`We have received €10.00. The receipt is attached. ${says}`);
    const failed = await lastMailTo(email, "It was meant to buy");
    expect(failed.text).toContain(`Nothing was taken from your balance for this prompt. ${says}`);
    for (const { text } of [arrived, failed]) expect(text).not.toContain("added");
  });
});

describe("a withdrawal", () => {
  it.each([
    { destination: "wallet", owed: 1_000, parts: { to_debt: "10.00", to_wallet: "0.00" } },
    { destination: "wallet", owed: 400, parts: { to_debt: "4.00", to_wallet: "6.00" } },
    { destination: "source", owed: 400, parts: { to_debt: "4.00", to_wallet: "0.00" } },
  ])("says what of its money paid a debt ($destination $owed)", async (given) => {
    const { destination, owed } = given;
    const { agent, email, deposit } = await shop.createPayer();
    await shop.pay(agent);
    await buy(test, agent, { priceCents: 1_000 });
    const { orderId } = await buy(test, agent, { priceCents: 1_000, isLocked: true });
    await dispute(deposit.id, owed);
    const statement = { name: "Bea", email, subject: "order", contract: String(orderId) };
    const body = { operation_id: randomUUID(), destination, ...statement };
    for (const attempt of ["first", "repeated"]) {
      const { payload } = (await agent.post("/api/withdrawals", body)).as(withdrawalResponseSchema);
      const refunded = { status: "refunded", destination, ...given.parts };
      expect({ attempt, ...payload }).toMatchObject({ attempt, ...refunded });
    }
  });

  it("says that its money waits for the provider, until that has taken it", async () => {
    const { agent, email, deposit } = await shop.createPayer();
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
