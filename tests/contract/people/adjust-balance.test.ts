import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { paymentsResponseSchema } from "#api/contract/payments.ts";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import {
  balanceAdjustmentResponseSchema,
  peopleResponseSchema,
  personResponseSchema,
} from "#api/contract/staff/people.ts";
import { people } from "#api/people/people.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import type { Member } from "#tests/setup/records/offers.ts";
import { setBalanceLimit } from "#tests/setup/records/settings.ts";

let test: TestApi;
let owner: Member;
let finance: Member;
let person: Member;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 10 });
  owner = await createMember(test, { role: "staff" });
  finance = await createMember(test, { role: "staff", staffRole: "finance" });
});
afterAll(() => test.close());
beforeEach(async () => {
  person = await createMember(test);
  await giveCredits(test.database, person.id, 1_000);
});
afterEach(async () => expect(await listViolations(test.database)).toEqual([]));

const adjust = (by: Member, body: Record<string, unknown> = {}, id = person.id) =>
  by.agent.post(`/api/staff/people/${id}/balance`, {
    operation_id: randomUUID(),
    direction: "add",
    amount: "5.00",
    reason: "A download came late",
    ...body,
  });
const decide = (by: Member, request: unknown, decision = "approve") =>
  by.agent.post(`/api/staff/people/${person.id}/balance/decide`, { request, decision });
const view = async () =>
  (await owner.agent.get(`/api/staff/people/${person.id}`)).as(personResponseSchema).payload;
const history = async () =>
  (await person.agent.get("/api/payment/history")).as(paymentsResponseSchema);
const actions = async () => {
  const rows = await test.database<{ actor_id: number; action: string }[]>`
    SELECT actor_id, action FROM audit_log
    WHERE subject_id = ${String(person.id)} AND action LIKE 'user.balance%' ORDER BY id`;
  return rows.map(({ actor_id, action }) => [actor_id, action]);
};
const errorOf = async (response: ReturnType<typeof adjust>) => (await response).error;

