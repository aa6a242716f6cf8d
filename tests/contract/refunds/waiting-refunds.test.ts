import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { adjustRestoredDatabase } from "#api/backup/after-restore.ts";
import { suspenseResponseSchema } from "#api/contract/refunds.ts";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import { inTransaction } from "#api/db/client.ts";
import { RefundNotSentError } from "#api/providers/payments/payments.ts";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  createPayer,
  createShop,
  markRefund,
  refundDeposit,
  refundsOf,
  statusOfRefund,
} from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { createStaff } from "#tests/setup/records/offers.ts";

// Refunds that the shop cannot complete automatically, as staff see and end them.

const HOUR_SECONDS = 60 * 60;

let test: TestApi;
beforeAll(async () => {
  ({ test } = await createShop());
});
afterAll(() => test.close());
afterEach(async () => {
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});

/** Requests a refund of 4.00 of a new payment while the provider fails with `error`. */
async function requestRefund(error: Error | null) {
  const payer = await createPayer(test);
  const sandbox = providerOf(test);
  const { refund: send } = sandbox;
  if (error) {
    sandbox.refund = async () => {
      throw error;
    };
  }
  const staff = await createStaff(test);
  const [refund] = refundsOf(await refundDeposit(staff, payer.deposit.id, { amount: "4.00" }));
  sandbox.refund = send;
  return { ...payer, refundId: Number(refund?.id) };
}

