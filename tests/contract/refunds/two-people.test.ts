import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type CreditRequest,
  disputesResponseSchema,
  refundsResponseSchema,
  suspenseResponseSchema,
} from "#api/contract/refunds.ts";
import {
  creditedByHandResponseSchema,
  staffDepositResponseSchema,
} from "#api/contract/staff/deposits.ts";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import { applyRefundReport } from "#api/refunds/change-refund.ts";
import { eraseRequestEvidence, eraseRequestsOf } from "#api/wallet/credit-requests.queries.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiResponse } from "#tests/setup/api/api-agent.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  createPayer,
  createShop,
  playSandbox,
  refundDeposit,
  refundsOf,
  statusOfRefund,
} from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";
import { setBalanceLimit } from "#tests/setup/records/settings.ts";

// Above the limit of the settings, marking a refund as failed or closing a dispute as won takes two
// people.

let test: TestApi;
let staff: Member;
let colleague: Member;
let third: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
  colleague = await createStaff(test);
  third = await createStaff(test);
});
afterAll(() => test.close());
beforeEach(() => setBalanceLimit(test.database, 999));
afterEach(async () => expect(await listViolations(test.database)).toEqual([]));

const EVIDENCE = "Statement 7, line 2";
const FORBIDDEN = [403, "forbidden"];
const needsApproval = (response: ApiResponse) =>
  response.as(creditedByHandResponseSchema).payload.needs_approval;

/**
 * The subject of the decision: a refund whose failure, or a dispute whose winning, credits 10.00.
 */
type Case = {
  kind: "refund" | "dispute";
  changed: string;
  /** The values that credit the wallet, those that do not, and the recorded actions. */
  credits: Record<string, string>;
  keeps: Record<string, string>;
  actions: Record<"alone" | "request" | "approve" | "reject", string>;
  open(payer: Payer): Promise<number>;
  path(id: number): string;
  decidePath(id: number): string;
  statusOf(id: number): Promise<string>;
  /** Returns the request that is shown. */
  shown(id: number): Promise<CreditRequest | null | undefined>;
  /** Sends the provider's report that credits the wallet. */
  report(id: number, payer: Payer): Promise<unknown>;
};
type Payer = Awaited<ReturnType<typeof createPayer>>;

/** Creates a refund of the whole deposit with an unknown outcome. */
async function openRefund({ deposit }: Payer): Promise<number> {
  const sandbox = providerOf(test);
  const { refund: send } = sandbox;
  sandbox.refund = async () => {
    throw new Error("no response");
  };
  const [refund] = refundsOf(await refundDeposit(third, deposit.id));
  sandbox.refund = send;
  return Number(refund?.id);
}

async function openDispute({ agent, deposit }: Payer): Promise<number> {
  await playSandbox(agent, deposit.token, "dispute");
  const [row] = await test.database<{ id: number }[]>`
    SELECT id FROM disputes WHERE deposit_id = ${deposit.id}`;
  return row?.id ?? 0;
}

const listRefunds = async () =>
  (await staff.agent.get("/api/staff/refunds")).as(refundsResponseSchema).payload;
const listWaiting = async () =>
  (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema).payload.refunds ?? [];
const countWaiting = async () =>
  (await staff.agent.get("/api/staff/overview"))
    .as(overviewResponseSchema)
    .payload.waiting.find(({ kind }) => kind === "refunds")?.count;

const REFUND: Case = {
  kind: "refund",
  changed: "refund_changed",
  credits: { state: "failed", seen: "unknown" },
  keeps: { state: "succeeded", seen: "unknown" },
  actions: {
    ...{ alone: "refund.mark", request: "refund.mark_request" },
    ...{ approve: "refund.mark_approve", reject: "refund.mark_reject" },
  },
  open: openRefund,
  path: (id) => `/api/staff/refunds/${id}/mark`,
  decidePath: (id) => `/api/staff/refunds/${id}/mark/decide`,
  statusOf: (id) => statusOfRefund(test, id),
  shown: async (id) => (await listRefunds()).find((one) => one.id === id)?.mark_request,
  report: (refundId) => reportRefund(refundId, "failed"),
};

