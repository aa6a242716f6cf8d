import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { suspenseResponseSchema } from "#api/contract/refunds.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import { readStaffDeposit } from "#tests/setup/api/reads.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import { createShop } from "#tests/setup/money/refunds.ts";
import { balanceOf, lastDepositOf, openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";

// A payment of a wrong amount: refunded at the provider, then its deposit is ended as failed.

let test: TestApi;
let staff: Member;
let colleague: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
  colleague = await createStaff(test);
});
afterAll(() => test.close());
afterEach(async () => expect(await listViolations(test.database)).toEqual([]));

const REVIEW = "paid 9.00 EUR instead of 10.00 EUR";
const EVIDENCE = "Refunded at the provider, re_1";
const CHANGED = [409, "deposit_changed"];
const read = (id: number) => readStaffDeposit(staff.agent, id);

function end(id: number, body: Record<string, unknown> = {}, by = staff) {
  const given = { evidence: EVIDENCE, review: REVIEW, ...body };
  return by.agent.post(`/api/staff/deposits/${id}/end`, given);
}

/** Opens a deposit of 10.00 for which 9.00 were paid. */
async function openUnderpaid() {
  const member = await createMember(test);
  const deposit = await openDeposit(member.agent);
  await sendReport(test, { ref: deposit.ref, amountCents: 900 });
  expect(await read(deposit.id)).toMatchObject({ status: "pending", review: REVIEW });
  return { ...member, deposit };
}

async function isUnclear(depositId: number): Promise<boolean> {
  const { payload } = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
  return payload.deposits.some(({ id }) => id === depositId);
}

const mailsTo = (email: string) => queuedMailsTo(test, email);

describe("a pending deposit that another amount was paid for", () => {
  it("is ended as failed: nothing is posted, its payer gets a mail and may leave", async () => {
    const { agent, email, password, deposit } = await openUnderpaid();
    const leave = () => agent.request("DELETE", "/api/user/delete", { password });
    expect((await leave()).rejection).toEqual([422, "deposit_pending"]);
    expect((await end(deposit.id)).status).toBe(200);
    expect(await balanceOf(agent)).toBe(0);
    expect(await lastDepositOf(agent)).toMatchObject({
      status: "failed",
      error_code: "payment_failed",
    });
    expect(await isUnclear(deposit.id)).toBe(false);
    const { timeline, review } = await read(deposit.id);
    expect(review).toBeNull();
    expect(timeline.filter(({ kind }) => kind === "posted")).toEqual([]);
    expect(timeline).toContainEqual(
      expect.objectContaining({
        ...{ kind: "ended_by_hand", state: "pending", actor: staff.email },
        note: `${REVIEW} · ${EVIDENCE}`,
      }),
    );
    const [mail] = (await mailsTo(email)).filter(({ subject }) => subject.includes("failed"));
    expect(mail?.text).toContain("did not match");
    expect((await leave()).status).toBe(200);
  });

  it("is ended once, by one of two people, with an entry in the log", async () => {
    const { email, deposit } = await openUnderpaid();
    const responses = await Promise.all([
      end(deposit.id),
      end(deposit.id, {}, colleague),
      end(deposit.id),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await end(deposit.id)).rejection).toEqual(CHANGED);
    const audited = await test.database`
      SELECT before, after, reason FROM audit_log
      WHERE action = 'deposit.end' AND subject_id = ${String(deposit.id)}`;
    expect([...audited]).toEqual([
      {
        before: { status: "pending", review: REVIEW, providerSaid: "pending" },
        after: { status: "failed" },
        reason: EVIDENCE,
      },
    ]);
    const failed = (await mailsTo(email)).filter(({ subject }) => subject.includes("failed"));
    expect(failed).toHaveLength(1);
  });

  it("is neither ended nor settled for another review than the one seen", async () => {
    const { agent, deposit } = await openUnderpaid();
    const settle = (review: string) =>
      staff.agent.post(`/api/staff/deposits/${deposit.id}/settle`, { evidence: EVIDENCE, review });
    await sendReport(test, { ref: deposit.ref, amountCents: 900, currency: "USD" });
    expect((await end(deposit.id)).rejection).toEqual(CHANGED);
    for (const review of [REVIEW, ""]) expect((await settle(review)).rejection).toEqual(CHANGED);
    const plain = await openDeposit(agent);
    for (const review of ["", REVIEW]) {
      expect((await end(plain.id, { review })).rejection).toEqual(CHANGED);
    }
    expect((await read(deposit.id)).status).toBe("pending");
    expect(await balanceOf(agent)).toBe(0);
    expect((await settle("paid 9.00 USD instead of 10.00 EUR")).status).toBe(200);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("is not credited by a page from before the provider reported another amount", async () => {
    const { agent } = await createMember(test);
    const { id, ref } = await openDeposit(agent);
    await test.database`
      UPDATE sandbox_payments SET status = 'paid', amount_cents = 900 WHERE ref = ${ref}`;
    const given = { evidence: EVIDENCE, review: "" };
    const settled = await staff.agent.post(`/api/staff/deposits/${id}/settle`, given);
    expect(settled.rejection).toEqual(CHANGED);
    expect(await balanceOf(agent)).toBe(0);
    expect((await read(id)).review).toBe(REVIEW);
    expect((await end(id)).status).toBe(200);
  });

  it("is credited instead if its provider, asked first, reports the right payment", async () => {
    const { agent, deposit } = await openUnderpaid();
    await test.database`
      UPDATE sandbox_payments SET status = 'paid', reported_at = now() WHERE ref = ${deposit.ref}`;
    expect((await end(deposit.id)).rejection).toEqual(CHANGED);
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await read(deposit.id)).review).toBeNull();
  });

  it("is ended also while its provider does not respond", async () => {
    const { deposit } = await openUnderpaid();
    const sandbox = providerOf(test);
    const { fetchReport } = sandbox;
    sandbox.fetchReport = async () => {
      throw new Error("no response");
    };
    expect((await end(deposit.id)).status).toBe(200);
    sandbox.fetchReport = fetchReport;
    expect((await read(deposit.id)).timeline).toContainEqual(
      expect.objectContaining({ kind: "ended_by_hand", state: "unreachable" }),
    );
  });

  it("needs evidence, the right and another person's deposit", async () => {
    const { id, deposit } = await openUnderpaid();
    expect((await end(deposit.id, { evidence: " " })).status).toBe(422);
    const reviewer = await createStaff(test);
    await test.database`UPDATE users SET staff_role = 'reviewer' WHERE id = ${reviewer.id}`;
    expect((await end(deposit.id, {}, reviewer)).status).toBe(404);
    await test.database`UPDATE deposits SET user_id = ${colleague.id} WHERE id = ${deposit.id}`;
    expect((await end(deposit.id, {}, colleague)).rejection).toEqual([403, "forbidden"]);
    await test.database`UPDATE deposits SET user_id = ${id} WHERE id = ${deposit.id}`;
    expect((await end(999_999_999)).rejection).toEqual([404, "deposit_not_found"]);
    expect((await read(deposit.id)).status).toBe("pending");
  });
});

