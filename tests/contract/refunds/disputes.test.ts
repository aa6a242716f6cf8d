import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { payoutBatchResponseSchema } from "#api/contract/payouts.ts";
import { disputesResponseSchema, suspenseResponseSchema } from "#api/contract/refunds.ts";
import { refundPlanResponseSchema } from "#api/contract/staff/orders.ts";
import { inTransaction } from "#api/db/client.ts";
import { recordDispute } from "#api/refunds/disputes/disputes.service.ts";
import { processReport, retryUnmatched } from "#api/refunds/provider-reports/process-report.ts";
import { refundDeposit as requestRefund } from "#api/refunds/refunds.service.ts";
import { sendRefund } from "#api/refunds/send-refunds.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createProduct } from "#tests/factories.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import {
  buy,
  createPayer,
  createShop,
  mailsTo,
  payDeposit,
  playSandbox,
  refundDeposit,
  refundOrder,
  refundsOf,
} from "#tests/setup/money/refunds.ts";
import { balanceOf, openDeposit, sendReport, sendWebhook } from "#tests/setup/money/top-up.ts";
import {
  approve,
  configureDebtor,
  createPayout,
  createPricedOffer,
  exportPayouts,
  type Member,
} from "#tests/setup/records/offers.ts";
import { lastMailTo } from "#tests/setup/records/queued-mails.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
  await configureDebtor(test);
});
afterAll(() => test.close());
afterEach(async () => {
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});

const debtOf = async (userId: number) => {
  const [row] = await test.database<{ cents: number }[]>`
    SELECT -balance_cents AS cents FROM ledger_accounts
    WHERE kind = 'debt' AND user_id = ${userId}`;
  return row?.cents ?? 0;
};

/** Inserts a deposit refund that its provider has not been asked for yet; null is all of it. */
const requestOne = (depositId: number | string, amountCents: number | null) =>
  inTransaction(test.database, (sql) =>
    requestRefund(test.deps, sql, {
      operationId: randomUUID(),
      depositId: Number(depositId),
      amountCents,
      reason: "Asked for it",
      actorId: staff.id,
    }),
  );

type Sent = {
  ref: string;
  outcome: string;
  disputeRef?: string;
  cents?: number;
  currency?: string;
};

/** Sends the provider's signed report of a dispute. */
const sendDispute = ({
  ref,
  outcome,
  disputeRef = `d_${ref}`,
  cents = 1_000,
  currency = "EUR",
}: Sent) =>
  sendWebhook(
    test,
    JSON.stringify({
      type: "dispute",
      id: randomUUID(),
      dispute_ref: disputeRef,
      ref,
      outcome,
      amount_cents: cents,
      currency,
    }),
  );

