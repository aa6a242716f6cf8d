import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  settledDepositResponseSchema,
  staffDepositsResponseSchema,
} from "#api/contract/staff/deposits.ts";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import type { ApiResponse } from "#tests/setup/api/api-agent.ts";
import { readStaffDeposit } from "#tests/setup/api/reads.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import { createShop } from "#tests/setup/money/refunds.ts";
import { balanceOf, openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";
import { setBalanceLimit } from "#tests/setup/records/settings.ts";

// Settling a deposit above the limit of the settings manually takes two people.

let test: TestApi;
let staff: Member;
let colleague: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
  colleague = await createStaff(test);
});
afterAll(() => test.close());
beforeEach(() => setBalanceLimit(test.database, 999));
afterEach(async () => expect(await listViolations(test.database)).toEqual([]));

const EVIDENCE = "Statement 7, line 2";
const CHANGED = [409, "deposit_changed"];
const FORBIDDEN = [403, "forbidden"];
const outcomeOf = (response: ApiResponse) => response.as(settledDepositResponseSchema).payload;
const BY_HAND = { status: "success", is_by_hand: true, needs_approval: false };
const BY_REPORT = { status: "success", is_by_hand: false, needs_approval: false };
const WAITING = { status: "pending", is_by_hand: false, needs_approval: true };
const REJECTED = { status: "pending", is_by_hand: false, needs_approval: false };

const settle = (by: Member, id: number, body: Record<string, unknown> = {}) =>
  by.agent.post(`/api/staff/deposits/${id}/settle`, { evidence: EVIDENCE, ...body });
const decide = (by: Member, id: number, body: Record<string, unknown>) =>
  by.agent.post(`/api/staff/deposits/${id}/settle/decide`, { decision: "approve", ...body });
const read = (id: number) => readStaffDeposit(staff.agent, id);
const listWaiting = async () =>
  (await staff.agent.get("/api/staff/deposits?state=approval"))
    .as(staffDepositsResponseSchema)
    .payload.map(({ id, needs_approval }) => [id, needs_approval]);
const countWaiting = async () =>
  (await staff.agent.get("/api/staff/overview"))
    .as(overviewResponseSchema)
    .payload.waiting.find(({ kind }) => kind === "settlements")?.count;
const listActions = async (id: number) => {
  const rows = await test.database<{ actor_id: number; action: string; reason: string }[]>`
    SELECT actor_id, action, reason FROM audit_log WHERE subject_kind = 'deposit'
      AND subject_id = ${String(id)} AND action LIKE 'deposit.settle%' ORDER BY id`;
  return rows.map(({ actor_id, action, reason }) => [actor_id, action, reason]);
};

/** Opens a pending deposit of 10.00, which is above the limit unless a test changes it. */
async function openPending(changes: Record<string, unknown> = {}) {
  const member = await createMember(test);
  return { ...member, deposit: await openDeposit(member.agent, changes) };
}

/** Opens such a deposit, for which `staff` requests a second person's approval. */
async function openRequested(changes: Record<string, unknown> = {}) {
  const opened = await openPending(changes);
  const { id } = opened.deposit;
  expect(outcomeOf(await settle(staff, id))).toEqual(WAITING);
  const request = (await read(id)).settle_request?.id;
  return { ...opened, id, request };
}

