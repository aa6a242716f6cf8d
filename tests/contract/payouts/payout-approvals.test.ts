import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  markedBatchResponseSchema,
  payoutApprovalResponseSchema,
  payoutBatchResponseSchema,
  payoutPreviewResponseSchema,
  staffPayoutsResponseSchema,
} from "#api/contract/payouts.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { createShop } from "#tests/setup/money/refunds.ts";
import {
  configureDebtor,
  createPayout,
  createStaff,
  exportPayouts,
  ibanOf,
  type Member,
  markPayout,
  referenceOf,
} from "#tests/setup/records/offers.ts";
import { setPayoutLimit } from "#tests/setup/records/settings.ts";

let test: TestApi;
let staff: Member;
let colleague: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
  colleague = await createStaff(test);
  await configureDebtor(test);
});
afterAll(() => test.close());
afterEach(async () => expect(await listViolations(test.database)).toEqual([]));

const statusOf = async (payoutId: number) => {
  const [row] = await test.database<{ status: string }[]>`
    SELECT status FROM payouts WHERE id = ${payoutId}`;
  return row?.status;
};
/** Lists the actions on that approval with their actors, oldest first. */
const actionsOn = async (id: unknown) => {
  const rows = await test.database<{ actor: number; action: string; after: unknown }[]>`
    SELECT actor_id AS actor, action, after FROM audit_log
    WHERE subject_kind = 'payout_approval' AND subject_id = ${String(id)} ORDER BY id`;
  return rows.map(({ actor, action, after }) => [actor, action, after]);
};
const preview = async () =>
  (await staff.agent.get("/api/staff/payouts/preview")).as(payoutPreviewResponseSchema).payload;
const request = (by: Member, body: Record<string, unknown> = {}) =>
  by.agent.post("/api/staff/payouts/batches", { operation_id: randomUUID(), ...body });
const decide = (by: Member, id: unknown, decision = "approve") =>
  by.agent.post(`/api/staff/payouts/approvals/${id}`, { decision });

describe("a file for the bank that is previewed", () => {
  it("holds what the preview said, or is not made", async () => {
    const { payoutId } = await createPayout(test, staff, "200.00");
    const seen = await preview();
    expect(seen).toMatchObject({ count: 1, total: "200.00", needs_approval: false });
    const later = await createPayout(test, staff, "150.00");
    const expected = { count: seen.count, total: seen.total };
    const half = { count: 2, total: seen.total };
    for (const other of [expected, half, { count: seen.count, total: "350.00" }]) {
      const response = await request(staff, { expected: other });
      expect(response.error.code).toBe("payouts_changed");
    }
    expect(await statusOf(payoutId)).toBe("ready");
    const now = await preview();
    const made = await request(staff, { expected: { count: now.count, total: now.total } });
    expect(made.as(payoutBatchResponseSchema).payload).toMatchObject({
      payouts_count: 2,
      total: "350.00",
    });
    expect(await statusOf(later.payoutId)).toBe("exported");
  });
});