describe("a dispute", () => {
  it("takes the credit back, and gives it again when it is won", async () => {
    const { agent, deposit, id, email } = await createPayer(test);
    expect((await playSandbox(agent, deposit.token, "dispute")).status).toBe(200);
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([0, 0]);
    expect((await playSandbox(agent, deposit.token, "dispute")).status).toBe(409);
    expect((await playSandbox(agent, deposit.token, "dispute_won")).status).toBe(200);
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([1_000, 0]);
    // A report that was understood is not left to staff.
    const suspense = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
    const refs = suspense.payload.reports.map(({ report }) => report.providerRef);
    expect(refs).not.toContain(deposit.ref);
    expect(await mailsTo(test, email)).toEqual([
      "We have received €10.00",
      "Your payment of €10.00 is disputed",
      "The dispute over €10.00 is closed: the payment stands",
    ]);
  });

  it("of a spent deposit leaves a debt, which the balance shows", async () => {
    const { agent, deposit, id } = await createPayer(test);
    await buy(test, agent, { priceCents: 700 });
    await playSandbox(agent, deposit.token, "dispute");
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([-700, 700]);
    await playSandbox(agent, deposit.token, "dispute_lost");
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([-700, 700]);
    await payDeposit(agent, 500);
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([-200, 200]);
    await payDeposit(agent, 500);
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([300, 0]);
    await buy(test, agent, { priceCents: 300 });
  });

  it("leaves of a later refund to the source what its debt did not take", async () => {
    const { agent, deposit, id } = await createPayer(test, 300);
    await payDeposit(agent, 500);
    const { orderId } = await buy(test, agent, { priceCents: 600 });
    await buy(test, agent, { priceCents: 150 });
    await playSandbox(agent, deposit.token, "dispute");
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([-250, 250]);
    const path = `/api/staff/orders/${orderId}/refund-plan?destination=source`;
    const plan = (await staff.agent.get(path)).as(refundPlanResponseSchema).payload;
    expect(plan).toMatchObject({ to_debt: "2.50", to_wallet: "0.00" });
    expect(plan.sources.map(({ amount }) => amount)).toEqual(["3.50"]);
    const made = refundsOf(await refundOrder(staff, orderId, { destination: "source" }));
    expect(made.map(({ amount }) => amount)).toEqual(["6.00", "3.50"]);
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([0, 0]);
  });

  it("takes the place of a refund that the provider was not asked for yet", async () => {
    const { agent, deposit, id } = await createPayer(test);
    const refund = await requestOne(deposit.id, null);
    expect([refund.status, await balanceOf(agent)]).toEqual(["requested", 0]);
    await playSandbox(agent, deposit.token, "dispute");
    await sendRefund(test.deps, refund.id);
    const unclear = test.logged.filter(({ msg }) => msg === "the outcome of a refund is unknown");
    expect(unclear).toEqual([]);
    const [ended] = await test.database`
      SELECT status, evidence FROM refunds WHERE id = ${refund.id}`;
    expect(ended).toEqual({ status: "failed", evidence: "The payment is disputed" });
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([0, 0]);
    await playSandbox(agent, deposit.token, "dispute_won");
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([1_000, 0]);
  });

  it("says in its mail that refunds which were announced do not come", async () => {
    const { agent, deposit, email } = await createPayer(test);
    for (const cents of [400, 150]) await requestOne(deposit.id, cents);
    const other = await createPayer(test);
    for (const payer of [{ agent, deposit }, other]) {
      await playSandbox(payer.agent, payer.deposit.token, "dispute");
    }
    const sentence = /your refund of €5\.50 will not be paid out\. We gave 5\.50\scredits back/;
    expect((await lastMailTo(test, email))?.replaceAll("\n", " ")).toMatch(sentence);
    expect(await lastMailTo(test, other.email)).not.toContain("refund");
    const subjects = await mailsTo(test, email);
    expect(subjects.at(-1)).toBe("Your payment of €10.00 is disputed");
  });

  it("stops spending and payouts until it is settled", async () => {
    const { maker, payoutId } = await createPayout(test, staff);
    const deposit = await payDeposit(maker.agent);
    const priced = await createPricedOffer(test, { staff, maker }, "99.50");
    const kept = await payDeposit(maker.agent);
    await playSandbox(maker.agent, deposit.token, "dispute");
    const product = await createProduct(test, { priceCents: 100 });
    const bought = await maker.agent.post("/api/purchase/prompt", { prompt_id: product.id });
    expect(bought.error.code).toBe("wallet_on_hold");
    expect((await approve(maker, priced)).error.code).toBe("wallet_on_hold");
    expect((await exportPayouts(staff)).error.code).toBe("payouts_none_ready");
    const body = { password: maker.password, forfeit_balance: true };
    const deleted = await maker.agent.request("DELETE", "/api/user/delete", body);
    expect(deleted.status).toBe(422);
    await playSandbox(maker.agent, deposit.token, "dispute_lost");
    expect((await approve(maker, priced)).status).toBe(200);
    const { payload } = (await exportPayouts(staff)).as(payoutBatchResponseSchema);
    expect(payload.payouts_count).toBe(2);
    expect([payoutId, kept.id].every((id) => id > 0)).toBe(true);
  });

  it("keeps its member's account from being deleted until it is settled", async () => {
    const { agent, deposit, password } = await createPayer(test);
    await playSandbox(agent, deposit.token, "dispute");
    const remove = () => agent.request("DELETE", "/api/user/delete", { password });
    expect((await remove()).error.code).toBe("wallet_on_hold");
    await playSandbox(agent, deposit.token, "dispute_lost");
    expect((await remove()).status).toBe(200);
  });

  it("counts once, in any order and however often it is reported", async () => {
    for (const outcomes of [
      ["opened", "opened", "won", "opened", "lost"],
      ["won", "opened", "won"],
      ["lost", "won", "opened"],
    ]) {
      const { agent, deposit } = await createPayer(test);
      for (const outcome of outcomes) await sendDispute({ ref: deposit.ref, outcome });
      const isWon = outcomes.find((outcome) => outcome !== "opened") === "won";
      expect(await balanceOf(agent)).toBe(isWon ? 1_000 : 0);
    }
  });

  it("counts once out of 20 at the same time, beside purchases and refunds", async () => {
    const { agent, deposit, id } = await createPayer(test);
    await Promise.all([
      ...Array.from({ length: 20 }, () => sendDispute({ ref: deposit.ref, outcome: "opened" })),
      ...Array.from({ length: 3 }, () => buy(test, agent, { priceCents: 200 }).catch(() => null)),
      ...Array.from({ length: 3 }, () => refundDeposit(staff, deposit.id, { amount: "2.00" })),
    ]);
    const [spent] = await test.database<{ cents: number }[]>`
      SELECT (coalesce((SELECT sum(price_cents) FROM orders WHERE user_id = ${id}), 0)
        + coalesce((SELECT sum(amount_cents) FROM refunds
          WHERE user_id = ${id} AND status <> 'failed'), 0))::int AS cents`;
    expect(await balanceOf(agent)).toBe(0);
    expect(await debtOf(id)).toBe(spent?.cents);
  });

  it("leaves a debt that refunds pay, too, and that ends when it is won", async () => {
    const { agent, id, deposit } = await createPayer(test);
    const { orderId } = await buy(test, agent);
    await sendDispute({ ref: deposit.ref, outcome: "opened" });
    expect(await debtOf(id)).toBe(400);
    await refundOrder(staff, orderId, { amount: "1.50" });
    expect([await debtOf(id), await balanceOf(agent)]).toEqual([250, -250]);
    await sendDispute({ ref: deposit.ref, outcome: "won" });
    expect([await debtOf(id), await balanceOf(agent)]).toEqual([0, 750]);
  });

  it("of a part leaves the rest of that payment alone when the balance is withdrawn", async () => {
    const { agent, deposit } = await createPayer(test);
    await payDeposit(agent, 500);
    await sendDispute({ ref: deposit.ref, outcome: "opened", cents: 400 });
    const statement = { name: "Bea", email: "bea@example.com", subject: "balance" };
    const body = { operation_id: randomUUID(), destination: "source", ...statement };
    expect((await agent.post("/api/withdrawals", body)).status).toBe(200);
    expect(await balanceOf(agent)).toBe(600);
  });

  it("leaves nothing of the deposit to refund", async () => {
    const { agent, deposit } = await createPayer(test);
    await payDeposit(agent);
    await sendDispute({ ref: deposit.ref, outcome: "opened", cents: 400 });
    expect((await refundDeposit(staff, deposit.id)).error.code).toBe("deposit_disputed");
    await sendDispute({ ref: deposit.ref, outcome: "lost" });
    const tooMuch = await refundDeposit(staff, deposit.id, { amount: "6.01" });
    expect(tooMuch.error.code).toBe("refund_too_large");
    expect((await refundDeposit(staff, deposit.id, { amount: "6.00" })).status).toBe(200);
  });

  it("of a deleted account is borne by us, and undone when it is won", async () => {
    const { agent, deposit, password, id } = await createPayer(test);
    const body = { password, forfeit_balance: true };
    await agent.request("DELETE", "/api/user/delete", body);
    await sendDispute({ ref: deposit.ref, outcome: "opened" });
    expect(await debtOf(id)).toBe(0);
    await sendDispute({ ref: deposit.ref, outcome: "won" });
    const list = (await staff.agent.get("/api/staff/disputes")).as(disputesResponseSchema);
    const mine = list.payload.find(({ deposit_id }) => deposit_id === deposit.id);
    expect(mine).toMatchObject({ status: "won" });
  });

  it("beside another one takes no more than was paid with it", async () => {
    const { agent, deposit } = await createPayer(test);
    const opened = { ref: deposit.ref, outcome: "opened", cents: 600 };
    await sendDispute({ ...opened, disputeRef: "one" });
    await sendDispute({ ...opened, disputeRef: "two" });
    expect(await balanceOf(agent)).toBe(400);
    const { payload } = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
    const review = "a dispute about 6.00 EUR of 10.00 EUR";
    expect(payload.deposits).toContainEqual(expect.objectContaining({ id: deposit.id, review }));
    await sendDispute({ ...opened, disputeRef: "three", cents: 400 });
    expect(await balanceOf(agent)).toBe(0);
  });

  it("about more than was paid, or in another currency, waits for a person", async () => {
    const { agent, deposit } = await createPayer(test);
    await sendDispute({ ref: deposit.ref, outcome: "opened", cents: 1_001 });
    await sendDispute({ ref: deposit.ref, outcome: "opened", currency: "USD" });
    expect(await balanceOf(agent)).toBe(1_000);
    const { payload } = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
    expect(payload.deposits).toContainEqual(
      expect.objectContaining({ id: deposit.id, review: "a dispute about 10.00 USD of 10.00 EUR" }),
    );
  });
});

