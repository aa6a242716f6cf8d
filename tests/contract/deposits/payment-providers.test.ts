import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  checkoutResponseSchema,
  depositStatusResponseSchema,
  validateResponseSchema,
} from "#api/contract/deposits.ts";
import { settingsResponseSchema } from "#api/contract/site.ts";
import {
  expireOrphanedDeposits,
  expireUnopenedDeposits,
  ORPHANED_REVIEW,
  reconcilePending,
} from "#api/deposits/deposits.jobs.ts";
import { createPayments, type Payments } from "#api/providers/payments/payments.ts";
import { ANY_KEY } from "#api/providers/provider-modules.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import {
  createStrictPayments,
  STRICT_ORIGIN,
  type StrictPayments,
} from "#tests/setup/api/strict-payments.ts";
import {
  createSandbox,
  createTestApi,
  providerOf,
  type TestApi,
} from "#tests/setup/api/test-api.ts";
import {
  balanceOf,
  fillDeposit,
  lastDepositOf,
  openDeposit,
  sendReport,
} from "#tests/setup/money/top-up.ts";

// Two providers at once: "strict" takes cards, and the sandbox after it takes the rest.

const MINUTES = 60;
const DAYS = 24 * 60 * MINUTES;

let test: TestApi;
let strict: StrictPayments;
let both: Payments;
let agent: ApiAgent;
beforeAll(async () => {
  strict = createStrictPayments();
  test = await createTestApi({ payments: (context) => [strict, createSandbox(context)] });
  both = test.deps.payments;
});
beforeEach(async () => {
  test.logged.length = 0;
  agent = (await createMember(test)).agent;
});
afterEach(async () => {
  test.clock.resume();
  test.deps.payments = both;
  expect(await listViolations(test.database)).toEqual([]);
});
afterAll(() => test.close());

/** From now on the process runs with only these providers, as after a restart. */
function configure(...names: string[]): void {
  test.deps.payments = createPayments(
    names.map((name) => providerOf({ deps: { ...test.deps, payments: both } }, name)),
  );
}

async function openStrict(): Promise<{ id: number; ref: string }> {
  const { id } = await openDeposit(agent);
  return { id, ref: `pay_${id}` };
}

const rowOf = async (id: number) => {
  const [row] = await test.database`
    SELECT provider, provider_ref AS ref, status, needs_review AS review FROM deposits
    WHERE id = ${id}`;
  return row;
};

async function sendStrict(report: Parameters<StrictPayments["sign"]>[0], path = "strict") {
  const { body, headers } = strict.sign(report);
  return test
    .createAgent()
    .request("POST", `/webhooks/${path}`, body, { isStateful: false, headers });
}

const statusOf = async (id: number) => {
  const response = await agent.get(`/api/deposit/status?order_id=${id}`);
  return response.as(depositStatusResponseSchema).order.status;
};

