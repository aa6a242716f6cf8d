import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { disputesResponseSchema, suspenseResponseSchema } from "#api/contract/refunds.ts";
import {
  settledDepositResponseSchema,
  staffDepositsResponseSchema,
} from "#api/contract/staff/deposits.ts";
import { refundPlanResponseSchema } from "#api/contract/staff/orders.ts";
import { SUSPENSE_SHOWN } from "#api/refunds/desk/staff-refunds.service.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import { readStaffDeposit } from "#tests/setup/api/reads.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  buy,
  createPayer,
  createShop,
  playSandbox,
  refundDeposit,
  refundsOf,
} from "#tests/setup/money/refunds.ts";
import { balanceOf, openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
let colleague: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
  colleague = await createStaff(test);
});
afterAll(() => test.close());
afterEach(async () => expect(await listViolations(test.database)).toEqual([]));

const idsOf = async (query: string) =>
  (await staff.agent.get(`/api/staff/deposits?${query}`))
    .as(staffDepositsResponseSchema)
    .payload.map(({ id }) => id);
const read = (id: number) => readStaffDeposit(staff.agent, id);
const settle = (by: Member, id: number, evidence = "Statement 7, line 2") =>
  by.agent.post(`/api/staff/deposits/${id}/settle`, { evidence });

async function openPending() {
  const member = await createMember(test);
  return { ...member, deposit: await openDeposit(member.agent) };
}

describe("the staff's search of deposits", () => {
  it("finds by number, address and the provider's reference, and filters by state", async () => {
    const payer = await createPayer(test);
    const { id, ref } = payer.deposit;
    const pending = await openDeposit(payer.agent);
    for (const text of [`#${id}`, ref]) {
      expect([text, await idsOf(`q=${encodeURIComponent(text)}`)]).toEqual([text, [id]]);
    }
    const q = `q=${encodeURIComponent(payer.email)}`;
    expect(await idsOf(q)).toEqual([pending.id, id]);
    expect(await idsOf(`${q}&state=pending`)).toEqual([pending.id]);
    expect(await idsOf(`${q}&state=review`)).toEqual([]);
  });

  it("plans to refund what is left on the balance of it, and no more", async () => {
    const { agent, deposit } = await createPayer(test);
    await buy(test, agent);
    const path = `/api/staff/deposits/${deposit.id}/refund-plan`;
    const plan = (await staff.agent.get(path)).as(refundPlanResponseSchema).payload;
    expect(plan).toMatchObject({ amount: "6.00", left: "6.00", closes: false });
    expect((await staff.agent.get(`${path}?amount=6.01`)).status).toBe(422);
  });

  it("plans to refund all of one whose account is deleted", async () => {
    const { agent, deposit, password } = await createPayer(test);
    await agent.delete("/api/user/delete", { password, forfeit_balance: true });
    const path = `/api/staff/deposits/${deposit.id}/refund-plan`;
    const plan = (await staff.agent.get(path)).as(refundPlanResponseSchema).payload;
    expect(plan).toEqual({
      amount: "10.00",
      left: "10.00",
      closes: true,
      to_wallet: "0.00",
      to_debt: "0.00",
      sources: [
        {
          deposit_id: deposit.id,
          provider: "sandbox",
          amount: "10.00",
          money: "10.00",
          currency: "EUR",
        },
      ],
    });
  });

  it("plans no refund that would be rejected", async () => {
    const { agent, deposit } = await createPayer(test);
    const codeOf = async (id: number, query = "") =>
      (await staff.agent.get(`/api/staff/deposits/${id}/refund-plan${query}`)).error.code;
    expect(await codeOf(999_999_999)).toBe("deposit_not_found");
    expect(await codeOf((await openDeposit(agent)).id)).toBe("refund_impossible");
    const other = await createPayer(test);
    await playSandbox(other.agent, other.deposit.token, "dispute");
    expect(await codeOf(other.deposit.id)).toBe("deposit_disputed");
    await refundDeposit(staff, deposit.id);
    for (const query of ["", "?amount=0.01"]) {
      expect(await codeOf(deposit.id, query)).toBe("refund_impossible");
    }
    await test.database`UPDATE settings SET eur_rate_basis_points = 1000000`;
    const { deposit: cheap } = await createPayer(test, 100);
    await test.database`UPDATE settings SET eur_rate_basis_points = DEFAULT`;
    expect(await codeOf(cheap.id, "?amount=0.01")).toBe("refund_impossible");
    const rejected = await refundDeposit(staff, cheap.id, { amount: "0.01" });
    expect(rejected.error.code).toBe("refund_impossible");
  });

  it("shows reports, postings, documents, mails and refunds of one", async () => {
    const { deposit } = await createPayer(test);
    const plan = await staff.agent.get(`/api/staff/deposits/${deposit.id}/refund-plan?amount=4.00`);
    const [source] = plan.as(refundPlanResponseSchema).payload.sources;
    const [made] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    expect(made?.money).toBe(source?.money);
    const { timeline, refunded } = await read(deposit.id);
    expect(refunded).toBe("4.00");
    expect(new Set(timeline.map(({ kind }) => kind))).toEqual(
      new Set(["opened", "report", "posted", "document", "mail", "refund"]),
    );
    const posted = timeline.filter(({ kind }) => kind === "posted");
    expect(posted.map(({ state, accounts }) => ({ state, accounts }))).toEqual([
      { state: "deposit", accounts: { from: "provider_clearing", to: "wallet" } },
      { state: "refund", accounts: { from: "wallet", to: "provider_clearing" } },
    ]);
  });
});