describe("a report of a dispute", () => {
  const disputesOf = async (depositId: number) => {
    const rows = await test.database<{ cents: number; status: string }[]>`
      SELECT amount_cents AS cents, status FROM disputes WHERE deposit_id = ${depositId}`;
    return rows.map(({ cents, status }) => [cents, status]);
  };

  const reportOf = (ref: string) =>
    ({
      subject: "dispute",
      eventId: randomUUID(),
      disputeRef: `d_${ref}`,
      providerRef: ref,
      outcome: "opened",
      amountCents: 1_000,
      currency: "EUR",
    }) as const;

  it("about a payment that nobody knows matches nothing", async () => {
    const report = reportOf("sandbox_999999999");
    expect(await recordDispute(test.deps, "sandbox", report)).toBe(false);
  });

  it("under the name of another payment's dispute changes neither", async () => {
    const [one, two] = [await createPayer(test), await createPayer(test)];
    const disputeRef = `d_${one.deposit.ref}`;
    await sendDispute({ ref: one.deposit.ref, outcome: "opened" });
    const report = { ...reportOf(two.deposit.ref), disputeRef, outcome: "won" } as const;
    expect(await recordDispute(test.deps, "sandbox", report)).toBe(false);
    expect(await disputesOf(one.deposit.id)).toEqual([[1_000, "open"]]);
    expect(await disputesOf(two.deposit.id)).toEqual([]);
    expect([await balanceOf(one.agent), await balanceOf(two.agent)]).toEqual([0, 1_000]);
  });

  it.each([0, -1, 0.5])("about %s cents waits for a person", async (amountCents) => {
    const { agent, deposit } = await createPayer(test);
    const report = { ...reportOf(deposit.ref), amountCents };
    expect(await recordDispute(test.deps, "sandbox", report)).toBe(false);
    expect([await disputesOf(deposit.id), await balanceOf(agent)]).toEqual([[], 1_000]);
  });

  it("about less than a cent of the balance takes nothing and gives nothing back", async () => {
    await test.database`UPDATE settings SET eur_rate_basis_points = 5000`;
    const { agent, deposit } = await createPayer(test);
    await test.database`UPDATE settings SET eur_rate_basis_points = DEFAULT`;
    for (const [outcome, status] of [
      ["opened", "open"],
      ["won", "won"],
    ] as const) {
      await sendDispute({ ref: deposit.ref, outcome, cents: 1 });
      expect(await disputesOf(deposit.id)).toEqual([[0, status]]);
      expect(await balanceOf(agent)).toBe(500);
    }
  });
});