describe("settling by hand above the limit", () => {
  it("waits for a second person; at the limit, and without one, a person is enough", async () => {
    const { agent, deposit } = await openPending();
    expect(outcomeOf(await settle(staff, deposit.id))).toEqual(WAITING);
    expect(await balanceOf(agent)).toBe(0);
    expect(await listWaiting()).toEqual([[deposit.id, true]]);
    expect(await countWaiting()).toBe(1);
    const { status, needs_approval, settle_request, timeline } = await read(deposit.id);
    expect([status, needs_approval]).toEqual(["pending", true]);
    expect(settle_request).toMatchObject({
      evidence: EVIDENCE,
      requested_by: { id: staff.id, email: staff.email },
    });
    expect(timeline).toContainEqual(
      expect.objectContaining({
        ...{ kind: "settlement_requested", state: null },
        ...{ note: EVIDENCE, actor: staff.email },
      }),
    );
    for (const limit of [1_000, null]) {
      await setBalanceLimit(test.database, limit);
      const other = await openPending();
      expect(outcomeOf(await settle(staff, other.deposit.id))).toEqual(BY_HAND);
      expect(await balanceOf(other.agent)).toBe(1_000);
    }
    const body = { request: settle_request?.id, decision: "reject" };
    expect(outcomeOf(await decide(staff, deposit.id, body))).toEqual(REJECTED);
  });

  it("counts what is credited, in the shop's currency", async () => {
    await setBalanceLimit(test.database, 1_500);
    await test.database`UPDATE settings SET eur_rate_basis_points = 20000`;
    const { deposit } = await openPending();
    await test.database`UPDATE settings SET eur_rate_basis_points = DEFAULT`;
    expect(outcomeOf(await settle(staff, deposit.id))).toEqual(WAITING);
  });

  it("is requested once, out of many at once, by one of two people", async () => {
    const { agent, deposit } = await openPending();
    const askers = [staff, colleague, staff, colleague, staff, colleague];
    const responses = await Promise.all(askers.map((by) => settle(by, deposit.id)));
    const { settle_request } = await read(deposit.id);
    const isFirst = (by: Member) => by.email === settle_request?.requested_by.email;
    for (const [index, response] of responses.entries()) {
      if (isFirst(askers[index] ?? staff)) expect(outcomeOf(response)).toEqual(WAITING);
      else expect(response.rejection).toEqual(CHANGED);
    }
    expect(await balanceOf(agent)).toBe(0);
    expect(await listActions(deposit.id)).toHaveLength(1);
    const by = isFirst(staff) ? staff : colleague;
    expect((await settle(by, deposit.id, { evidence: "Another" })).rejection).toEqual(CHANGED);
  });

  it("is approved by somebody else, once, however often it is sent", async () => {
    const { agent, id, request } = await openRequested();
    expect((await decide(staff, id, { request })).rejection).toEqual(FORBIDDEN);
    const third = await createStaff(test);
    const responses = await Promise.all([
      decide(colleague, id, { request }),
      decide(colleague, id, { request }),
    ]);
    expect(responses.map(outcomeOf)).toEqual([BY_HAND, BY_HAND]);
    expect(outcomeOf(await decide(colleague, id, { request }))).toEqual(BY_HAND);
    for (const decision of ["approve", "reject"]) {
      expect((await decide(third, id, { request, decision })).rejection).toEqual(CHANGED);
    }
    expect((await decide(colleague, id, { request, decision: "reject" })).rejection).toEqual(
      CHANGED,
    );
    expect(await balanceOf(agent)).toBe(1_000);
    expect(await listActions(id)).toEqual([
      [staff.id, "deposit.settle_request", EVIDENCE],
      [colleague.id, "deposit.settle_approve", EVIDENCE],
    ]);
    const { status, needs_approval, settle_request, timeline } = await read(id);
    expect([status, needs_approval, settle_request]).toEqual(["success", false, null]);
    expect(timeline).toContainEqual(
      expect.objectContaining({
        ...{ kind: "settled_by_hand", state: "pending" },
        ...{ note: EVIDENCE, actor: colleague.email },
      }),
    );
  });

  it("of two people who decide at once does what one of them decided", async () => {
    const { agent, id, request } = await openRequested();
    const third = await createStaff(test);
    const responses = await Promise.all([
      decide(colleague, id, { request }),
      decide(third, id, { request, decision: "reject" }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const isApproved = responses[0].status === 200;
    expect(await balanceOf(agent)).toBe(isApproved ? 1_000 : 0);
  });

  it("is approved by one of two people at once: the other's approval did not do it", async () => {
    const third = await createStaff(test);
    for (let times = 0; times < 5; times++) {
      const { agent, id, request } = await openRequested();
      const responses = await Promise.all(
        [colleague, third].map((by) => decide(by, id, { request })),
      );
      const [approved, late] = responses.toSorted((one, other) => one.status - other.status);
      expect(approved && outcomeOf(approved)).toEqual(BY_HAND);
      expect(late?.rejection).toEqual(CHANGED);
      expect(await balanceOf(agent)).toBe(1_000);
    }
  });

  it("is settled by its requester once the limit is gone", async () => {
    const { agent, id } = await openRequested();
    await setBalanceLimit(test.database, null);
    expect(outcomeOf(await settle(staff, id))).toEqual(BY_HAND);
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await read(id)).settle_request).toBeNull();
    expect(await listActions(id)).toEqual([
      [staff.id, "deposit.settle_request", EVIDENCE],
      [staff.id, "deposit.settle", EVIDENCE],
    ]);
  });

  it("is not said to be reported when its requester settles it during an approval", async () => {
    const { id, request } = await openRequested();
    const sandbox = providerOf(test);
    const { fetchReport } = sandbox;
    sandbox.fetchReport = async (...given: Parameters<typeof fetchReport>) => {
      sandbox.fetchReport = fetchReport;
      await setBalanceLimit(test.database, null);
      expect(outcomeOf(await settle(staff, id))).toEqual(BY_HAND);
      return fetchReport(...given);
    };
    expect((await decide(colleague, id, { request })).rejection).toEqual(CHANGED);
  });

  it("that was rejected is said to be credited once it is", async () => {
    const { id, request, deposit } = await openRequested();
    const reject = async () =>
      outcomeOf(await decide(colleague, id, { request, decision: "reject" }));
    expect(await reject()).toEqual(REJECTED);
    await sendReport(test, { ref: deposit.ref });
    expect(await reject()).toEqual({ ...REJECTED, status: "success" });
  });

  it("may be taken back by whom it is from, and requested again", async () => {
    const { agent, id, request } = await openRequested();
    const reject = { request, decision: "reject" };
    const responses = await Promise.all([decide(staff, id, reject), decide(staff, id, reject)]);
    expect(responses.map(outcomeOf)).toEqual([REJECTED, REJECTED]);
    expect(await listWaiting()).not.toContainEqual([id, true]);
    expect((await decide(colleague, id, { request })).rejection).toEqual(CHANGED);
    expect((await read(id)).timeline).toContainEqual(
      expect.objectContaining({ kind: "settlement_rejected", actor: staff.email }),
    );
    expect(outcomeOf(await settle(colleague, id))).toEqual(WAITING);
    const again = (await read(id)).settle_request?.id;
    expect(outcomeOf(await decide(staff, id, { request: again }))).toEqual(BY_HAND);
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await listActions(id)).map(([by, action]) => [by, action])).toEqual([
      [staff.id, "deposit.settle_request"],
      [staff.id, "deposit.settle_reject"],
      [colleague.id, "deposit.settle_request"],
      [staff.id, "deposit.settle_approve"],
    ]);
  });

  it("buys what the deposit was made for once it is approved", async () => {
    const product = await createProduct(test, { priceCents: 790 });
    const purchase = { prompt_id: product.id, expected_price: "7.90", buy: true };
    const { agent, id, request } = await openRequested({ purchase });
    expect((await decide(colleague, id, { request })).status).toBe(200);
    expect(await balanceOf(agent)).toBe(210);
  });

  it("is decided with the right, at its own deposit, by nobody whose deposit it is", async () => {
    const owner = await createMember(test);
    const { id } = await openDeposit(owner.agent);
    await test.database`
      UPDATE users SET role = 'staff', staff_role = 'finance' WHERE id = ${owner.id}`;
    expect((await settle(owner, id)).rejection).toEqual(FORBIDDEN);
    expect(outcomeOf(await settle(staff, id))).toEqual(WAITING);
    const request = (await read(id)).settle_request?.id;
    for (const decision of ["approve", "reject"]) {
      expect((await decide(owner, id, { request, decision })).rejection).toEqual(FORBIDDEN);
    }
    const reviewer = await createMember(test, { role: "staff", staffRole: "reviewer" });
    expect((await decide(reviewer, id, { request })).status).toBe(404);
    const other = await openPending();
    expect((await decide(colleague, other.deposit.id, { request })).rejection).toEqual(CHANGED);
    expect((await decide(colleague, 999_999_999, { request })).status).toBe(404);
    expect((await decide(colleague, id, { request: "x" })).status).toBe(422);
    expect((await read(id)).settle_request?.id).toBe(request);
  });
});