describe("a correction of a balance", () => {
  it("is posted once with its reason, and its person sees it", async () => {
    const operation_id = randomUUID();
    const sent = await Promise.all([
      adjust(finance, { operation_id }),
      adjust(finance, { operation_id }),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    const { balance, payload } = await history();
    expect(balance).toBe("15.00");
    expect(payload[0]).toMatchObject({ kind: "adjustment", amount: "5.00", balance: "15.00" });
    expect(await actions()).toEqual([[finance.id, "user.balance"]]);
    const somebody = await createMember(test);
    const others = [
      adjust(finance, { operation_id, amount: "6.00" }),
      adjust(finance, { operation_id, reason: "Another download came late" }),
      adjust(finance, { operation_id }, somebody.id),
      adjust(owner, { operation_id }),
    ];
    for (const other of others) expect((await errorOf(other)).code).toBe("operation_conflict");
    expect((await adjust(finance, { direction: "take", amount: "15,00" })).status).toBe(200);
    expect(await history()).toMatchObject({
      balance: "0.00",
      payload: [{ kind: "adjustment", amount: "-15.00" }, {}, {}],
    });
  });

  it("of two people by one operation at the same moment is made for one of them", async () => {
    const somebody = await createMember(test);
    for (let round = 0; round < 5; round += 1) {
      const operation_id = randomUUID();
      const sent = await Promise.all([
        adjust(finance, { operation_id }),
        adjust(finance, { operation_id }, somebody.id),
      ]);
      const [rejected] = sent.filter(({ status }) => status !== 200);
      expect(rejected?.error.code).toBe("operation_conflict");
      expect(sent.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  it("is logged with its amount, what the balance was before, and the reason", async () => {
    const taken = await adjust(finance, { direction: "take", amount: "2.50" });
    expect(taken.as(balanceAdjustmentResponseSchema).payload.amount).toBe("-2.50");
    await adjust(finance, { amount: "1.00" });
    const rows = await test.database`
      SELECT subject_kind, after, reason FROM audit_log
      WHERE subject_id = ${String(person.id)} AND action = 'user.balance' ORDER BY id`;
    const logged = { subject_kind: "user", reason: "A download came late" };
    expect(rows).toEqual([
      { ...logged, after: { amount: "-2.50", balance_before: "10.00" } },
      { ...logged, after: { amount: "1.00", balance_before: "7.50" } },
    ]);
  });

  it("is rejected below zero, without a reason, of oneself, and of nobody", async () => {
    const low = await errorOf(adjust(finance, { direction: "take", amount: "10.01" }));
    const code = { code: "balance_too_low", params: { amount: "10.00" } };
    expect(low.error_codes).toEqual({ amount: [code] });
    for (const amount of ["0", "-5", "1.001"]) {
      const { error_codes } = await errorOf(adjust(finance, { amount }));
      expect(error_codes).toEqual({ amount: [{ code: "amount_invalid" }] });
    }
    expect((await adjust(finance, { reason: " " })).status).toBe(422);
    expect((await adjust(finance, {}, finance.id)).status).toBe(403);
    expect((await adjust(finance, {}, 999_999)).status).toBe(404);
    expect((await history()).balance).toBe("10.00");
  });
});

describe("a correction above the limit", () => {
  beforeEach(() => setBalanceLimit(test.database, 1_000));
  afterEach(() => setBalanceLimit(test.database, null));
  const ask = async (body: Record<string, unknown>) => {
    const { payload } = (await adjust(finance, body)).as(balanceAdjustmentResponseSchema);
    expect(payload.status).toBe("waiting");
    return payload.id;
  };

  it("waits for a second person; of two who approve at once one does", async () => {
    expect((await adjust(finance, { amount: "10.00" })).status).toBe(200);
    const request = await ask({ amount: "10.01" });
    expect((await history()).balance).toBe("20.00");
    expect((await view()).balance_request).toMatchObject({ id: request, amount: "10.01" });
    const found = await owner.agent.get("/api/staff/people?state=balance");
    expect(found.body).toMatchObject({ payload: [{ id: person.id }] });
    expect((await errorOf(adjust(owner))).code).toBe("balance_request_waiting");
    expect((await errorOf(decide(finance, request))).code).toBe("forbidden");
    expect((await decide(owner, 999_999)).status).toBe(404);

    const decisions = await Promise.all([decide(owner, request), decide(owner, request)]);
    expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await history()).balance).toBe("30.01");
    expect((await view()).balance_request).toBe(null);
    expect(await actions()).toEqual([
      [finance.id, "user.balance"],
      [finance.id, "user.balance_request"],
      [owner.id, "user.balance_approve"],
    ]);
  });

  it("counts the balance of the moment of its approval, and can be taken back", async () => {
    await setBalanceLimit(test.database, 500);
    const request = await ask({ direction: "take", amount: "9.00" });
    const product = await createProduct(test, { priceCents: 150 });
    await person.agent.post("/api/purchase/prompt", { prompt_id: product.id, consent: CONSENT });
    const late = await errorOf(decide(owner, request));
    expect([late.code, late.params]).toEqual(["balance_too_low", { amount: "8.50" }]);
    expect((await decide(finance, request, "reject")).status).toBe(200);
    expect((await errorOf(decide(owner, request))).code).toBe("balance_request_decided");
    expect((await history()).balance).toBe("8.50");
    expect(await actions()).toEqual([
      [finance.id, "user.balance_request"],
      [finance.id, "user.balance_reject"],
    ]);
  });

  it("may take all that there is", async () => {
    await setBalanceLimit(test.database, 500);
    const request = await ask({ direction: "take", amount: "10.00" });
    expect((await decide(owner, request)).status).toBe(200);
    expect((await history()).balance).toBe("0.00");
  });

  it("is decided at its own person only", async () => {
    const request = await ask({ amount: "50.00" });
    const somebody = await createMember(test);
    const body = { request, decision: "approve" };
    const elsewhere = owner.agent.post(`/api/staff/people/${somebody.id}/balance/decide`, body);
    expect((await elsewhere).status).toBe(404);
    expect((await view()).balance_request).toMatchObject({ id: request });
  });

  it("is neither approved nor rejected by whom it is about", async () => {
    await test.database`UPDATE users SET role = 'staff', staff_role = 'finance' WHERE id = ${person.id}`;
    const request = await ask({ amount: "50.00" });
    for (const decision of ["approve", "reject"]) {
      expect((await decide(person, request, decision)).status).toBe(403);
    }
    expect((await view()).balance_request).toMatchObject({ id: request });
    expect((await decide(owner, request, "reject")).status).toBe(200);
  });

  it("is rejected, and stays without its reason, when its person's account is deleted", async () => {
    const request = await ask({ amount: "50.00" });
    const waiting = async () => {
      const { waiting: kinds } = (await owner.agent.get("/api/staff/overview")).as(
        overviewResponseSchema,
      ).payload;
      return kinds.find(({ kind }) => kind === "balances")?.count ?? 0;
    };
    const before = await waiting();
    const body = { password: person.password, forfeit_balance: true };
    const deleted = await person.agent.request("DELETE", "/api/user/delete", body);
    expect(deleted.status).toBe(200);
    expect((await decide(owner, request)).status).toBe(404);
    const rows = await test.database`
      SELECT reason, amount_cents, status FROM balance_adjustments WHERE id = ${String(request)}`;
    expect(rows).toEqual([{ reason: "", amount_cents: 5_000, status: "rejected" }]);
    expect(await waiting()).toBe(before - 1);
    const found = await owner.agent.get("/api/staff/people?state=balance");
    const ids = found.as(peopleResponseSchema).payload.map(({ id }) => id);
    expect(ids).not.toContain(person.id);
  });

  it("that an earlier deletion of the account left waiting is rejected by a job", async () => {
    const kept = await createMember(test);
    await adjust(finance, { amount: "50.00" }, kept.id);
    const body = { password: person.password, forfeit_balance: true };
    await person.agent.request("DELETE", "/api/user/delete", body);
    await test.database`
      INSERT INTO balance_adjustments (operation_id, user_id, amount_cents, reason, needs_approval,
        status, requested_by, requested_at)
      VALUES (${randomUUID()}, ${person.id}, 5000, 'Late', true, 'waiting', ${finance.id}, now())`;
    for (const job of people.jobs?.(test.deps) ?? []) await job.run();
    const statusesOf = (userId: number) => test.database`
      SELECT status, reason FROM balance_adjustments WHERE user_id = ${userId}`;
    expect(await statusesOf(person.id)).toEqual([{ status: "rejected", reason: "" }]);
    expect(await statusesOf(kept.id)).toMatchObject([{ status: "waiting" }]);
  });
});