describe("of two providers", () => {
  it("the first that offers a method takes its new deposits", async () => {
    const methods = await agent.post("/api/deposit/validate", fillDeposit());
    expect(methods.as(validateResponseSchema).payload.map(({ id }) => id)).toEqual([
      "card",
      "sepa",
    ]);
    const card = await agent.post("/api/deposit/checkout", fillDeposit());
    const sepa = await agent.post("/api/deposit/checkout", fillDeposit({ payment_method: "sepa" }));
    const [byCard, bySepa] = [card.as(checkoutResponseSchema), sepa.as(checkoutResponseSchema)];
    expect(new URL(byCard.redirect_url ?? "").origin).toBe(STRICT_ORIGIN);
    expect(bySepa.redirect_url).toContain("/en/sandbox-payment/");
    expect(await rowOf(Number(byCard.order_id))).toMatchObject({
      provider: "strict",
      ref: `pay_${byCard.order_id}`,
    });
    expect(await rowOf(Number(bySepa.order_id))).toMatchObject({ provider: "sandbox" });
  });

  it("each is asked about its own deposits by the status page", async () => {
    const card = await openStrict();
    const sepa = await openDeposit(agent, { payment_method: "sepa" });
    strict.asked.length = 0;
    expect(await statusOf(sepa.id)).toBe("processing");
    expect(strict.asked).toEqual([]);
    strict.end(card.ref, "paid");
    expect(await statusOf(card.id)).toBe("success");
    expect(strict.asked).toEqual([card.ref]);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("each is asked about its own deposits by the background", async () => {
    const card = await openStrict();
    const sepa = await openDeposit(agent, { payment_method: "sepa" });
    await test.database`UPDATE sandbox_payments SET status = 'paid' WHERE ref = ${sepa.ref}`;
    strict.end(card.ref, "paid");
    strict.asked.length = 0;
    test.clock.advance(6 * MINUTES);
    await reconcilePending(test.deps);
    expect(await balanceOf(agent)).toBe(2_000);
    expect(strict.asked).toContain(card.ref);
    expect(strict.asked).not.toContain(sepa.ref);
  });

  it("each finds its own cut-off checkouts again", async () => {
    const { createCheckout } = strict;
    strict.createCheckout = async (request) => {
      await createCheckout(request);
      throw new Error("the process died");
    };
    expect((await agent.post("/api/deposit/checkout", fillDeposit())).status).toBe(502);
    strict.createCheckout = createCheckout;
    const id = Number((await lastDepositOf(agent))?.id);
    strict.end(`pay_${id}`, "paid");
    test.clock.advance(16 * MINUTES);
    await expireUnopenedDeposits(test.deps);
    expect(await rowOf(id)).toMatchObject({ status: "success", ref: `pay_${id}` });
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("each reports at a path of its own, with a signature of its own", async () => {
    const { ref } = await openStrict();
    expect((await sendStrict({ providerRef: ref, outcome: "paid" }, "sandbox")).status).toBe(400);
    expect((await sendStrict({ providerRef: ref, outcome: "paid" }, "nobody")).status).toBe(404);
    expect(await balanceOf(agent)).toBe(0);
    expect((await sendStrict({ providerRef: ref, outcome: "paid" })).status).toBe(200);
    expect((await sendStrict({ providerRef: ref, outcome: "paid" })).status).toBe(200);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("none settles a deposit of the other, by reference or by id", async () => {
    const card = await openStrict();
    await sendReport(test, { ref: card.ref });
    await sendReport(test, { ref: `sandbox_${card.id}` });
    const sepa = await openDeposit(agent, { payment_method: "sepa" });
    const amount = { amountCents: 1_000, currency: "EUR", eventId: "x", errorMessage: null };
    const foreign = { ...amount, providerRef: sepa.ref, depositId: sepa.id, depositKey: ANY_KEY };
    await sendStrict({ ...foreign, outcome: "paid" });
    expect(await balanceOf(agent)).toBe(0);
    expect(await rowOf(sepa.id)).toMatchObject({ status: "pending", ref: sepa.ref });
  });

  it("both may use the same reference, each for a deposit of its own", async () => {
    const card = await openStrict();
    const sepa = await openDeposit(agent, { payment_method: "sepa", amount: "25.00" });
    await test.database`UPDATE deposits SET provider_ref = ${card.ref} WHERE id = ${sepa.id}`;
    await sendStrict({ providerRef: card.ref, outcome: "paid" });
    expect(await balanceOf(agent)).toBe(1_000);
    await sendReport(test, { ref: card.ref, amountCents: 2_500 });
    expect(await balanceOf(agent)).toBe(3_500);
  });

  it.each([
    ["amount", { amount: "0.99" }],
    ["email", { email: "nobody" }],
  ])("the strict one is never asked for a wrong %s", async (_, wrong) => {
    const rejected = await agent.post("/api/deposit/checkout", fillDeposit(wrong));
    expect(rejected.status).toBe(422);
  });

  it("the strict one opens the same page again for the same operation", async () => {
    const body = fillDeposit();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => agent.post("/api/deposit/checkout", body)),
    );
    const urls = responses.map((response) => response.as(checkoutResponseSchema).redirect_url);
    expect(new Set(urls).size).toBe(1);
  });
});

describe("without the sandbox", () => {
  it("its methods, its payment page, its webhook and the notice of a demonstration are gone", async () => {
    const sepa = await openDeposit(agent, { payment_method: "sepa" });
    const settings = async (of: TestApi) =>
      (await of.createAgent().get("/api/settings")).as(settingsResponseSchema).payload;
    expect((await settings(test)).is_sandbox).toBe(true);
    const real = await createTestApi({ payments: () => [createStrictPayments()] });
    const { agent: member } = await createMember(real);
    expect((await settings(real)).is_sandbox).toBe(false);
    const methods = await member.post("/api/deposit/validate", fillDeposit());
    expect(methods.as(validateResponseSchema).payload).toEqual([{ id: "card", name: "Card" }]);
    const rejected = await member.post(
      "/api/deposit/checkout",
      fillDeposit({ payment_method: "sepa" }),
    );
    expect([rejected.status, rejected.invalidFields]).toEqual([422, ["payment_method"]]);
    for (const path of [`/api/sandbox/payments/${sepa.token}`, "/webhooks/sandbox"]) {
      const response = await member.post(path, { decision: "pay" });
      expect([path, response.status]).toEqual([path, 404]);
    }
    expect((await member.get("/api/openapi.json")).text).not.toContain("/sandbox/payments");
    await real.close();
  });
});

describe("a pending deposit of a provider that is gone", () => {
  it("is asked of nobody, and opens no page", async () => {
    const body = fillDeposit();
    const opened = await agent.post("/api/deposit/checkout", body);
    const id = Number(opened.as(checkoutResponseSchema).order_id);
    configure("sandbox");
    strict.asked.length = 0;
    expect(await statusOf(id)).toBe("processing");
    await reconcilePending(test.deps);
    const again = await agent.post("/api/deposit/checkout", body);
    expect(again.rejection).toEqual([502, "payment_unavailable"]);
    expect((await sendStrict({ providerRef: `pay_${id}`, outcome: "paid" })).status).toBe(404);
    expect(strict.asked).toEqual([]);
    test.deps.payments = both;
    await sendStrict({ providerRef: `pay_${id}`, outcome: "paid" });
  });

  it("expires after 14 days for a person to look at, and then keeps no account", async () => {
    const { id } = await openStrict();
    const other = await openDeposit(agent, { payment_method: "sepa" });
    configure("sandbox");
    test.clock.advance(14 * DAYS - 60);
    await expireOrphanedDeposits(test.deps);
    expect(await rowOf(id)).toMatchObject({ status: "pending", review: null });
    const remove = () => agent.delete("/api/user/delete", { password: PASSWORD });
    await test.database`UPDATE sessions
      SET created_at = created_at + interval '14 days', expires_at = expires_at + interval '14 days'`;
    test.clock.advance(120);
    await expireOrphanedDeposits(test.deps);
    expect(await rowOf(id)).toMatchObject({ status: "expired", review: ORPHANED_REVIEW });
    expect(await rowOf(other.id)).toMatchObject({ status: "pending", review: null });
    expect(test.logged).toContainEqual(
      expect.objectContaining({ level: 50, depositId: id, provider: "strict" }),
    );
    await sendReport(test, { ref: other.ref, outcome: "expired" });
    expect((await remove()).status).toBe(200);

    // Paid after all, with both providers configured again: the money waits for staff, as its owner
    // is gone.
    test.deps.payments = both;
    strict.end(`pay_${id}`, "paid");
    await expireOrphanedDeposits(test.deps);
    expect(await rowOf(id)).toMatchObject({
      status: "success",
      review: "paid after the account was deleted",
    });
  });

  it("expires too if the clock was a year ahead when it began, with a page or without", async () => {
    const [opened, unopened] = [await openStrict(), await openStrict()];
    await test.database`UPDATE deposits SET created_at = created_at + interval '365 days',
      provider_ref = nullif(provider_ref, ${unopened.ref}) WHERE id IN (${opened.id}, ${unopened.id})`;
    configure("sandbox");
    await expireOrphanedDeposits(test.deps);
    await expireUnopenedDeposits(test.deps);
    expect(await rowOf(opened.id)).toMatchObject({ status: "expired", review: ORPHANED_REVIEW });
    expect(await rowOf(unopened.id)).toMatchObject({ status: "expired", review: null });
  });

  it.each([
    ["paid", 1_000, { status: "success", review: null }],
    ["expired", 0, { status: "expired", review: null }],
    ["failed", 0, { status: "expired", review: null }],
    ["pending", 0, { status: "expired", review: ORPHANED_REVIEW }],
  ] as const)("that is configured again is asked once more: %s", async (outcome, cents, row) => {
    const { id, ref } = await openStrict();
    configure("sandbox");
    test.clock.advance(15 * DAYS);
    await expireOrphanedDeposits(test.deps);
    test.deps.payments = both;
    strict.end(ref, outcome);
    await expireOrphanedDeposits(test.deps);
    expect(await rowOf(id)).toMatchObject(row);
    test.clock.resume();
    const { agent: fresh } = await createMember(test);
    expect(await balanceOf(fresh)).toBe(0);
    const [wallet] = await test.database<{ balance: number }[]>`
      SELECT balance_cents::int AS balance FROM ledger_accounts JOIN deposits USING (user_id)
      WHERE deposits.id = ${id} AND kind = 'wallet'`;
    expect(wallet?.balance).toBe(cents);
    await expireOrphanedDeposits(test.deps);
    expect(await rowOf(id)).toMatchObject(row);
  });

  it("that never got a page expires like any other", async () => {
    const { createCheckout } = strict;
    strict.createCheckout = async () => {
      throw new Error("down");
    };
    await agent.post("/api/deposit/checkout", fillDeposit());
    strict.createCheckout = createCheckout;
    const id = Number((await lastDepositOf(agent))?.id);
    configure("sandbox");
    test.clock.advance(14 * MINUTES);
    await expireUnopenedDeposits(test.deps);
    expect(await rowOf(id)).toMatchObject({ status: "pending" });
    test.clock.advance(2 * MINUTES);
    await expireUnopenedDeposits(test.deps);
    expect(await rowOf(id)).toMatchObject({ status: "expired", review: null });
  });
});
