import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { suspenseResponseSchema } from "#api/contract/refunds.ts";
import { refundPlanResponseSchema } from "#api/contract/staff/orders.ts";
import { inTransaction } from "#api/db/client.ts";
import { ANY_KEY } from "#api/providers/provider-modules.ts";
import { applyRefundReport } from "#api/refunds/change-refund.ts";
import { runRefundCommand } from "#api/refunds/refund-command.ts";
import { RETURNED_REVIEW } from "#api/refunds/suspense/left-behind.ts";
import { listViolations, post } from "#api/wallet/wallet.service.ts";
import { createMember, giveCredits } from "#tests/factories.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  buy,
  createPayer,
  createShop,
  payDeposit,
  refundDeposit,
  refundOrder,
  refundsOf,
  statusOfRefund,
} from "#tests/setup/money/refunds.ts";
import { openDeposit, sendReport, sendWebhook } from "#tests/setup/money/top-up.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

// The money that a deleted account left: each cent is paid back once, or stays with the shop.

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
});
afterAll(() => test.close());
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
});

const LATE = "paid after the account was deleted";
const work = async () => {
  for (const job of providerOf(test).jobs ?? []) await job.run();
};

/** Returns the balance of one of the shop's accounts, in internal cents. */
async function centsOf(account: "revenue" | "suspense"): Promise<number> {
  const [row] = await test.database<{ cents: number }[]>`
    SELECT coalesce(sum(CASE WHEN a.id = p.destination_account_id THEN p.amount_cents
      ELSE -p.amount_cents END), 0)::int AS cents
    FROM ledger_accounts a
    JOIN ledger_postings p ON a.id IN (p.source_account_id, p.destination_account_id)
    WHERE a.kind = ${account}`;
  return row?.cents ?? 0;
}

/** Returns the amounts that `move` adds to both accounts. */
async function changeOf(move: () => Promise<unknown>) {
  const before = [await centsOf("revenue"), await centsOf("suspense")] as const;
  await move();
  return {
    revenue: (await centsOf("revenue")) - before[0],
    suspense: (await centsOf("suspense")) - before[1],
  };
}

async function leave({ agent, password }: Pick<Member, "agent"> & { password: string }) {
  const body = { password, forfeit_balance: true };
  expect((await agent.request("DELETE", "/api/user/delete", body)).status).toBe(200);
}

/** Pays 10.00 after the payer's account was deleted; `internalCents` differ at another rate. */
async function payLate(internalCents = 1_000) {
  const member = await createMember(test);
  const deposit = await openDeposit(member.agent);
  await sendReport(test, { ref: deposit.ref, outcome: "expired" });
  await leave(member);
  await test.database`UPDATE sandbox_payments SET status = 'paid' WHERE ref = ${deposit.ref}`;
  await test.database`
    UPDATE deposits SET internal_amount_cents = ${internalCents} WHERE id = ${deposit.id}`;
  await sendReport(test, { ref: deposit.ref });
  return deposit;
}

const planOf = async (orderId: number, query: string) => {
  const response = await staff.agent.get(`/api/staff/orders/${orderId}/refund-plan?${query}`);
  return response.as(refundPlanResponseSchema).payload;
};

/** Returns a deposit from the list of unresolved payments, or undefined. */
async function unclear(depositId: number) {
  const response = await staff.agent.get("/api/staff/suspense");
  const { deposits } = response.as(suspenseResponseSchema).payload;
  return deposits.find(({ id }) => id === depositId);
}

function resolve(depositId: number, body: Record<string, unknown> = {}, by = staff) {
  const seen = { review: LATE, held: "10.00", note: "The payer cannot be found" };
  return by.agent.post(`/api/staff/suspense/deposits/${depositId}/resolve`, { ...seen, ...body });
}

function report(refundId: number | string, outcome: "failed" | "succeeded") {
  const named = { refundId: Number(refundId), refundKey: ANY_KEY };
  return applyRefundReport(test.deps, "sandbox", { ...named, outcome });
}

function dispute(ref: string, outcome: string) {
  const event = { type: "dispute", id: randomUUID(), dispute_ref: `d_${ref}`, ref, outcome };
  return sendWebhook(test, JSON.stringify({ ...event, amount_cents: 1_000, currency: "EUR" }));
}