const reportRefund = async (refundId: number, outcome: "pending" | "failed") => {
  const [row] = await test.database<{ key: string | null }[]>`
    SELECT provider_key AS key FROM refunds WHERE id = ${refundId}`;
  const report = { refundId, refundKey: row?.key ?? null, outcome };
  return applyRefundReport(test.deps, "sandbox", report);
};

const DISPUTE: Case = {
  kind: "dispute",
  changed: "dispute_changed",
  credits: { outcome: "won" },
  keeps: { outcome: "lost" },
  actions: {
    ...{ alone: "dispute.close", request: "dispute.close_request" },
    ...{ approve: "dispute.close_approve", reject: "dispute.close_reject" },
  },
  open: openDispute,
  path: (id) => `/api/staff/disputes/${id}/close`,
  decidePath: (id) => `/api/staff/disputes/${id}/close/decide`,
  statusOf: async (id) => {
    const [row] = await test.database<{ status: string }[]>`
      SELECT status FROM disputes WHERE id = ${id}`;
    return row?.status ?? "missing";
  },
  shown: async (id) => {
    const list = (await staff.agent.get("/api/staff/disputes")).as(disputesResponseSchema);
    return list.payload.find((one) => one.id === id)?.close_request;
  },
  report: (_, { agent, deposit }) => playSandbox(agent, deposit.token, "dispute_won"),
};