describe("settling a deposit by hand", () => {
  it("credits it once, out of many at once and whatever is reported later", async () => {
    const { agent, deposit } = await openPending();
    const settlers = [staff, colleague, staff, colleague, staff, colleague];
    const responses = await Promise.all([
      ...settlers.map((by) => settle(by, deposit.id)),
      sendReport(test, { ref: deposit.ref }),
    ]);
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(responses.every(({ status }) => [200, 409].includes(status))).toBe(true);
    await sendReport(test, { ref: deposit.ref });
    await sendReport(test, { ref: deposit.ref, outcome: "failed" });
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await settle(staff, deposit.id)).error.code).toBe("deposit_changed");
  });

  it("by two people at once is one person's decision: nothing was reported", async () => {
    const other = await createStaff(test);
    for (let times = 0; times < 5; times++) {
      const { deposit } = await openPending();
      const responses = await Promise.all([staff, other].map((by) => settle(by, deposit.id)));
      const [settled, late] = responses.toSorted((one, two) => one.status - two.status);
      expect(settled?.as(settledDepositResponseSchema).payload.is_by_hand).toBe(true);
      expect(late?.error.code).toBe("deposit_changed");
    }
  });

  it("is recorded with the evidence and what the provider said", async () => {
    const { agent, deposit } = await openPending();
    const { payload } = (await settle(staff, deposit.id)).as(settledDepositResponseSchema);
    expect(payload).toEqual({ status: "success", is_by_hand: true, needs_approval: false });
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await read(deposit.id)).timeline).toContainEqual(
      expect.objectContaining({
        kind: "settled_by_hand",
        note: "Statement 7, line 2",
        actor: staff.email,
        state: "pending",
      }),
    );
  });

  it("keeps in the log what the provider said about it", async () => {
    const said = async (prepare: (deposit: { id: number; ref: string }) => Promise<unknown>) => {
      const { deposit } = await openPending();
      await prepare(deposit);
      expect((await settle(staff, deposit.id)).status).toBe(200);
      const [audited] = await test.database`
        SELECT before, after, reason FROM audit_log WHERE action = 'deposit.settle'
          AND subject_kind = 'deposit' AND subject_id = ${String(deposit.id)}`;
      expect(audited).toMatchObject({
        after: { status: "success" },
        reason: "Statement 7, line 2",
      });
      expect(audited?.before).toMatchObject({ status: "pending" });
      return audited?.before.providerSaid;
    };
    const sandbox = providerOf(test);
    const { fetchReport } = sandbox;
    expect(await said(async () => {})).toBe("pending");
    expect(
      await said(
        ({ ref }) => test.database`
          UPDATE sandbox_payments SET status = 'paid', amount_cents = 999 WHERE ref = ${ref}`,
      ),
    ).toBe("different");
    expect(
      await said(
        ({ id, ref }) => test.database`
          UPDATE deposits SET provider_ref = NULL WHERE id = ${id} AND provider_ref = ${ref}`,
      ),
    ).toBe("pending");
    expect(
      await said(({ ref }) => test.database`DELETE FROM sandbox_payments WHERE ref = ${ref}`),
    ).toBe("unknown");
    sandbox.fetchReport = async () => {
      throw new Error("no response");
    };
    expect(await said(async () => {})).toBe("unreachable");
    sandbox.fetchReport = fetchReport;
    expect(
      await said(({ id }) => test.database`UPDATE deposits SET provider = 'gone' WHERE id = ${id}`),
    ).toBe("unreachable");
  });

  it("buys what the deposit was made for", async () => {
    const { agent } = await createMember(test);
    const product = await createProduct(test, { priceCents: 790 });
    const purchase = { prompt_id: product.id, expected_price: "7.90", buy: true };
    const { id } = await openDeposit(agent, { purchase });
    expect((await settle(staff, id)).status).toBe(200);
    const orders = await test.database`SELECT 1 FROM orders WHERE product_id = ${product.id}`;
    expect(orders).toHaveLength(1);
    expect(await balanceOf(agent)).toBe(210);
  });

  it("does what the provider reports instead, when it is asked", async () => {
    const { agent, deposit } = await openPending();
    await test.database`
      UPDATE sandbox_payments SET status = 'paid', reported_at = now() WHERE ref = ${deposit.ref}`;
    const { payload } = (await settle(staff, deposit.id)).as(settledDepositResponseSchema);
    expect(payload).toEqual({ status: "success", is_by_hand: false, needs_approval: false });
    expect(await balanceOf(agent)).toBe(1_000);
    const failed = await openPending();
    await playSandbox(failed.agent, failed.deposit.token, "decline");
    expect((await settle(staff, failed.deposit.id)).error.code).toBe("deposit_changed");
    expect(await balanceOf(failed.agent)).toBe(0);
    const unheard = await openPending();
    await test.database`
      UPDATE sandbox_payments SET status = 'failed', reported_at = now()
      WHERE ref = ${unheard.deposit.ref}`;
    expect((await settle(staff, unheard.deposit.id)).error.code).toBe("deposit_changed");
    expect(await balanceOf(unheard.agent)).toBe(0);
    expect((await settle(staff, 999_999_999)).error.code).toBe("deposit_not_found");
  });

  it("needs evidence, and the right", async () => {
    const { deposit } = await openPending();
    expect((await settle(staff, deposit.id, " ")).status).toBe(422);
    const reviewer = await createStaff(test);
    await test.database`UPDATE users SET staff_role = 'reviewer' WHERE id = ${reviewer.id}`;
    expect((await settle(reviewer, deposit.id)).status).toBe(404);
    expect((await read(deposit.id)).status).toBe("pending");
  });
});