/** Opens a dispute that takes more from suspense than is there, as the previous release did. */
async function takeAsBefore(depositId: number, ref: string) {
  const [row] = await test.database<{ id: number }[]>`
    INSERT INTO disputes (deposit_id, user_id, provider, provider_ref, money_cents, amount_cents,
      status, taken_from, opened_at)
    SELECT id, user_id, provider, ${`d_${ref}`}, 1000, 1000, 'open', 'suspense', now()
    FROM deposits WHERE id = ${depositId} RETURNING id`;
  const movement = { kind: "dispute", sourceId: String(row?.id), amountCents: 1_000 } as const;
  const ends = { from: { platform: "suspense" }, to: { platform: "provider_clearing" } } as const;
  await inTransaction(test.database, (sql) => post(sql, { ...movement, ...ends }));
}

describe("a refund of a deleted account's order", () => {
  it("stays with the shop, as planned, and can be paid back of its deposit once", async () => {
    const member = await createPayer(test);
    const { orderId } = await buy(test, member.agent);
    await leave(member);
    expect(await planOf(orderId, "destination=wallet")).toMatchObject({
      ...{ amount: "4.00", to_wallet: "0.00", to_revenue: "4.00", sources: [] },
    });
    const kept = await changeOf(() => refundOrder(staff, orderId, { destination: "wallet" }));
    expect(kept).toEqual({ revenue: 0, suspense: 0 });
    const paid = await changeOf(() => refundDeposit(staff, member.deposit.id));
    expect(paid).toEqual({ revenue: -1_000, suspense: 0 });
    expect((await refundDeposit(staff, member.deposit.id)).rejection).toEqual([
      409,
      "refund_impossible",
    ]);
  });

  it("goes on to what it was paid with, as planned, and leaves sales once", async () => {
    const member = await createPayer(test);
    const { orderId } = await buy(test, member.agent);
    await leave(member);
    const plan = await planOf(orderId, "destination=source");
    expect(plan).toMatchObject({ to_wallet: "0.00", to_revenue: "0.00" });
    expect(plan.sources).toMatchObject([{ deposit_id: member.deposit.id, amount: "4.00" }]);
    const operation_id = randomUUID();
    const change = await changeOf(async () => {
      const body = { destination: "source", operation_id };
      const both = await Promise.all([
        refundOrder(staff, orderId, body),
        refundOrder(staff, orderId, body),
      ]);
      const made = both.map(refundsOf).find((list) => list.length === 2);
      expect(made).toMatchObject([
        { order_id: orderId, amount: "4.00" },
        { deposit_id: member.deposit.id, amount: "4.00", money: "4.00" },
      ]);
      expect(await statusOfRefund(test, made?.[1]?.id ?? 0)).toBe("succeeded");
    });
    expect(change).toEqual({ revenue: -400, suspense: 0 });
    const rest = refundsOf(await refundDeposit(staff, member.deposit.id));
    expect(rest).toMatchObject([{ amount: "6.00" }]);
  });

  it("in parts goes back as paid: first what the shop gave stays, then all was paid for", async () => {
    const member = await createPayer(test);
    await giveCredits(test.database, member.id, 100);
    const { orderId } = await buy(test, member.agent);
    await leave(member);
    for (const [amount, sent] of [
      ["1.00", []],
      ["1.50", ["1.50"]],
      ["1.50", ["1.50"]],
    ] as const) {
      const plan = await planOf(orderId, `destination=source&amount=${amount}`);
      expect(plan.sources.map((source) => source.amount)).toEqual(sent);
      const made = refundsOf(await refundOrder(staff, orderId, { destination: "source", amount }));
      expect(made.slice(1).map((part) => part.amount)).toEqual(sent);
    }
  });

  it("takes nothing of a payment that came after the account was deleted", async () => {
    const member = await createPayer(test);
    const { orderId } = await buy(test, member.agent);
    await refundDeposit(staff, member.deposit.id);
    const late = await openDeposit(member.agent);
    await sendReport(test, { ref: late.ref, outcome: "expired" });
    await leave(member);
    await sendReport(test, { ref: late.ref });
    const change = await changeOf(async () => {
      const made = refundsOf(await refundOrder(staff, orderId, { destination: "source" }));
      expect(made.slice(1)).toMatchObject([{ deposit_id: member.deposit.id, amount: "4.00" }]);
    });
    expect(change).toEqual({ revenue: -400, suspense: 0 });
  });

  it("by the operator's command says that it stays with the shop", async () => {
    const member = await createPayer(test);
    const { orderId } = await buy(test, member.agent);
    await leave(member);
    const text = await runRefundCommand(test.deps, ["order", String(orderId), "all", "Wrong"]);
    expect(text).toBe(
      `4.00 of order ${orderId} has been refunded. It stays with the shop: the account is ` +
        "deleted, so there is no balance. Refund the deposit to pay it back.",
    );
  });
});