describe.each([REFUND, DISPUTE])("a $kind above the limit", (one) => {
  const changed = [409, one.changed];
  const ask = (by: Member, id: number, body: Record<string, unknown> = {}) =>
    by.agent.post(one.path(id), { ...one.credits, evidence: EVIDENCE, ...body });
  const decide = (by: Member, id: number, body: Record<string, unknown>) =>
    by.agent.post(one.decidePath(id), { decision: "approve", ...body });
  const listActions = async (id: number) => {
    const rows = await test.database<{ actor_id: number; action: string }[]>`
      SELECT actor_id, action FROM audit_log WHERE subject_kind = ${one.kind}
        AND subject_id = ${String(id)} AND actor_id IN (${staff.id}, ${colleague.id})
      ORDER BY id`;
    return rows.map(({ actor_id, action }) => [actor_id, action]);
  };
  async function openOne() {
    const payer = await createPayer(test);
    const id = await one.open(payer);
    expect(await balanceOf(payer.agent)).toBe(0);
    return { payer, id };
  }
  async function openRequested() {
    const opened = await openOne();
    expect(needsApproval(await ask(staff, opened.id))).toBe(true);
    return { ...opened, request: (await one.shown(opened.id))?.id };
  }

  it("waits for a second person; at the limit, and without one, a person is enough", async () => {
    const { payer, id } = await openOne();
    const before = await one.statusOf(id);
    expect(needsApproval(await ask(staff, id))).toBe(true);
    expect(needsApproval(await ask(staff, id))).toBe(true);
    expect([await balanceOf(payer.agent), await one.statusOf(id)]).toEqual([0, before]);
    expect(await one.shown(id)).toMatchObject({
      evidence: EVIDENCE,
      requested_by: { id: staff.id, email: staff.email },
    });
    expect(await listActions(id)).toEqual([[staff.id, one.actions.request]]);
    expect((await ask(colleague, id)).rejection).toEqual(changed);
    expect((await ask(staff, id, { evidence: "Another" })).rejection).toEqual(changed);
    for (const limit of [1_000, null]) {
      await setBalanceLimit(test.database, limit);
      const other = await openOne();
      expect(needsApproval(await ask(staff, other.id))).toBe(false);
      expect(await balanceOf(other.payer.agent)).toBe(1_000);
      expect(await listActions(other.id)).toEqual([[staff.id, one.actions.alone]]);
    }
    expect(needsApproval(await ask(staff, id))).toBe(false);
    expect(await balanceOf(payer.agent)).toBe(1_000);
  });

  it("is approved by somebody else, once, however often it is sent", async () => {
    const { payer, id, request } = await openRequested();
    expect((await decide(staff, id, { request })).rejection).toEqual(FORBIDDEN);
    const responses = await Promise.all(
      [colleague, third, colleague, third].map((by) => decide(by, id, { request })),
    );
    const statuses = responses.map(({ status }) => status);
    expect([...statuses].toSorted()).toEqual([200, 200, 409, 409]);
    expect(statuses[0]).toBe(statuses[2]);
    expect(await balanceOf(payer.agent)).toBe(1_000);
    const approver = statuses[0] === 200 ? colleague : third;
    expect((await decide(approver, id, { request })).status).toBe(200);
    expect((await decide(approver, id, { request, decision: "reject" })).rejection).toEqual(
      changed,
    );
    expect(await balanceOf(payer.agent)).toBe(1_000);
    expect(await one.statusOf(id)).toBe(one.credits.state ?? one.credits.outcome);
    expect(await one.shown(id)).toBeNull();
    const [row] = await test.database`
      SELECT evidence FROM ${test.database(`${one.kind}s`)} WHERE id = ${id}`;
    expect(row).toEqual({ evidence: EVIDENCE });
  });

  it("may be taken back by its requester, and requested again by somebody else", async () => {
    const { payer, id, request } = await openRequested();
    const reject = { request, decision: "reject" };
    const responses = await Promise.all([decide(staff, id, reject), decide(staff, id, reject)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await decide(colleague, id, { request })).rejection).toEqual(changed);
    expect(await one.shown(id)).toBeNull();
    expect(needsApproval(await ask(colleague, id))).toBe(true);
    const again = (await one.shown(id))?.id;
    expect((await decide(staff, id, { request: again })).status).toBe(200);
    expect(await balanceOf(payer.agent)).toBe(1_000);
    const path = `/api/staff/deposits/${payer.deposit.id}`;
    const { timeline } = (await staff.agent.get(path)).as(staffDepositResponseSchema).payload;
    const state = one.credits.state ?? one.credits.outcome;
    for (const [kind, by, note] of [
      ["outcome_requested", staff, EVIDENCE],
      ["outcome_rejected", staff, null],
      ["outcome_requested", colleague, EVIDENCE],
    ] as const) {
      expect(timeline).toContainEqual(
        expect.objectContaining({ kind, state, note, actor: by.email }),
      );
    }
    expect(await listActions(id)).toEqual([
      [staff.id, one.actions.request],
      [staff.id, one.actions.reject],
      [colleague.id, one.actions.request],
      [staff.id, one.actions.approve],
    ]);
  });

  it("that credits nothing needs one person, which ends the request", async () => {
    const { payer, id, request } = await openRequested();
    expect(needsApproval(await ask(colleague, id, one.keeps))).toBe(false);
    expect(await balanceOf(payer.agent)).toBe(0);
    expect(await one.shown(id)).toBeNull();
    for (const decision of ["approve", "reject"]) {
      expect((await decide(third, id, { request, decision })).rejection).toEqual(changed);
    }
    expect(await balanceOf(payer.agent)).toBe(0);
  });

  it("is credited once by the provider's report, which ends the request", async () => {
    const { payer, id, request } = await openRequested();
    await one.report(id, payer);
    expect(await balanceOf(payer.agent)).toBe(1_000);
    expect(await one.shown(id)).toBeNull();
    for (const decision of ["approve", "reject"]) {
      expect((await decide(colleague, id, { request, decision })).rejection).toEqual(changed);
    }
    expect(await balanceOf(payer.agent)).toBe(1_000);
  });

  it("is decided with the right, at its own request, by nobody whose it is", async () => {
    const { payer, id, request } = await openRequested();
    await test.database`
      UPDATE users SET role = 'staff', staff_role = 'finance' WHERE id = ${payer.id}`;
    expect((await ask(payer, id)).rejection).toEqual(FORBIDDEN);
    for (const decision of ["approve", "reject"]) {
      expect((await decide(payer, id, { request, decision })).rejection).toEqual(FORBIDDEN);
    }
    const reviewer = await createMember(test, { role: "staff", staffRole: "reviewer" });
    expect((await decide(reviewer, id, { request })).status).toBe(404);
    const other = await openOne();
    expect((await decide(colleague, other.id, { request })).rejection).toEqual(changed);
    expect((await decide(colleague, 999_999_999, { request })).status).toBe(404);
    expect((await decide(colleague, id, { request: "x" })).status).toBe(422);
    expect(await one.shown(id)).not.toBeNull();
  });

  it("is not approved once its evidence has gone with the account", async () => {
    const { payer, id, request } = await openRequested();
    await eraseRequestsOf(test.database, payer.id);
    expect(await one.shown(id)).toMatchObject({ evidence: "" });
    expect((await decide(colleague, id, { request })).rejection).toEqual([409, "evidence_erased"]);
    expect(await balanceOf(payer.agent)).toBe(0);
    expect((await decide(colleague, id, { request, decision: "reject" })).status).toBe(200);
    expect(needsApproval(await ask(staff, id))).toBe(true);
    const again = (await one.shown(id))?.id;
    expect((await decide(colleague, id, { request: again })).status).toBe(200);
    expect(await balanceOf(payer.agent)).toBe(1_000);
  });

  it("stays as it was requested, but for its evidence, which goes by age or account", async () => {
    const requested = [await openRequested(), await openRequested()];
    for (const { request } of requested) {
      const change = (to: string) =>
        test.database.unsafe(`UPDATE credit_requests SET ${to} WHERE id = ${request}`);
      const column = `${one.kind}_id`;
      await expect(change(`${column} = ${column} + 1`)).rejects.toThrow(/stays as it was decided/);
      await expect(change(`${column} = NULL, deposit_id = 1`)).rejects.toThrow(
        /stays as it was decided/,
      );
    }
    const evidenceOf = async (request?: CreditRequest["id"]) =>
      (await test.database`SELECT evidence FROM credit_requests WHERE id = ${request ?? 0}`)[0]
        ?.evidence;
    const [first, second] = requested;
    await eraseRequestsOf(test.database, first?.payer.id ?? 0);
    expect(await evidenceOf(first?.request)).toBe("");
    expect(await evidenceOf(second?.request)).toBe(EVIDENCE);
    await eraseRequestEvidence(test.database, new Date(test.deps.now().getTime() + 1));
    expect(await evidenceOf(second?.request)).toBe("");
  });
});