describe("a file above the limit", () => {
  beforeEach(() => setPayoutLimit(test.database, 15_000));
  afterEach(() => setPayoutLimit(test.database, null));

  it("is made by a second person, once, with exactly what was asked for", async () => {
    const { payoutId } = await createPayout(test, staff, "200.00");
    expect((await preview()).needs_approval).toBe(true);
    const operation_id = randomUUID();
    const asked = await request(staff, { operation_id });
    expect(asked.status).toBe(202);
    const approval = asked.as(payoutApprovalResponseSchema).payload;
    expect(approval).toMatchObject({
      payouts_count: 1,
      total: "200.00",
      requested_by: { id: staff.id, email: staff.email },
    });
    const expected = { count: 1, total: "200.00" };
    expect((await request(staff, { operation_id, expected })).body).toEqual(asked.body);
    const others = [
      await request(colleague, { operation_id }),
      await request(staff, { operation_id, expected: { ...expected, total: "300.00" } }),
    ];
    expect(others.map((response) => response.error.code)).toEqual([
      "operation_conflict",
      "operation_conflict",
    ]);
    const { payoutId: later } = await createPayout(test, staff, "300.00");
    expect((await request(colleague)).error.code).toBe("payout_approval_waiting");
    expect((await decide(staff, approval?.id)).error.code).toBe("payout_approval_own");
    expect(await statusOf(payoutId)).toBe("ready");

    const decisions = [decide(colleague, approval?.id), decide(colleague, approval?.id)];
    const statuses = (await Promise.all(decisions)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect([await statusOf(payoutId), await statusOf(later)]).toEqual(["exported", "ready"]);
    const again = await request(staff, { operation_id });
    const batch = again.as(payoutBatchResponseSchema).payload;
    expect(batch).toMatchObject({ total: "200.00" });
    const byApprover = await request(colleague, { operation_id });
    expect(byApprover.error.code).toBe("operation_conflict");
    expect(await actionsOn(approval?.id)).toEqual([
      [staff.id, "payout_approval.request", { payouts: 1, total: "200.00" }],
      [colleague.id, "payout_approval.approve", { batch: batch.id }],
    ]);
    await setPayoutLimit(test.database, null);
    await exportPayouts(staff);
  });

  it("begins a cent beyond it", async () => {
    await createPayout(test, staff, "150.00", { iban: ibanOf(1) });
    expect(await preview()).toMatchObject({ total: "150.00", needs_approval: false });
    expect((await request(staff)).status).toBe(200);
    const { payoutId } = await createPayout(test, staff, "150.01", { iban: ibanOf(2) });
    expect(await preview()).toMatchObject({ total: "150.01", needs_approval: true });
    expect([(await request(staff)).status, await statusOf(payoutId)]).toEqual([202, "ready"]);
    const waiting = (await staff.agent.get("/api/staff/payouts/approval")).as(
      payoutApprovalResponseSchema,
    );
    expect((await decide(colleague, waiting.payload?.id)).status).toBe(200);
  });

  it("is rejected, or not made when a payout is no longer ready", async () => {
    const { payoutId } = await createPayout(test, staff, "200.00");
    const operation = { operation_id: randomUUID() };
    const first = (await request(staff, operation)).as(payoutApprovalResponseSchema).payload;
    const repeated = await request(staff, operation);
    expect(repeated.as(payoutApprovalResponseSchema).payload).toEqual(first);
    await test.database`UPDATE payouts SET status = 'awaiting_verification' WHERE id = ${payoutId}`;
    const response = await decide(colleague, first?.id);
    expect(response.error.code).toBe("payouts_changed");
    await test.database`UPDATE payouts SET status = 'ready' WHERE id = ${payoutId}`;
    expect((await decide(staff, first?.id, "reject")).status).toBe(200);
    expect(await statusOf(payoutId)).toBe("ready");
    expect((await actionsOn(first?.id)).at(-1)).toEqual([staff.id, "payout_approval.reject", null]);
    const none = await staff.agent.get("/api/staff/payouts/approval");
    expect(none.as(payoutApprovalResponseSchema).payload).toBeNull();
    const repeatedLate = await request(staff, operation);
    expect(repeatedLate.status).toBe(409);
    expect(repeatedLate.error.code).toBe("payout_approval_decided");
    const unknown = await decide(colleague, 999_999_999);
    expect(unknown.rejection).toEqual([404, "not_found"]);
    const late = await decide(colleague, first?.id);
    expect(late.error.code).toBe("payout_approval_decided");
    await setPayoutLimit(test.database, null);
    await exportPayouts(staff);
  });
});

describe("a file that waits for approval when the limit is lifted", () => {
  afterEach(() => setPayoutLimit(test.database, null));
  const waiting = async () =>
    (await staff.agent.get("/api/staff/payouts/approval")).as(payoutApprovalResponseSchema).payload;
  const askFor = async (price: string) => {
    await setPayoutLimit(test.database, 15_000);
    const { payoutId } = await createPayout(test, staff, price);
    const asked = (await request(staff)).as(payoutApprovalResponseSchema).payload;
    await setPayoutLimit(test.database, null);
    return { payoutId, id: asked?.id };
  };

  it("is over once a file without approval takes its payouts", async () => {
    const { id } = await askFor("200.00");
    const batch = (await request(colleague)).as(payoutBatchResponseSchema).payload;
    expect(batch).toMatchObject({ payouts_count: 1, total: "200.00" });
    expect(await waiting()).toBeNull();
    expect((await decide(colleague, id)).error.code).toBe("payout_approval_decided");
    expect((await actionsOn(id)).slice(1)).toEqual([
      [colleague.id, "payout_approval.reject", { batch: batch.id }],
    ]);
    const next = await askFor("300.00");
    expect((await waiting())?.id).toBe(next.id);
    await exportPayouts(staff);
  });

  it("waits on beside a file of other payouts", async () => {
    const { payoutId, id } = await askFor("200.00");
    const setStatus = (status: string) =>
      test.database`UPDATE payouts SET status = ${status} WHERE id = ${payoutId}`;
    await setStatus("awaiting_verification");
    await createPayout(test, staff, "10.00");
    expect((await request(colleague)).status).toBe(200);
    await setStatus("ready");
    expect((await waiting())?.id).toBe(id);
    expect((await decide(colleague, id)).status).toBe(200);
    expect(await statusOf(payoutId)).toBe("exported");
  });
});

describe("a whole file", () => {
  const mark = (by: Member, id: unknown, body: Record<string, unknown> = {}) =>
    by.agent.post(`/api/staff/payouts/batches/${id}/mark`, {
      state: "sent",
      evidence: "Statement 12",
      ...body,
    });

  it("is marked in one step but for exceptions, once, by two people at once", async () => {
    const made = [
      await createPayout(test, staff, "200.00"),
      await createPayout(test, staff, "160.00"),
      await createPayout(test, staff, "170.00"),
    ];
    const ids = made.map(({ payoutId }) => payoutId);
    const { id } = (await exportPayouts(staff)).as(payoutBatchResponseSchema).payload;
    const except = [String(ids[1])];
    const responses = await Promise.all([
      mark(staff, id, { except }),
      mark(colleague, id, { except }),
    ]);
    const counts = responses.map(
      (response) => response.as(markedBatchResponseSchema).payload.marked,
    );
    expect(counts.toSorted()).toEqual([0, 2]);
    expect(await Promise.all(ids.map(statusOf))).toEqual(["sent", "exported", "sent"]);
    const posted = await test.database`
      SELECT 1 FROM ledger_transactions WHERE kind = 'payout'
        AND source_id = ANY(${ids.map(String)})`;
    expect(posted.length).toBe(2);
    const audited = await test.database`
      SELECT subject_kind AS kind, after, reason FROM audit_log
      WHERE action = 'payout_batch.mark' AND subject_id = ${String(id)}`;
    expect([...audited]).toEqual([
      {
        kind: "payout_batch",
        after: { state: "sent", payouts: [ids[0], ids[2]] },
        reason: "Statement 12",
      },
    ]);
  });

  it("leaves those as they are for which the mark does not fit", async () => {
    const made = [
      await createPayout(test, staff, "200.00"),
      await createPayout(test, staff, "160.00"),
    ];
    const ids = made.map(({ payoutId }) => payoutId);
    const { id } = (await exportPayouts(staff)).as(payoutBatchResponseSchema).payload;
    const returned = { state: "returned", evidence: "Account closed" };
    await markPayout(test, staff, Number(ids[0]), returned);
    const response = await mark(staff, id);
    expect(response.as(markedBatchResponseSchema).payload.marked).toBe(1);
    expect(await Promise.all(ids.map(statusOf))).toEqual(["returned", "sent"]);
  });

  it("is not said to be marked when nothing in it was, unless that repeats a mark", async () => {
    const made = [
      await createPayout(test, staff, "200.00"),
      await createPayout(test, staff, "160.00"),
    ];
    const ids = made.map(({ payoutId }) => payoutId);
    const { id } = (await exportPayouts(staff)).as(payoutBatchResponseSchema).payload;
    const codeOf = async (body: Record<string, unknown>) => {
      const response = await mark(staff, id, body);
      return response.rejection;
    };
    const none = [409, "payouts_none_marked"];
    expect(await codeOf({ state: "settled" })).toEqual(none);
    expect(await codeOf({ except: ids.map(String) })).toEqual(none);
    expect(await Promise.all(ids.map(statusOf))).toEqual(["exported", "exported"]);
    expect((await mark(staff, id)).status).toBe(200);
    const again = await mark(staff, id);
    expect(again.as(markedBatchResponseSchema).payload.marked).toBe(0);
    const other = { evidence: "Statement 13" };
    expect(await codeOf(other)).toEqual([409, "payouts_already_marked"]);
    expect((await mark(staff, id, { state: "settled" })).status).toBe(200);
    expect(await codeOf({})).toEqual(none);
  });

  it("is not marked by a page that shows earlier statuses, but a repetition is", async () => {
    const made = [
      await createPayout(test, staff, "200.00"),
      await createPayout(test, staff, "160.00"),
    ];
    const ids = made.map(({ payoutId }) => payoutId);
    const { id } = (await exportPayouts(staff)).as(payoutBatchResponseSchema).payload;
    const list = await staff.agent.get(`/api/staff/payouts?batch_id=${id}`);
    const seen = list.as(staffPayoutsResponseSchema).counts;
    expect(seen).toMatchObject({ exported: 2, sent: 0, settled: 0 });
    expect((await mark(colleague, id)).status).toBe(200);
    const late = await mark(staff, id, { state: "returned", seen });
    expect(late.rejection).toEqual([409, "payout_batch_changed"]);
    expect(await Promise.all(ids.map(statusOf))).toEqual(["sent", "sent"]);
    const again = await mark(staff, id, { seen });
    expect(again.as(markedBatchResponseSchema).payload.marked).toBe(0);
    const settled = await mark(staff, id, { state: "settled", seen: { sent: 2, exported: 0 } });
    expect(settled.as(markedBatchResponseSchema).payload.marked).toBe(2);
  });

  it("leaves out what is unknown, which is marked on its own", async () => {
    const made = [
      await createPayout(test, staff, "200.00"),
      await createPayout(test, staff, "160.00"),
    ];
    const ids = made.map(({ payoutId }) => payoutId);
    const { id } = (await exportPayouts(staff)).as(payoutBatchResponseSchema).payload;
    const unknown = { state: "unknown", evidence: "The bank's page broke" };
    await markPayout(test, staff, Number(ids[0]), unknown);
    expect((await mark(staff, id)).as(markedBatchResponseSchema).payload.marked).toBe(1);
    const settled = await mark(staff, id, { state: "settled" });
    expect(settled.as(markedBatchResponseSchema).payload.marked).toBe(1);
    expect(await Promise.all(ids.map(statusOf))).toEqual(["unknown", "settled"]);
    const own = { state: "settled", evidence: "Statement 13" };
    await markPayout(test, staff, Number(ids[0]), own);
    expect(await statusOf(ids[0] ?? 0)).toBe("settled");
  });

  it("is not marked with an exception that is not in it, or without evidence", async () => {
    const { payoutId } = await createPayout(test, staff, "200.00");
    const { id } = (await exportPayouts(staff)).as(payoutBatchResponseSchema).payload;
    const reference = await referenceOf(test, payoutId);
    const other = reference.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const except of [["999999999"], [String(payoutId), "999999999"], [other]]) {
      const response = await mark(staff, id, { except });
      expect([response.status, response.error.error_codes?.except]).toMatchObject([
        422,
        [{ code: "payout_references_invalid" }],
      ]);
    }
    expect((await mark(staff, id, { except: ["PAYOUT"] })).status).toBe(422);
    expect((await mark(staff, id, { evidence: " " })).status).toBe(422);
    const unknown = await mark(staff, 999_999_999);
    expect(unknown.rejection).toEqual([404, "payout_batch_not_found"]);
    expect(await statusOf(payoutId)).toBe("exported");
  });
});
