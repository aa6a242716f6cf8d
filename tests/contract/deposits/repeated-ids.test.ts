import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { suspenseResponseSchema } from "#api/contract/refunds.ts";
import { expireUnopenedDeposits } from "#api/deposits/deposits.jobs.ts";
import { retryUnmatched } from "#api/refunds/provider-reports/process-report.ts";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { createMember } from "#tests/factories.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { refundDeposit, refundsOf, statusOfRefund } from "#tests/setup/money/refunds.ts";
import { balanceOf, fillDeposit } from "#tests/setup/money/top-up.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";
import { STRIPE_KEY, type StripeServer } from "#tests/setup/servers/stripe/stripe-server.ts";
import { StripeShop } from "#tests/setup/servers/stripe/stripe-shop.ts";

// Ids that Stripe has seen before: from a shop restored from a backup, without anything that
// happened later, and from another shop on the same account.

let shop: StripeShop;
let test: TestApi;
let stripe: StripeServer;
let staff: Member;
let payer: Member;
let other: Member;

beforeAll(async () => {
  shop = await StripeShop.open();
  ({ test, stripe } = shop);
  staff = await createStaff(test);
});
afterAll(() => shop.close());
beforeEach(async () => {
  stripe.account.events.length = 0;
  payer = await createMember(test);
  other = await createMember(test);
});
afterEach(() => shop.verify());

type Opened = { id: number; sessionId: string };

/** Removes a deposit as restoring an earlier backup does: the next one gets its id. */
async function forget({ id }: Opened): Promise<void> {
  await test.database`DELETE FROM deposits WHERE id = ${id}`;
  await test.database.unsafe(`ALTER TABLE deposits ALTER COLUMN id RESTART WITH ${id}`);
}

/** Clears the page, as if the process had died before it was stored. */
async function cutOff({ id }: Opened): Promise<void> {
  await test.database`
    UPDATE deposits SET provider_ref = NULL, redirect_url = NULL WHERE id = ${id}`;
}

/** Changes a deposit to what an earlier release would have created. */
async function makeOld({ id, sessionId }: Opened): Promise<void> {
  await test.database`UPDATE deposits SET provider_key = NULL WHERE id = ${id}`;
  const session = stripe.account.sessions.get(sessionId);
  Object.assign(session ?? {}, {
    client_reference_id: String(id),
    metadata: { deposit_id: String(id) },
  });
}

const statusOf = async ({ id }: Opened) => {
  const [row] = await test.database`SELECT status FROM deposits WHERE id = ${id}`;
  return row?.status;
};

const reportOf = async (sessionId: string) => {
  const { payload } = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
  return payload.reports.find(({ report }) => report.providerRef === sessionId)?.id;
};

describe("a deposit whose id another one had", () => {
  it.each(["20.00", "10.00"])("has a page of its own, of %s", async (amount) => {
    const lost = await shop.deposit(payer.agent);
    await forget(lost);
    const opened = await shop.deposit(other.agent, { amount });
    expect(opened.id).toBe(lost.id);
    expect(opened.sessionId).not.toBe(lost.sessionId);
    const session = stripe.account.sessions.get(opened.sessionId);
    expect(session?.amount_total).toBe(Number(amount) * 100);
  });

  it("is not credited with the other's payment, which a person assigns", async () => {
    const lost = await shop.deposit(payer.agent);
    await forget(lost);
    const opened = await shop.deposit(other.agent);
    await cutOff(opened);
    stripe.account.pay(lost.sessionId);
    expect(await shop.sendEvents()).toEqual([200]);
    test.clock.advance(16 * 60);
    await retryUnmatched(test.deps);
    expect(await balanceOf(other.agent)).toBe(0);
    const again = await shop.deposit(payer.agent);
    await cutOff(again);
    const reportId = await reportOf(lost.sessionId);
    const assigned = await staff.agent.post(`/api/staff/suspense/reports/${reportId}/assign`, {
      deposit_id: String(again.id),
      note: "Paid before the restore",
    });
    expect(assigned.status).toBe(200);
    expect([await balanceOf(payer.agent), await balanceOf(other.agent)]).toEqual([1_000, 0]);
  });

  it("is not taken for the other's, when its own page was never made", async () => {
    const lost = await shop.deposit(payer.agent);
    await forget(lost);
    stripe.account.pay(lost.sessionId);
    stripe.fail(Array(3).fill("lost request"), "POST /v1/checkout");
    const failed = await other.agent.post("/api/deposit/checkout", fillDeposit());
    expect(failed.status).toBe(502);
    test.clock.advance(16 * 60);
    await expireUnopenedDeposits(test.deps);
    expect(await statusOf(lost)).toBe("expired");
    expect(await balanceOf(other.agent)).toBe(0);
  });
});