/** Returns the staff's list and the Start page's count, by new staff because sessions expire. */
async function waiting() {
  const { agent } = await createStaff(test);
  const { payload } = (await agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
  const overview = (await agent.get("/api/staff/overview")).as(overviewResponseSchema).payload;
  const counted = overview.waiting.find(({ kind }) => kind === "refunds")?.count;
  expect([payload.counts?.refunds, payload.refunds?.length]).toEqual([counted, counted]);
  return payload.refunds ?? [];
}

async function mark(id: number, state: string, evidence?: string) {
  const staff = await createStaff(test);
  return markRefund({ test, staff }, id, { state, ...(evidence && { evidence }) });
}

describe("a refund with an unknown outcome", () => {
  it("is listed once the shop does not send it again: staff who pay it then pay it once", async () => {
    const { refundId } = await requestRefund(new Error("no response"));
    expect([await statusOfRefund(test, refundId), await waiting()]).toEqual(["unknown", []]);
    const sandbox = providerOf(test);
    const { findRefund, refund: send } = sandbox;
    sandbox.findRefund = async () => null;
    sandbox.refund = async () => {
      throw new Error("no response");
    };
    test.clock.advance(23 * HOUR_SECONDS);
    await followRefunds(test.deps);
    expect(await waiting()).toEqual([]);
    test.clock.advance(HOUR_SECONDS);
    const listed = { id: refundId, status: "unknown", provider: "sandbox", money: "4.00" };
    expect(await waiting()).toMatchObject([
      { ...listed, last_error: "no response", is_provider_set_up: true },
    ]);
    const sent: number[] = [];
    sandbox.refund = async (request) => {
      sent.push(request.refundId);
      return send(request);
    };
    await followRefunds(test.deps);
    sandbox.findRefund = findRefund;
    sandbox.refund = send;
    expect(sent).toEqual([]);
    expect((await mark(refundId, "succeeded")).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  it("is not sent again once it is marked as succeeded before that", async () => {
    const { refundId, deposit } = await requestRefund(new Error("no response"));
    expect((await mark(refundId, "succeeded")).status).toBe(200);
    test.clock.advance(HOUR_SECONDS);
    await followRefunds(test.deps);
    const paid = await test.database`
      SELECT 1 FROM sandbox_refunds WHERE payment_ref = ${deposit.ref}`;
    expect(paid).toHaveLength(0);
  });

  it("cannot be marked while it is being sent", async () => {
    const { refundId } = await requestRefund(new Error("no response"));
    const sandbox = providerOf(test);
    const { refund: send } = sandbox;
    const codes: (string | undefined)[] = [];
    sandbox.refund = async (request) => {
      for (const state of ["succeeded", "failed"])
        codes.push((await mark(refundId, state)).error.code);
      return send(request);
    };
    test.clock.advance(HOUR_SECONDS);
    await followRefunds(test.deps);
    sandbox.refund = send;
    expect(codes).toEqual(["refund_changed", "refund_changed"]);
    expect(await statusOfRefund(test, refundId)).toBe("succeeded");
  });

  it("keeps the evidence of the first mark, and says so to a second one", async () => {
    const { refundId } = await requestRefund(new Error("no response"));
    for (const _ of ["first", "repeated"]) {
      expect((await mark(refundId, "succeeded", "Page 1")).status).toBe(200);
    }
    expect((await mark(refundId, "succeeded", "Page 2")).error.code).toBe("refund_changed");
    const marks = await test.database`
      SELECT 1 FROM audit_log WHERE action = 'refund.mark' AND subject_id = ${String(refundId)}`;
    expect(marks).toHaveLength(1);
    const [row] = await test.database`SELECT evidence FROM refunds WHERE id = ${refundId}`;
    expect(row?.evidence).toBe("Page 1");
  });

  it("takes no mark that its provider's report has anticipated", async () => {
    const { refundId } = await requestRefund(new Error("no response"));
    test.clock.advance(HOUR_SECONDS);
    await followRefunds(test.deps);
    const { agent } = await createStaff(test);
    const body = { state: "succeeded", evidence: "Dashboard", seen: "unknown" };
    const late = await agent.post(`/api/staff/refunds/${refundId}/mark`, body);
    expect(late.rejection).toEqual([409, "refund_changed"]);
  });
});

describe("a requested refund", () => {
  it("is listed when its provider has not taken it, and until it has", async () => {
    const error = new RefundNotSentError(new Error("Too many requests"));
    const { refundId } = await requestRefund(error);
    const [listed] = await waiting();
    expect(listed).toMatchObject({
      id: refundId,
      status: "requested",
      last_error: "Too many requests",
      is_provider_set_up: true,
    });
    expect(listed?.tried_at).toBeGreaterThan(0);
    test.clock.advance(HOUR_SECONDS);
    await followRefunds(test.deps);
    expect([await statusOfRefund(test, refundId), await waiting()]).toEqual(["succeeded", []]);
    const [row] = await test.database`SELECT last_error FROM refunds WHERE id = ${refundId}`;
    expect(row?.last_error).toBeNull();
  });

  it("of a backup, whose provider is no longer set up, can be recorded as paid since", async () => {
    const error = new RefundNotSentError(new Error("Too many requests"));
    const { refundId, deposit, agent } = await requestRefund(error);
    const kept = await balanceOf(agent);
    await inTransaction(test.database, (sql) =>
      adjustRestoredDatabase(sql, test.clock.now().toISOString(), {
        documentGap: 0,
        dropsMails: false,
      }),
    );
    await test.database`UPDATE deposits SET provider = 'gone' WHERE id = ${deposit.id}`;
    expect((await mark(refundId, "succeeded")).status).toBe(200);
    expect([await balanceOf(agent), await waiting()]).toEqual([kept, []]);
  });

  it("of a provider that is no longer set up is listed, and ended by the staff", async () => {
    const { deposit, agent } = await createPayer(test);
    await test.database`UPDATE deposits SET provider = 'gone' WHERE id = ${deposit.id}`;
    const staff = await createStaff(test);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    const id = Number(refund?.id);
    // The process that created it may be about to send it.
    expect(await waiting()).toEqual([]);
    test.clock.advance(HOUR_SECONDS);
    expect(await waiting()).toMatchObject([
      { id, status: "requested", provider: "gone", is_provider_set_up: false, tried_at: null },
    ]);
    expect((await mark(id, "failed")).status).toBe(200);
    test.clock.resume();
    expect([await waiting(), await balanceOf(agent)]).toEqual([[], 1_000]);
  });

  it("comes before a newer one: the oldest need a person first", async () => {
    const error = new RefundNotSentError(new Error("Too many requests"));
    const ids = [];
    for (const _ of [1, 2]) ids.push((await requestRefund(error)).refundId);
    expect((await waiting()).map(({ id }) => id)).toEqual(ids);
    for (const id of ids) await mark(id, "failed");
  });
});