describe("a dispute that its provider does not end", () => {
  const evidence = "Letter of the bank, 22 November";
  const closeByHand = (disputeId: number, outcome: "won" | "lost") =>
    staff.agent.post(`/api/staff/disputes/${disputeId}/close`, { outcome, evidence });

  async function openDispute() {
    const payer = await createPayer(test);
    await sendDispute({ ref: payer.deposit.ref, outcome: "opened" });
    const { payload } = (await staff.agent.get("/api/staff/disputes")).as(disputesResponseSchema);
    const dispute = payload.find(({ deposit_id }) => deposit_id === payer.deposit.id);
    return { ...payer, disputeId: Number(dispute?.id) };
  }

  const auditOf = (disputeId: number) => test.database`
    SELECT actor_id, before, after, reason FROM audit_log
    WHERE action = 'dispute.close' AND subject_kind = 'dispute' AND subject_id = ${String(disputeId)}`;

  it.each([
    { outcome: "won", other: "lost", cents: 1_000 },
    { outcome: "lost", other: "won", cents: 0 },
  ] as const)("is $outcome by hand once, out of ten at the same time", async (row) => {
    const { agent, id, email, disputeId } = await openDispute();
    const same = await Promise.all(
      Array.from({ length: 10 }, () => closeByHand(disputeId, row.outcome)),
    );
    expect(same.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect([await balanceOf(agent), await debtOf(id)]).toEqual([row.cents, 0]);
    const changed = await closeByHand(disputeId, row.other);
    expect(changed.rejection).toEqual([409, "dispute_changed"]);
    expect(await balanceOf(agent)).toBe(row.cents);
    expect(await auditOf(disputeId)).toEqual([
      {
        actor_id: staff.id,
        before: { status: "open" },
        after: { status: row.outcome },
        reason: evidence,
      },
    ]);
    expect(await mailsTo(test, email)).toHaveLength(3);
  });

  it.each([
    { outcome: "won", other: "lost", cents: 1_000 },
    { outcome: "lost", other: "won", cents: 0 },
  ] as const)("stays $outcome when its provider reports $other, for a person to review", async (row) => {
    const { agent, deposit, disputeId } = await openDispute();
    await closeByHand(disputeId, row.outcome);
    const reportsOf = async () => {
      const { payload } = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
      return payload.reports.filter(({ report }) => report.providerRef === deposit.ref);
    };
    await sendDispute({ ref: deposit.ref, outcome: "opened" });
    await sendDispute({ ref: deposit.ref, outcome: row.outcome });
    expect(await reportsOf()).toEqual([]);
    expect((await sendDispute({ ref: deposit.ref, outcome: row.other })).status).toBe(200);
    test.clock.advance(61);
    await retryUnmatched(test.deps);
    expect(await balanceOf(agent)).toBe(row.cents);
    expect(await reportsOf()).toMatchObject([
      { subject: "dispute", report: { outcome: row.other } },
    ]);
    expect(test.logged).toContainEqual(
      expect.objectContaining({
        msg: "a closed dispute has another outcome",
        disputeId,
        status: row.outcome,
        outcome: row.other,
      }),
    );
  });

  it("comes before those that have ended, however old it is", async () => {
    const old = await openDispute();
    const ended = await openDispute();
    await closeByHand(ended.disputeId, "won");
    const { payload } = (await staff.agent.get("/api/staff/disputes")).as(disputesResponseSchema);
    const ids = payload.map(({ id }) => id);
    expect(ids.indexOf(old.disputeId)).toBeLessThan(ids.indexOf(ended.disputeId));
    const statuses = payload.map(({ status }) => status === "open");
    expect(statuses).toEqual(statuses.toSorted((one, other) => Number(other) - Number(one)));
  });

  it("is closed by the staff only, and with evidence", async () => {
    const { agent, disputeId } = await openDispute();
    const path = `/api/staff/disputes/${disputeId}/close`;
    expect((await agent.post(path, { outcome: "won", evidence })).status).toBe(404);
    expect((await staff.agent.post(path, { outcome: "won", evidence: " " })).status).toBe(422);
    expect((await closeByHand(999_999_999, "won")).status).toBe(404);
    expect([await balanceOf(agent), (await auditOf(disputeId)).length]).toEqual([0, 0]);
  });
});

describe("a report that matches nothing", () => {
  it("is kept and credits its deposit as soon as that is known", async () => {
    const { agent, deposit } = await createPayer(test);
    const { id } = await openDeposit(agent);
    await test.database`UPDATE deposits SET provider_ref = NULL WHERE id = ${id}`;
    await sendReport(test, { ref: "late_1" });
    test.clock.advance(61);
    await retryUnmatched(test.deps);
    expect(await balanceOf(agent)).toBe(1_000);
    await test.database`UPDATE deposits SET provider_ref = 'late_1' WHERE id = ${id}`;
    test.clock.advance(121);
    await retryUnmatched(test.deps);
    await retryUnmatched(test.deps);
    expect(await balanceOf(agent)).toBe(2_000);
    expect(deposit.id).not.toBe(id);
  });

  it("is tried again after a minute, then twice as late each time, at most an hour", async () => {
    await sendReport(test, { ref: "patient_1" });
    const readTries = async () => {
      const [row] = await test.database<{ tries: number }[]>`
        SELECT tries FROM unmatched_reports WHERE report ->> 'providerRef' = 'patient_1'`;
      return row?.tries;
    };
    let tries = 0;
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      test.clock.advance(minutes * 60 - 1);
      await retryUnmatched(test.deps);
      expect(await readTries()).toBe(tries);
      test.clock.advance(1);
      await retryUnmatched(test.deps);
      tries += 1;
      expect(await readTries()).toBe(tries);
    }
  });

  it("does not wait for a year after a clock that was a year ahead", async () => {
    const { agent } = await createPayer(test);
    const { id } = await openDeposit(agent);
    await test.database`UPDATE deposits SET provider_ref = NULL WHERE id = ${id}`;
    await sendReport(test, { ref: "early_1" });
    await test.database`
      UPDATE unmatched_reports SET retry_at = retry_at + interval '365 days'
      WHERE report ->> 'providerRef' = 'early_1'`;
    await test.database`UPDATE deposits SET provider_ref = 'early_1' WHERE id = ${id}`;
    await retryUnmatched(test.deps);
    expect(await balanceOf(agent)).toBe(2_000);
  });

  it("about a dispute waits until its payment is known to be paid", async () => {
    const { agent } = await createPayer(test);
    const deposit = await openDeposit(agent);
    await sendDispute({ ref: deposit.ref, outcome: "opened" });
    await sendReport(test, { ref: deposit.ref });
    expect(await balanceOf(agent)).toBe(2_000);
    test.clock.advance(61);
    await retryUnmatched(test.deps);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("is listed once, however many events report the same", async () => {
    const { deposit } = await createPayer(test);
    const { ref } = deposit;
    await sendDispute({ ref, outcome: "lost" });
    const list = async () => {
      const { payload } = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
      return payload.reports.filter(({ report }) => report.providerRef === ref);
    };
    const won = { ref, outcome: "won" };
    await Promise.all(Array.from({ length: 4 }, () => sendDispute(won)));
    const [found, ...others] = await list();
    expect([found?.subject, others]).toEqual(["dispute", []]);
    await staff.agent.post(`/api/staff/suspense/reports/${found?.id}/resolve`, { note: "Asked" });
    await sendDispute(won);
    expect(await list()).toEqual([]);
    await sendDispute({ ...won, outcome: "opened", disputeRef: "another", cents: 1_001 });
    expect(await list()).toHaveLength(1);
  });

  it("is listed for each event where it does not say what it is about", async () => {
    const unnamed = { refundId: null, refundKey: null, refundRef: null, providerRef: null };
    const amount = { amountCents: null, currency: null };
    const report = { subject: "refund", outcome: "succeeded", ...unnamed, ...amount } as const;
    const eventIds = ["unnamed_1", "unnamed_2"];
    for (const eventId of [...eventIds, ...eventIds]) {
      await processReport(test.deps, "sandbox", { ...report, eventId });
    }
    const { payload } = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
    const listed = payload.reports.map((one) => String(one.report.eventId));
    expect(listed.filter((id) => id.startsWith("unnamed_"))).toEqual(eventIds);
  });

  it("is listed for the staff until somebody notes what was done", async () => {
    await sendReport(test, { ref: "foreign_7" });
    const list = async () =>
      (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema).payload.reports;
    const found = (await list()).find(({ report }) => report.providerRef === "foreign_7");
    expect(found).toMatchObject({ provider: "sandbox", subject: "payment" });
    const resolve = () =>
      staff.agent.post(`/api/staff/suspense/reports/${found?.id}/resolve`, { note: "Sent back" });
    expect((await resolve()).status).toBe(200);
    expect((await resolve()).status).toBe(404);
    expect((await list()).map(({ id }) => id)).not.toContain(found?.id);
  });
});