describe("a deposit that an earlier release made", () => {
  it("is credited by the id that it was sent with", async () => {
    const opened = await shop.deposit(payer.agent);
    await makeOld(opened);
    await cutOff(opened);
    stripe.account.pay(opened.sessionId);
    expect(await shop.sendEvents()).toEqual([200]);
    expect(await balanceOf(payer.agent)).toBe(1_000);
  });

  it("is found by it when it was cut off", async () => {
    const opened = await shop.deposit(payer.agent);
    await makeOld(opened);
    await cutOff(opened);
    stripe.account.pay(opened.sessionId);
    test.clock.advance(16 * 60);
    await expireUnopenedDeposits(test.deps);
    expect(await statusOf(opened)).toBe("success");
  });

  it("goes on with it", async () => {
    const body = fillDeposit();
    stripe.fail(Array(3).fill("lost request"), "POST /v1/checkout");
    expect((await payer.agent.post("/api/deposit/checkout", body)).status).toBe(502);
    const [row] = await test.database<{ id: number }[]>`
      UPDATE deposits SET provider_key = NULL WHERE user_id = ${payer.id} RETURNING id`;
    expect((await payer.agent.post("/api/deposit/checkout", body)).status).toBe(200);
    const sessions = shop.sessionsOf(row?.id);
    expect(sessions.map((session) => session.client_reference_id)).toEqual([String(row?.id)]);
  });
});

describe("a refund whose id another one had", () => {
  async function createPaid() {
    const deposit = await shop.deposit(payer.agent);
    stripe.account.pay(deposit.sessionId);
    await shop.sendEvents();
    return { ...deposit, intent: stripe.account.sessions.get(deposit.sessionId)?.payment_intent };
  }

  /** Creates the other deposit: with the same payment, under the next id. */
  async function makeLost(intent: string | null | undefined): Promise<number> {
    const [{ next } = { next: 0 }] = await test.database<{ next: number }[]>`
      SELECT coalesce(max(id), 0)::int + 1 AS next FROM refunds`;
    const response = await fetch(`${stripe.url}/v1/refunds`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${STRIPE_KEY}`,
        "stripe-version": "2026-10-28.endive",
        "content-type": "application/x-www-form-urlencoded",
        "idempotency-key": `refund-${next}`,
      },
      body: `payment_intent=${intent}&amount=100&metadata[refund_id]=${next}`,
    });
    expect(response.status).toBe(200);
    return next;
  }

  it("is made all the same, and keeps its own outcome", async () => {
    const deposit = await createPaid();
    const lostId = await makeLost(deposit.intent);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    expect(Number(refund?.id)).toBe(lostId);
    expect(await statusOfRefund(test, lostId)).toBe("succeeded");
    const made = shop.refundsOf(deposit.sessionId);
    expect(made.map(({ amount }) => amount)).toEqual([100, 400]);
    stripe.account.endRefund(made[0]?.id ?? "", "failed");
    expect(await shop.sendEvents()).toEqual([200, 200, 200]);
    expect(await statusOfRefund(test, lostId)).toBe("succeeded");
    expect(await balanceOf(payer.agent)).toBe(600);
  });

  it("that a backup holds as requested is made once, though it is sent again", async () => {
    const deposit = await createPaid();
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    const id = Number(refund?.id);
    await shop.sendEvents();
    const keyOf = async () =>
      (await test.database`SELECT provider_key AS key FROM refunds WHERE id = ${id}`)[0]?.key;
    const sentKey = await keyOf();
    expect(sentKey).toEqual(expect.any(String));
    // As restored from a backup taken after the request and before it was sent.
    await test.database`
      UPDATE refunds
      SET status = 'requested', provider_key = NULL, attempts = 0, due_at = NULL, repeat_until = NULL
      WHERE id = ${id}`;
    await followRefunds(test.deps);
    expect([await statusOfRefund(test, id), await keyOf()]).toEqual(["succeeded", sentKey]);
    const made = shop.refundsOf(deposit.sessionId);
    expect(made.map(({ amount }) => amount)).toEqual([400]);
  });

  it("that an earlier release sent has its outcome by the id", async () => {
    const deposit = await createPaid();
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    const id = Number(refund?.id);
    await test.database`UPDATE refunds SET provider_key = NULL WHERE id = ${id}`;
    const made = [...stripe.account.refunds.values()].at(-1);
    if (made) made.metadata = { refund_id: String(id) };
    stripe.account.endRefund(made?.id ?? "", "failed");
    await shop.sendEvents();
    expect(await statusOfRefund(test, id)).toBe("failed");
    expect(await balanceOf(payer.agent)).toBe(1_000);
  });
});