describe("a deposit that was ended by hand", () => {
  it("is credited once if its provider reports the right payment after all", async () => {
    const { agent, email, deposit } = await openUnderpaid();
    await end(deposit.id);
    await Promise.all([1, 2, 3].map(() => sendReport(test, { ref: deposit.ref })));
    expect(await balanceOf(agent)).toBe(1_000);
    expect(await lastDepositOf(agent)).toMatchObject({ status: "success", error_message: null });
    expect((await mailsTo(email)).filter(({ text }) => text.includes("receipt"))).toHaveLength(1);
  });

  it("is an unresolved payment if the right payment comes once its payer has left", async () => {
    const { agent, password, deposit } = await openUnderpaid();
    await end(deposit.id);
    expect((await agent.request("DELETE", "/api/user/delete", { password })).status).toBe(200);
    await sendReport(test, { ref: deposit.ref });
    expect(await read(deposit.id)).toMatchObject({
      status: "success",
      review: "paid after the account was deleted",
    });
    expect(await isUnclear(deposit.id)).toBe(true);
  });

  it("stays ended when the same is reported again, and is reviewed for anything else", async () => {
    const { agent, deposit } = await openUnderpaid();
    await end(deposit.id);
    await sendReport(test, { ref: deposit.ref, amountCents: 900 });
    expect(await read(deposit.id)).toMatchObject({ status: "failed", review: null });
    await sendReport(test, { ref: deposit.ref, amountCents: 800 });
    expect(await read(deposit.id)).toMatchObject({
      status: "failed",
      review: "paid 8.00 EUR instead of 10.00 EUR",
    });
    expect(await isUnclear(deposit.id)).toBe(true);
    expect(await balanceOf(agent)).toBe(0);
  });
});
