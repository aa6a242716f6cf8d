import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sandboxPaymentResponseSchema } from "#api/contract/sandbox-payments.ts";
import { depositJobs } from "#api/deposits/deposits.jobs.ts";
import {
  createSandboxPayments,
  type SandboxPayments,
} from "#api/providers/payments/sandbox/sandbox-payments.ts";
import type { ProviderContext } from "#api/providers/provider-modules.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";
import { balanceOf, lastDepositOf, openDeposit } from "#tests/setup/money/top-up.ts";

const REPORT_RETRY_SECONDS = 5;
const PAGE_SECONDS = 30 * 60;
const PAY_LATER_SECONDS = 60;

let test: TestApi;
/** Receives the provider's reports; null is the API's own webhook. */
let post: ProviderContext["deliver"] | null = null;
let provider: SandboxPayments;
beforeAll(async () => {
  test = await createTestApi({
    payments: (context) => {
      provider = createProvider(context);
      return [provider];
    },
    connectionsMax: 20,
  });
});
afterAll(() => test.close());

let agent: ApiAgent;
beforeEach(async () => {
  post = null;
  agent = (await createMember(test)).agent;
});
afterEach(async () => {
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});

function createProvider(context: ProviderContext) {
  return createSandboxPayments({
    ...context,
    payLaterMs: PAY_LATER_SECONDS * 1000,
    deliver: async (request) => (post ? post(request) : context.deliver(request)),
  });
}

const read = (token: string) => agent.get(`/api/sandbox/payments/${token}`);
const decide = (token: string, decision: unknown, by = agent) =>
  by.post(`/api/sandbox/payments/${token}`, { decision });
const work = async () => {
  for (const job of depositJobs(test.deps)) await job.run();
};
const statusOf = async (id: number) => (await agent.get(`/api/deposit/status?order_id=${id}`)).body;

