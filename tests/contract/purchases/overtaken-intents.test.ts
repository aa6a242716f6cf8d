import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withdrawalResponseSchema } from "#api/contract/withdrawals.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createWithdrawalKey } from "#api/withdrawals/withdrawal-key.ts";
import { createProduct, giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listOrders, readDepositStatus } from "#tests/setup/api/reads.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { buy, createPayer, createShop, mailsTo, refundOrder } from "#tests/setup/money/refunds.ts";
import { balanceOf, openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import type { Member } from "#tests/setup/records/offers.ts";

// A buyer's actions between opening a direct debit with an intent to buy and its arrival.

const PRICE_CENTS = 400;
const DAY_S = 24 * 60 * 60;

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
});
afterAll(() => test.close());

let buyer: Awaited<ReturnType<typeof createPayer>>;
let productId: number;
let deposit: { id: number; ref: string };
beforeEach(async () => {
  buyer = await createPayer(test);
  productId = (await createProduct(test, { priceCents: PRICE_CENTS })).id;
  deposit = await open();
  test.clock.advance(DAY_S / 24);
});
afterEach(async () => {
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});

const open = () =>
  openDeposit(buyer.agent, {
    payment_method: "sepa",
    purchase: { prompt_id: productId, expected_price: "4.00", buy: true, consent: CONSENT },
  });
const arrive = async () => expect((await sendReport(test, { ref: deposit.ref })).status).toBe(200);
const intentOf = async () => (await readDepositStatus(buyer.agent, deposit.id)).purchase;
const buyLocked = () => buy(test, buyer.agent, { productId, isLocked: true });

async function state(sender: ApiAgent, statement: Record<string, unknown>): Promise<string> {
  const response = await sender.post("/api/withdrawals", {
    ...{ operation_id: randomUUID(), name: "Bea Buyer", email: buyer.email, subject: "order" },
    ...{ destination: "wallet", ...statement },
  });
  return response.as(withdrawalResponseSchema).payload.number;
}

async function decide(number: string, decision: string): Promise<void> {
  const key = createWithdrawalKey(test.deps, number);
  const sent = { number, key, decision };
  expect((await test.createAgent().post("/api/withdrawals/confirm", sent)).status).toBe(200);
}

describe("a debit that finds its prompt bought without consent meanwhile", () => {
  it("leaves the order closed, and the right of withdrawal with it", async () => {
    const { orderId } = await buyLocked();
    await arrive();
    expect(await listOrders(buyer.agent)).toMatchObject([
      { id: orderId, is_open: false, prompt: null, consented_at: null },
    ]);
    expect(await intentOf()).toMatchObject({ order_id: orderId, failure_code: null });
    expect(await balanceOf(buyer.agent)).toBe(2_000 - PRICE_CENTS);
    await state(buyer.agent, { contract: String(orderId) });
    expect(await listOrders(buyer.agent)).toMatchObject([{ id: orderId, status: "refunded" }]);
  });

  it("opens none that an undecided withdrawal may be about", async () => {
    const { orderId } = await buyLocked();
    await state(buyer.agent, { contract: "The lighthouse that I bought today" });
    await arrive();
    const held = { is_open: false, prompt: null, consented_at: null, hold: "described" };
    expect(await listOrders(buyer.agent)).toMatchObject([{ id: orderId, ...held }]);
  });
});

