import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { payoutBatchResponseSchema, staffPayoutsResponseSchema } from "#api/contract/payouts.ts";
import { disputesResponseSchema, suspenseResponseSchema } from "#api/contract/refunds.ts";
import { statementResponseSchema } from "#api/contract/staff/statements.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { ApiResponse } from "#tests/setup/api/api-agent.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { debit, returned, writeCamt } from "#tests/setup/money/camt.ts";
import {
  buy,
  createPayer,
  createShop,
  markRefund,
  playSandbox,
  refundDeposit,
  refundOrder,
  refundsOf,
  statusOfRefund,
} from "#tests/setup/money/refunds.ts";
import { balanceOf, openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import {
  configureDebtor,
  createPayout,
  exportPayouts,
  type Member,
  markPayout,
  referenceOf,
} from "#tests/setup/records/offers.ts";

let test: TestApi;
let colleague: Member;
beforeAll(async () => {
  ({ test, staff: colleague } = await createShop());
  await configureDebtor(test);
});
afterAll(() => test.close());
afterEach(async () => expect(await listViolations(test.database)).toEqual([]));

const FORBIDDEN = [403, "forbidden"];
const employ = (member: { id: number }) =>
  test.database`UPDATE users SET role = 'staff', staff_role = 'finance' WHERE id = ${member.id}`;

/** Creates a staff member with a paid deposit of 10.00. */
async function createOwn() {
  const own = await createPayer(test);
  await employ(own);
  return own;
}

describe("the staff's own money", () => {
  const settle = (by: Member, id: number) =>
    by.agent.post(`/api/staff/deposits/${id}/settle`, { evidence: "Statement 7" });

  it("is not credited by settling one's own deposit", async () => {
    const own = await createOwn();
    const { id } = await openDeposit(own.agent);
    expect((await settle(own, id)).rejection).toEqual(FORBIDDEN);
    expect(await balanceOf(own.agent)).toBe(1_000);
    expect((await settle(colleague, id)).status).toBe(200);
    expect(await balanceOf(own.agent)).toBe(2_000);
  });

  it("is not credited by assigning a report to one's own deposit", async () => {
    const own = await createOwn();
    const { id } = await openDeposit(own.agent);
    await test.database`UPDATE deposits SET provider_ref = NULL WHERE id = ${id}`;
    const ref = `lost_${randomUUID()}`;
    await sendReport(test, { ref });
    const { payload } = (await own.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
    const report = payload.reports.find((one) => one.report.providerRef === ref);
    const assign = (by: Member) =>
      by.agent.post(`/api/staff/suspense/reports/${report?.id}/assign`, {
        deposit_id: String(id),
        note: "The receipt",
      });
    expect((await assign(own)).rejection).toEqual(FORBIDDEN);
    expect(await balanceOf(own.agent)).toBe(1_000);
    expect((await assign(colleague)).status).toBe(200);
    expect(await balanceOf(own.agent)).toBe(2_000);
  });

  it("is not refunded by oneself, neither an order nor a deposit", async () => {
    const own = await createOwn();
    const { orderId } = await buy(test, own.agent, { priceCents: 400 });
    for (const destination of ["wallet", "source"]) {
      expect((await refundOrder(own, orderId, { destination })).rejection).toEqual(FORBIDDEN);
    }
    expect((await refundDeposit(own, own.deposit.id)).rejection).toEqual(FORBIDDEN);
    expect(await balanceOf(own.agent)).toBe(600);
    expect((await refundOrder(colleague, orderId)).status).toBe(200);
    expect((await refundDeposit(colleague, own.deposit.id)).status).toBe(200);
    expect(await balanceOf(own.agent)).toBe(0);
  });

  it("does not come back by marking one's own refund as failed", async () => {
    const own = await createOwn();
    // The sandbox is not queried, so the refund stays requested.
    await test.database`UPDATE deposits SET provider = 'gone' WHERE id = ${own.deposit.id}`;
    const [refund] = refundsOf(await refundDeposit(colleague, own.deposit.id));
    const mark = (by: Member) =>
      markRefund({ test, staff: by }, refund?.id, { state: "failed", evidence: "Bank" });
    expect((await mark(own)).rejection).toEqual(FORBIDDEN);
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("requested");
    expect((await mark(colleague)).status).toBe(200);
    expect(await balanceOf(own.agent)).toBe(1_000);
  });

  it("does not come back by closing one's own dispute", async () => {
    const own = await createOwn();
    await playSandbox(own.agent, own.deposit.token, "dispute");
    const list = (await own.agent.get("/api/staff/disputes")).as(disputesResponseSchema);
    const id = list.payload.find(({ deposit_id }) => deposit_id === own.deposit.id)?.id;
    const close = (by: Member) =>
      by.agent.post(`/api/staff/disputes/${id}/close`, { outcome: "won", evidence: "Letter" });
    expect((await close(own)).rejection).toEqual(FORBIDDEN);
    expect(await balanceOf(own.agent)).toBe(0);
    expect((await close(colleague)).status).toBe(200);
    expect(await balanceOf(own.agent)).toBe(1_000);
  });

  it("is not paid out again by marking one's own payout as returned", async () => {
    const { maker, payoutId } = await createPayout(test, colleague);
    await employ(maker);
    const batch = (await exportPayouts(colleague)).as(payoutBatchResponseSchema).payload;
    const mark = (by: Member, state: string) => markPayout(test, by, payoutId, { state });
    const statusOf = async () =>
      (await test.database`SELECT status FROM payouts WHERE id = ${payoutId}`)[0]?.status;
    expect((await mark(maker, "sent")).status).toBe(200);
    expect((await mark(maker, "returned")).rejection).toEqual(FORBIDDEN);
    const path = `/api/staff/payouts/batches/${batch.id}/mark`;
    const body = { state: "returned", evidence: "Statement 7" };
    expect((await maker.agent.post(path, body)).rejection).toEqual(FORBIDDEN);
    const marksFor = async ({ agent }: Member) =>
      (await agent.get("/api/staff/payouts"))
        .as(staffPayoutsResponseSchema)
        .payload.find(({ id }) => String(id) === String(payoutId))?.marks;
    expect(await marksFor(maker)).toEqual(["settled", "unknown"]);
    expect(await marksFor(colleague)).toEqual(["settled", "returned", "unknown"]);
    expect(await statusOf()).toBe("sent");
    expect((await mark(colleague, "returned")).status).toBe(200);
    expect(await statusOf()).toBe("returned");
  });

  it("is left to a colleague in a bank statement, whose other payouts are marked", async () => {
    const { maker, payoutId: ownId } = await createPayout(test, colleague, "99.50");
    await employ(maker);
    const { payoutId: otherId } = await createPayout(test, colleague, "60.00");
    expect((await exportPayouts(colleague)).status).toBe(200);
    const statuses = async () => {
      const rows = await test.database<{ status: string }[]>`
        SELECT status FROM payouts WHERE id IN (${ownId}, ${otherId}) ORDER BY id`;
      return rows.map(({ status }) => status);
    };
    const [own, other] = [await referenceOf(test, ownId), await referenceOf(test, otherId)];
    const entries = [
      debit(own, 99_50),
      debit(other, 60_00),
      returned(own, 99_50),
      returned(other, 60_00),
    ];
    const form = new FormData();
    form.set("file", new File([writeCamt(entries)], "statement.xml", { type: "text/xml" }));
    const path = "/api/staff/payouts/statements";
    const statementOf = (response: ApiResponse) => response.as(statementResponseSchema).payload;
    const imported = statementOf(await maker.agent.post(path, form));
    const markAll = ({ agent }: Member, sent: number, back: number) =>
      agent.post(`${path}/${imported.id}/mark`, { expected: { sent, returned: back } });
    expect(imported.counts).toEqual({ sent: 2, returned: 1, differs: 1 });
    expect(imported.entries[2]).toMatchObject({ outcome: "differs", why: "own" });
    const read = async ({ agent }: Member) =>
      statementOf(await agent.get(`${path}/${imported.id}`)).counts;
    expect(await read(colleague)).toEqual({ sent: 2, returned: 2 });
    expect((await markAll(maker, 2, 2)).rejection).toEqual([409, "payouts_changed"]);

    const marked = statementOf(await markAll(maker, 2, 1));
    expect(marked.counts).toEqual({ already: 3, differs: 1 });
    expect(await statuses()).toEqual(["sent", "returned"]);
    expect(await read(colleague)).toEqual({ already: 3, returned: 1 });
    expect((await markAll(colleague, 0, 1)).status).toBe(200);
    expect(await statuses()).toEqual(["returned", "returned"]);
    expect(await read(maker)).toEqual({ already: 4 });
  });
});