describe("the payment page", () => {
  it("shows what is to be paid to the member whose deposit it is", async () => {
    const { id, token } = await openDeposit(agent, { amount: "12,5", payment_method: "sepa" });
    const response = await read(token);
    expect(response.as(sandboxPaymentResponseSchema).payload).toEqual({
      amount: "12.50",
      currency: "EUR",
      method: "sepa",
      status: "open",
      dispute: null,
      description: `Deposit ${id}`,
      return_url: `${TEST_APP_URL}/en/processing-payment?order_id=${id}`,
    });
  });

  it("does not exist for other members, and not at all for guests", async () => {
    const { token } = await openDeposit(agent);
    const { agent: other } = await createMember(test);
    for (const [by, status] of [
      [other, 404],
      [test.createAgent(), 401],
    ] as const) {
      expect((await by.get(`/api/sandbox/payments/${token}`)).status).toBe(status);
      expect((await decide(token, "pay", by)).status).toBe(status);
    }
    expect(await lastDepositOf(agent)).toMatchObject({ status: "pending" });
    expect((await decide(token, "pay")).status).toBe(200);
  });

  it("exists only at the address that was given, whose token is not stored with it", async () => {
    const { token, ref } = await openDeposit(agent);
    const wrong = ["x", token.slice(1), `${token}A`, token.toLowerCase(), ref, "%00", "..%2f"];
    for (const other of wrong.filter((one) => one !== token)) {
      for (const response of [await read(other), await decide(other, "pay")]) {
        expect(response.status).toBe(404);
      }
    }
    const rows = await test.database`SELECT * FROM sandbox_payments WHERE ref = ${ref}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await balanceOf(agent)).toBe(0);
  });

  it.each(["steal", "", null, 1, ["pay"], undefined])("knows no decision %j", async (decision) => {
    const { token } = await openDeposit(agent);
    const response = await decide(token, decision);
    expect(response.status).toBe(422);
    expect(response.error.errors).toHaveProperty("decision");
  });

  it("can be used for 30 minutes, and then the deposit has expired", async () => {
    const [early, late] = [await openDeposit(agent), await openDeposit(agent)];
    test.clock.advance(PAGE_SECONDS - 5);
    expect((await decide(early.token, "pay")).status).toBe(200);
    test.clock.advance(5);
    for (const response of [await read(late.token), await decide(late.token, "pay")]) {
      expect(response.status).toBe(404);
      expect(response.error.code).toBe("payment_not_found");
    }
    await work();
    expect(await lastDepositOf(agent)).toMatchObject({ id: late.id, status: "expired" });
    expect(await statusOf(late.id)).toMatchObject({
      order: { status: "failed", error_message: "The payment page has expired." },
    });
    expect((await read(late.token)).status).toBe(404);
    expect(await balanceOf(agent)).toBe(1_000);
  });
});

describe("the payer", () => {
  it("pays, and the wallet has the money before the page has its response", async () => {
    const { id, token } = await openDeposit(agent);
    const response = await decide(token, "pay");
    expect(response.as(sandboxPaymentResponseSchema).payload).toMatchObject({
      status: "paid",
      return_url: `${TEST_APP_URL}/en/processing-payment?order_id=${id}`,
    });
    expect(await balanceOf(agent)).toBe(1_000);
    expect(await statusOf(id)).toMatchObject({ order: { status: "success", error_message: null } });
  });

  it("declines: the deposit has failed and says why", async () => {
    const { id, token } = await openDeposit(agent);
    expect((await decide(token, "decline")).body).toMatchObject({ payload: { status: "failed" } });
    expect(await statusOf(id)).toMatchObject({
      order: {
        status: "failed",
        error_message: "Card declined by the sandbox.",
        error_code: "card_declined",
      },
    });
    expect(await balanceOf(agent)).toBe(0);
  });

  it("declines a direct debit: no card is mentioned", async () => {
    const { id, token } = await openDeposit(agent, { payment_method: "sepa" });
    await decide(token, "decline");
    expect(await statusOf(id)).toMatchObject({
      order: { status: "failed", error_message: "Payment failed", error_code: "payment_failed" },
    });
  });

  it("cancels, and goes back to where the shop says so", async () => {
    const { id, token } = await openDeposit(agent);
    expect((await decide(token, "cancel")).body).toMatchObject({
      payload: {
        status: "canceled",
        return_url: `${TEST_APP_URL}/en/fail-payment?error=payment_canceled&again=${id}`,
      },
    });
    expect(await lastDepositOf(agent)).toMatchObject({
      status: "failed",
      error_message: "You cancelled the payment.",
      error_code: "payment_canceled",
    });
  });

  it.each([
    "asking for the status",
    "the background",
  ])("pays later: pending until the money arrives, noticed by %s", async (way) => {
    const { id, token } = await openDeposit(agent);
    expect((await decide(token, "pay_later")).body).toMatchObject({
      payload: { status: "pending" },
    });
    test.clock.advance(PAY_LATER_SECONDS - 5);
    await work();
    expect(await statusOf(id)).toMatchObject({ order: { status: "processing" } });
    expect(await balanceOf(agent)).toBe(0);
    test.clock.advance(5);
    if (way === "the background") await work();
    else expect(await statusOf(id)).toMatchObject({ order: { status: "success" } });
    expect(await balanceOf(agent)).toBe(1_000);
    await work();
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("who paid later is not forgotten by a restart, nor by the end of the page", async () => {
    const { token } = await openDeposit(agent);
    await decide(token, "pay_later");
    test.clock.advance(PAGE_SECONDS + 1);
    await provider.work();
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it.each([
    "pay",
    "pay_later",
    "decline",
    "cancel",
  ])("decides once: after %s nothing else counts", async (first) => {
    const { token } = await openDeposit(agent);
    await decide(token, first);
    const balance = await balanceOf(agent);
    for (const second of ["pay", "pay_later", "decline", "cancel"]) {
      const response = await decide(token, second);
      expect(response.status).toBe(409);
      expect(response.error.code).toBe("payment_finished");
    }
    expect(await balanceOf(agent)).toBe(balance);
  });

  it("decides once, also with all four buttons at the same time", async () => {
    const { token } = await openDeposit(agent);
    const responses = await Promise.all(
      ["pay", "decline", "cancel", "pay_later", "pay", "pay"].map((one) => decide(token, one)),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    const won = responses
      .find((response) => response.status === 200)
      ?.as(sandboxPaymentResponseSchema);
    expect(await balanceOf(agent)).toBe(won?.payload.status === "paid" ? 1_000 : 0);
  });
});

describe("a report that does not arrive", () => {
  it.each<[string, ProviderContext["deliver"]]>([
    ["nobody responds", () => Promise.reject(new Error("ECONNREFUSED"))],
    ["the shop is broken", async () => new Response(null, { status: 500 })],
    ["the shop is not ready", async () => new Response("wait", { status: 503 })],
  ])("because %s is sent again until it does", async (_, deliver) => {
    const { token } = await openDeposit(agent);
    post = deliver;
    expect((await decide(token, "pay")).body).toMatchObject({ payload: { status: "paid" } });
    await provider.work();
    expect(await balanceOf(agent)).toBe(0);
    post = null;
    test.clock.advance(REPORT_RETRY_SECONDS);
    await provider.work();
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("is not sent again once it has", async () => {
    const { token } = await openDeposit(agent);
    await decide(token, "pay");
    let sent = 0;
    post = async () => {
      sent += 1;
      return new Response();
    };
    await provider.work();
    expect(sent).toBe(0);
  });
});