describe("a debit of a purchase that was called off meanwhile", () => {
  const cases: [string, () => Promise<unknown>][] = [
    [
      "by withdrawing from the same prompt, bought from the balance",
      async () => {
        const { orderId } = await buyLocked();
        await state(buyer.agent, { contract: String(orderId) });
      },
    ],
    [
      "by a refund of that order by the staff",
      async () => refundOrder(staff, (await buyLocked()).orderId),
    ],
    [
      "by a withdrawal in words, before there was an order",
      () => state(buyer.agent, { contract: "The lighthouse that I am paying by direct debit" }),
    ],
    [
      "by a withdrawal in words with a number that another order has",
      async () => {
        const { orderId } = await buy(test, buyer.agent, { isLocked: true });
        await state(buyer.agent, { contract: `My deposit ${orderId} for the lighthouse` });
        await state(buyer.agent, { contract: String(orderId) });
      },
    ],
    [
      "by the number alone of an order that was refunded before",
      async () => {
        const { orderId } = await buyLocked();
        await state(buyer.agent, { contract: String(orderId) });
        deposit = await open();
        test.clock.advance(DAY_S / 24);
        await state(buyer.agent, { contract: String(orderId) });
      },
    ],
    [
      "by the number alone of an order that was opened before",
      async () => {
        const { orderId } = await buy(test, buyer.agent);
        await state(buyer.agent, { contract: String(orderId) });
      },
    ],
    [
      "by the number alone of an order whose period was over",
      async () => {
        const { orderId } = await buy(test, buyer.agent, { isLocked: true });
        const madeAt = new Date(test.clock.now().getTime() - 20 * DAY_S * 1000);
        await test.database`UPDATE orders SET created_at = ${madeAt} WHERE id = ${orderId}`;
        await state(buyer.agent, { contract: String(orderId) });
      },
    ],
    [
      "by a withdrawal from the deposits",
      () => state(buyer.agent, { subject: "balance", contract: undefined }),
    ],
    [
      "by a withdrawal signed out, which nobody has confirmed",
      () => state(test.createAgent(), { contract: "The lighthouse" }),
    ],
  ];

  it.each(cases)("%s: buys nothing, and says so", async (_name, callOff) => {
    await callOff();
    const before = await balanceOf(buyer.agent);
    const made = (await listOrders(buyer.agent)).map(({ id, status }) => ({ id, status }));
    test.clock.advance(DAY_S / 24);
    await arrive();
    expect(await listOrders(buyer.agent)).toMatchObject(made);
    expect(await balanceOf(buyer.agent)).toBe((before ?? 0) + 1_000);
    expect(await intentOf()).toMatchObject({
      ...{ order_id: null, failure_code: "purchase_called_off", is_tried: true },
    });
    const subjects = await mailsTo(test, buyer.email);
    expect(subjects.filter((subject) => subject.includes("was not bought"))).toHaveLength(1);
  });

  it("is none where all was before the deposit, however short, or is about another order", async () => {
    const other = await buy(test, buyer.agent, { isLocked: true });
    const { orderId } = await buyLocked();
    await state(buyer.agent, { contract: String(orderId) });
    await state(buyer.agent, { contract: "The lighthouse" });
    await state(buyer.agent, { subject: "balance", contract: undefined });
    deposit = await open();
    await state(buyer.agent, { contract: String(other.orderId) });
    await arrive();
    const [bought] = await listOrders(buyer.agent);
    expect(bought).toMatchObject({ prompt_id: productId, is_open: true, status: "completed" });
  });

  const refundIt = async () => refundOrder(staff, (await buyLocked()).orderId);
  const describeIt = () => state(buyer.agent, { contract: "The lighthouse" });
  it.each<[string, () => Promise<unknown>, number, string | null]>([
    ["a refund since it was opened", refundIt, 0, "purchase_called_off"],
    ["a refund before that", refundIt, 2, null],
    ["a statement since it was opened", describeIt, 0, "purchase_called_off"],
    ["a statement before that", describeIt, 2, null],
  ])("goes by time alone for a deposit of the release before: %s", async (_name, make, later, code) => {
    await make();
    const { database } = test;
    await database`UPDATE purchase_intents SET last_withdrawal_id = NULL, refunded_orders = NULL
      WHERE deposit_id = ${deposit.id}`;
    // The database sets the timestamp, and its clock does not follow the test's.
    const at = new Date(test.clock.now().getTime() + later * 60_000);
    await database`UPDATE deposits SET created_at = ${at} WHERE id = ${deposit.id}`;
    await arrive();
    expect(await intentOf()).toMatchObject({ failure_code: code });
  });

  it("is none where the owner of the mailbox says that it was not them", async () => {
    await decide(await state(test.createAgent(), { contract: "The lighthouse" }), "reject");
    await arrive();
    expect(await listOrders(buyer.agent)).toMatchObject([{ prompt_id: productId, is_open: true }]);
  });

  it("is bought again by its buyer alone", async () => {
    await giveCredits(test.database, buyer.id, PRICE_CENTS);
    await state(buyer.agent, { contract: "The lighthouse" });
    await arrive();
    const { orderId } = await buyLocked();
    expect(await intentOf()).toMatchObject({ order_id: orderId, failure_code: null });
  });
});