describe("a report that matches nothing", () => {
  const reportOf = async (ref: string) => {
    const { payload } = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
    return payload.reports.find(({ report }) => report.providerRef === ref)?.id;
  };
  const assign = (by: Member, reportId: unknown, depositId: number) =>
    by.agent.post(`/api/staff/suspense/reports/${reportId}/assign`, {
      deposit_id: `#${depositId}`,
      note: "The payer showed the receipt",
    });
  const openLost = async () => {
    const pending = await openPending();
    await test.database`
      UPDATE deposits SET provider_ref = NULL WHERE id = ${pending.deposit.id}`;
    return pending;
  };

  it("is counted even where the list ends before it", async () => {
    const before = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
    await test.database`
      INSERT INTO unmatched_reports (provider, event_id, report, received_at, retry_at)
      SELECT 'sandbox', 'counted ' || n, '{}', now(), now() + interval '1 day'
      FROM generate_series(1, ${SUSPENSE_SHOWN + 7}) AS n`;
    const { payload } = (await staff.agent.get("/api/staff/suspense")).as(suspenseResponseSchema);
    expect(payload.reports).toHaveLength(SUSPENSE_SHOWN);
    expect(payload.counts).toEqual({
      deposits: before.payload.deposits.length,
      reports: before.payload.reports.length + SUSPENSE_SHOWN + 7,
      refunds: before.payload.counts?.refunds,
    });
    await test.database`DELETE FROM unmatched_reports WHERE event_id LIKE 'counted %'`;
  });

  it("is assigned to one deposit, once, also by two people at once", async () => {
    const [one, two] = [await openLost(), await openLost()];
    const ref = `lost_${randomUUID()}`;
    await sendReport(test, { ref });
    const reportId = await reportOf(ref);
    const responses = await Promise.all([
      assign(staff, reportId, one.deposit.id),
      assign(colleague, reportId, two.deposit.id),
      assign(staff, reportId, one.deposit.id),
    ]);
    expect(responses.some(({ status }) => status === 200)).toBe(true);
    const balances = [await balanceOf(one.agent), await balanceOf(two.agent)];
    expect(balances.toSorted()).toEqual([0, 1_000]);
    expect(await reportOf(ref)).toBeUndefined();
    const audited = await test.database`
      SELECT before, after, reason FROM audit_log
      WHERE action = 'payment_report.assign' AND subject_kind = 'payment_report' AND subject_id = ${String(reportId)}`;
    const depositId = balances[0] === 1_000 ? one.deposit.id : two.deposit.id;
    expect([...audited]).toEqual([
      {
        before: { status: expect.stringMatching(/^(pending|success)$/) },
        after: { depositId, status: "success" },
        reason: "The payer showed the receipt",
      },
    ]);
    expect((await assign(staff, reportId, one.deposit.id)).status).toBe(404);
  });

  it("is not assigned to a deposit that another payment paid", async () => {
    const { agent, deposit } = await createPayer(test);
    const ref = `lost_${randomUUID()}`;
    await sendReport(test, { ref });
    const response = await assign(staff, await reportOf(ref), deposit.id);
    expect(response.error.code).toBe("report_not_assignable");
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await assign(staff, await reportOf(ref), 999_999_999)).status).toBe(404);
    const gone = await openLost();
    await test.database`UPDATE deposits SET provider = 'gone' WHERE id = ${gone.deposit.id}`;
    const other = await assign(staff, await reportOf(ref), gone.deposit.id);
    expect(other.error.code).toBe("report_not_assignable");
    expect(providerOf(test).name).toBe("sandbox");
  });
});

describe("a dispute", () => {
  const close = (by: Member, id: unknown, outcome: string) =>
    by.agent.post(`/api/staff/disputes/${id}/close`, { outcome, evidence: "Letter of the bank" });

  it("is closed by one of two people who decide at once, and posted once", async () => {
    const { agent, deposit } = await createPayer(test);
    await playSandbox(agent, deposit.token, "dispute");
    const list = (await staff.agent.get("/api/staff/disputes")).as(disputesResponseSchema);
    const id = list.payload.find(({ deposit_id }) => deposit_id === deposit.id)?.id;
    const [won, lost] = await Promise.all([close(staff, id, "won"), close(colleague, id, "lost")]);
    expect([won.status, lost.status].toSorted()).toEqual([200, 409]);
    expect(await balanceOf(agent)).toBe(won.status === 200 ? 1_000 : 0);
    const again = await close(staff, id, won.status === 200 ? "won" : "lost");
    expect(again.status).toBe(200);
    const entry = (await read(deposit.id)).timeline.find(({ kind }) => kind === "dispute");
    expect(entry?.note).toContain("Letter of the bank");
    expect((await close(staff, id, "open")).status).toBe(422);
  });
});