describe("a refund of a deleted account's deposit that fails", () => {
  it("is ours again as often as it fails, and a person reviews it until it is paid", async () => {
    const member = await createPayer(test);
    await leave(member);
    const change = await changeOf(async () => {
      for (let round = 0; round < 2; round++) {
        const made = refundsOf(await refundDeposit(staff, member.deposit.id, { amount: "2.13" }));
        await work();
        expect(await statusOfRefund(test, made[0]?.id ?? 0)).toBe("failed");
      }
    });
    expect(change).toEqual({ revenue: 0, suspense: 0 });
    expect(await unclear(member.deposit.id)).toMatchObject({
      review: RETURNED_REVIEW,
      held: "0.00",
    });
    expect(await changeOf(() => refundDeposit(staff, member.deposit.id))).toEqual({
      revenue: -1_000,
      suspense: 0,
    });
    expect(await unclear(member.deposit.id)).toBeUndefined();
  });

  it("after the account was deleted is ours, although it came from the balance", async () => {
    const member = await createPayer(test);
    const [refund] = refundsOf(await refundDeposit(staff, member.deposit.id));
    await leave(member);
    const change = await changeOf(() => report(refund?.id ?? 0, "failed"));
    expect(change).toEqual({ revenue: 1_000, suspense: 0 });
    expect(await unclear(member.deposit.id)).toMatchObject({ review: RETURNED_REVIEW });
  });

  it("goes back to suspense if it was there, and is unclear again", async () => {
    const { id } = await payLate();
    expect(await unclear(id)).toMatchObject({ review: LATE, held: "10.00" });
    const [refund] = refundsOf(await refundDeposit(staff, id));
    expect(await unclear(id)).toBeUndefined();
    const change = await changeOf(() => report(refund?.id ?? 0, "failed"));
    expect(change).toEqual({ revenue: 0, suspense: 1_000 });
    expect(await unclear(id)).toMatchObject({ review: LATE, held: "10.00" });
  });
});