describe("a refund whose failure waits", () => {
  const body = { state: "failed", evidence: EVIDENCE };
  const mark = (id: number, seen: string) =>
    staff.agent.post(`/api/staff/refunds/${id}/mark`, { ...body, seen });

  it("is listed, and counted on the Start page, whatever its state", async () => {
    const id = await openRefund(await createPayer(test));
    const listed = async () => (await listWaiting()).find((one) => one.id === id);
    const before = (await countWaiting()) ?? 0;
    expect(await listed()).toBeUndefined();
    expect(needsApproval(await mark(id, "unknown"))).toBe(true);
    expect(await listed()).toMatchObject({
      status: "unknown",
      mark_request: { evidence: EVIDENCE },
    });
    expect(await countWaiting()).toBe(before + 1);
    await reportRefund(id, "pending");
    expect(await listed()).toBeUndefined();
    expect(await countWaiting()).toBe(before);
    expect(needsApproval(await mark(id, "pending"))).toBe(true);
    expect(await listed()).toMatchObject({
      status: "pending",
      mark_request: { evidence: EVIDENCE },
    });
  });

  it("is not approved once its provider has reported that it is on its way", async () => {
    const payer = await createPayer(test);
    const id = await openRefund(payer);
    await mark(id, "unknown");
    const request = (await REFUND.shown(id))?.id;
    await reportRefund(id, "pending");
    const response = await colleague.agent.post(REFUND.decidePath(id), {
      ...{ request, decision: "approve" },
    });
    expect(response.rejection).toEqual([409, "refund_changed"]);
    expect(await balanceOf(payer.agent)).toBe(0);
  });

  it("is not approved while it is being sent", async () => {
    const id = await openRefund(await createPayer(test));
    await mark(id, "unknown");
    const request = (await REFUND.shown(id))?.id;
    const decision = { request, decision: "approve" };
    await test.database`
      UPDATE refunds SET sending_until = ${new Date(test.deps.now().getTime() + 30_000)}
      WHERE id = ${id}`;
    const path = REFUND.decidePath(id);
    expect((await colleague.agent.post(path, decision)).rejection).toEqual([409, "refund_changed"]);
    await test.database`UPDATE refunds SET sending_until = NULL WHERE id = ${id}`;
    expect((await colleague.agent.post(path, decision)).status).toBe(200);
  });
});