describe("a settlement that waits for approval", () => {
  it("stays as it was requested and decided, but for its evidence", async () => {
    const { id, request } = await openRequested();
    const change = (to: string) =>
      test.database.unsafe(`UPDATE credit_requests SET ${to} WHERE id = ${request}`);
    const stays = /stays as it was decided/;
    await expect(change("requested_by = requested_by + 1")).rejects.toThrow(stays);
    await expect(change("evidence = 'Another'")).rejects.toThrow(stays);
    expect((await decide(staff, id, { request, decision: "reject" })).status).toBe(200);
    await expect(change("decision = NULL, decided_by = NULL, decided_at = NULL")).rejects.toThrow(
      stays,
    );
    await expect(
      test.database`DELETE FROM credit_requests WHERE deposit_id = ${id}`,
    ).rejects.toThrow(stays);
    await change("evidence = ''");
  });

  it("ends when the provider reports the payment", async () => {
    const { agent, id, request, deposit } = await openRequested();
    await sendReport(test, { ref: deposit.ref });
    expect(await balanceOf(agent)).toBe(1_000);
    const { needs_approval, settle_request } = await read(id);
    expect([needs_approval, settle_request]).toEqual([false, null]);
    expect(await listWaiting()).not.toContainEqual([id, true]);
    for (const decision of ["approve", "reject"]) {
      expect((await decide(colleague, id, { request, decision })).rejection).toEqual(CHANGED);
    }
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("gives way to the provider, which is asked again when it is approved", async () => {
    const { agent, id, request, deposit } = await openRequested();
    await test.database`
      UPDATE sandbox_payments SET status = 'paid', reported_at = now() WHERE ref = ${deposit.ref}`;
    expect(outcomeOf(await decide(colleague, id, { request }))).toEqual(BY_REPORT);
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await read(id)).timeline.map(({ kind }) => kind)).not.toContain("settled_by_hand");
  });

  it("is approved in the review that was seen", async () => {
    const { agent, id, request, deposit } = await openRequested();
    await sendReport(test, { ref: deposit.ref, amountCents: 900 });
    expect((await decide(colleague, id, { request, review: "" })).rejection).toEqual(CHANGED);
    const { review } = await read(id);
    expect(outcomeOf(await decide(colleague, id, { request, review }))).toEqual(BY_HAND);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("ends with its deposit, and its evidence with the account", async () => {
    const { agent, password, id, request, deposit } = await openRequested();
    await sendReport(test, { ref: deposit.ref, amountCents: 900 });
    const { review } = await read(id);
    const end = { evidence: "Refunded there", review };
    expect((await staff.agent.post(`/api/staff/deposits/${id}/end`, end)).status).toBe(200);
    expect((await decide(colleague, id, { request })).rejection).toEqual(CHANGED);
    expect(await balanceOf(agent)).toBe(0);
    expect((await read(id)).settle_request).toBeNull();
    expect((await agent.request("DELETE", "/api/user/delete", { password })).status).toBe(200);
    const rows = await test.database`
      SELECT evidence, decision FROM credit_requests WHERE deposit_id = ${id}`;
    expect([...rows]).toEqual([{ evidence: "", decision: null }]);
  });
});