describe("a payment that came after its account was deleted", () => {
  it("is unclear until all of it went back, or a refund of it has its outcome", async () => {
    const { id } = await payLate();
    const [slow] = refundsOf(await refundDeposit(staff, id, { amount: "2.17" }));
    expect(await unclear(id)).toMatchObject({ held: "7.83" });
    await refundDeposit(staff, id);
    expect(await unclear(id)).toMatchObject({ review: LATE, held: "0.00" });
    await report(slow?.id ?? 0, "succeeded");
    expect(await unclear(id)).toBeUndefined();
  });

  it("is no longer unclear once a dispute of it is lost, and again if one is won", async () => {
    for (const outcome of ["lost", "won"]) {
      const { id, ref } = await payLate();
      await dispute(ref, "opened");
      expect(await unclear(id)).toMatchObject({ held: "0.00" });
      await dispute(ref, outcome);
      const expected = outcome === "won" ? expect.objectContaining({ held: "10.00" }) : undefined;
      expect(await unclear(id)).toEqual(expected);
    }
  });

  it("and was paid back is disputed at our cost: suspense is never below zero", async () => {
    const { id, ref } = await payLate();
    await refundDeposit(staff, id, { amount: "6.00" });
    const opened = await changeOf(() => dispute(ref, "opened"));
    expect(opened).toEqual({ revenue: -1_000, suspense: 0 });
    await dispute(ref, "lost");
    expect(await unclear(id)).toMatchObject({ review: LATE, held: "4.00" });
    expect(await changeOf(() => resolve(id, { held: "4.00" }))).toEqual({
      revenue: 400,
      suspense: -400,
    });
  });

  it.each([
    ["lost", { revenue: -1_000, suspense: 1_000 }],
    ["won", { revenue: 0, suspense: 1_000 }],
  ])("and had been paid back is evened out once a dispute of it is %s", async (outcome, change) => {
    const { id, ref } = await payLate();
    await refundDeposit(staff, id);
    await takeAsBefore(id, ref);
    await test.database`UPDATE deposits SET needs_review = ${LATE} WHERE id = ${id}`;
    expect(await unclear(id)).toMatchObject({ held: "-10.00" });
    expect(await listViolations(test.database)).toEqual([]);
    expect((await resolve(id, { held: "-10.00" })).rejection).toEqual([409, "deposit_disputed"]);
    expect(await changeOf(() => dispute(ref, outcome))).toEqual(change);
    expect(await unclear(id)).toBeUndefined();
  });

  it("is kept when a person has dealt with it, once out of two at the same time", async () => {
    const { id } = await payLate();
    const colleague = await createStaff(test);
    const change = await changeOf(async () => {
      const both = await Promise.all([resolve(id), resolve(id, {}, colleague)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
    expect(change).toEqual({ revenue: 1_000, suspense: -1_000 });
    expect(await unclear(id)).toBeUndefined();
    const logged = await test.database`
      SELECT before, after, reason FROM audit_log
      WHERE action = 'deposit.resolve' AND subject_id = ${String(id)}`;
    expect([...logged]).toEqual([
      { before: { review: LATE }, after: { kept: "10.00" }, reason: "The payer cannot be found" },
    ]);
    const timeline = await staff.agent.get(`/api/staff/deposits/${id}`);
    expect(timeline.text).toContain('"state":"kept"');
    // A later refund is paid out of the account that got the money.
    const [refund] = refundsOf(await refundDeposit(staff, id));
    expect(await changeOf(() => report(refund?.id ?? 0, "failed"))).toEqual({
      revenue: 1_000,
      suspense: 0,
    });
    expect((await resolve(id, { review: RETURNED_REVIEW, held: "0.00" })).status).toBe(200);
  });

  it("is refunded and kept as it is listed, however many credits it was", async () => {
    const { id } = await payLate(30_000_000);
    expect(await unclear(id)).toMatchObject({ held: "300000.00" });
    const made = refundsOf(await refundDeposit(staff, id, { amount: "150000.00" }));
    expect(made).toMatchObject([{ amount: "150000.00", money: "5.00" }]);
    expect(await changeOf(() => resolve(id, { held: "150000.00" }))).toEqual({
      revenue: 15_000_000,
      suspense: -15_000_000,
    });
  });

  it("is not kept while a dispute may bring some of it back", async () => {
    const { id, ref } = await payLate();
    const event = { type: "dispute", id: randomUUID(), dispute_ref: `d_${ref}`, ref };
    const body = { ...event, outcome: "opened", amount_cents: 400, currency: "EUR" };
    await sendWebhook(test, JSON.stringify(body));
    expect((await resolve(id, { held: "6.00" })).rejection).toEqual([409, "deposit_disputed"]);
  });
});

describe("a deposit that a person reviews", () => {
  it("is off the list once it is dealt with, and no money moves", async () => {
    const { agent, deposit } = await createPayer(test);
    const claim = { type: "dispute", id: randomUUID(), dispute_ref: "x", ref: deposit.ref };
    const event = { ...claim, outcome: "opened", amount_cents: 2_500, currency: "EUR" };
    await sendWebhook(test, JSON.stringify(event));
    const review = "a dispute about 25.00 EUR of 10.00 EUR";
    expect(await unclear(deposit.id)).toMatchObject({ review, held: "0.00" });
    const change = await changeOf(async () => {
      expect((await resolve(deposit.id, { review, held: "0.00" })).status).toBe(200);
    });
    expect(change).toEqual({ revenue: 0, suspense: 0 });
    expect(await unclear(deposit.id)).toBeUndefined();
    await payDeposit(agent);
  });

  it("stays when something else was seen, while it is pending, or without a note", async () => {
    const { id } = await payLate();
    const changed = [409, "deposit_changed"];
    expect((await resolve(id, { held: "9.99" })).rejection).toEqual(changed);
    expect((await resolve(id, { review: "another" })).rejection).toEqual(changed);
    for (const wrong of [{ held: "x" }, { note: " " }, { review: undefined }]) {
      expect((await resolve(id, wrong)).status).toBe(422);
    }
    const { agent } = await createMember(test);
    const pending = await openDeposit(agent);
    await sendReport(test, { ref: pending.ref, amountCents: 900 });
    const review = "paid 9.00 EUR instead of 10.00 EUR";
    expect((await resolve(pending.id, { review, held: "0.00" })).rejection).toEqual(changed);
    expect(await unclear(pending.id)).toMatchObject({ review });
    expect((await resolve(999_999_999)).rejection).toEqual([404, "deposit_not_found"]);
    expect((await resolve(id)).status).toBe(200);
  });

  it("of one's own is for a colleague", async () => {
    const deposit = await payDeposit(staff.agent);
    const claim = { type: "dispute", id: randomUUID(), dispute_ref: "own", ref: deposit.ref };
    const event = { ...claim, outcome: "opened", amount_cents: 1_100, currency: "EUR" };
    await sendWebhook(test, JSON.stringify(event));
    const seen = { review: "a dispute about 11.00 EUR of 10.00 EUR", held: "0.00" };
    expect((await resolve(deposit.id, seen)).rejection).toEqual([403, "forbidden"]);
    expect((await resolve(deposit.id, seen, await createStaff(test))).status).toBe(200);
  });
});
