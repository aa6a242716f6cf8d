import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anonymizeUser } from "#api/accounts/profile.queries.ts";
import { payoutBatchResponseSchema } from "#api/contract/payouts.ts";
import { statementResponseSchema } from "#api/contract/staff/statements.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct, PASSWORD } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { untilWaiting } from "#tests/setup/database/until-waiting.ts";
import { debit, writeCamt } from "#tests/setup/money/camt.ts";
import { buy, createPayer, refundOrder } from "#tests/setup/money/refunds.ts";
import { openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import {
  configureDebtor,
  createPayout,
  createStaff,
  exportPayouts,
  referenceOf,
} from "#tests/setup/records/offers.ts";

// Races, each held at the decisive moment: the test's own transaction locks a row until the
// requests are waiting for it.

let test: TestApi;
beforeEach(async () => {
  test = await createTestApi();
});
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
  await test.close();
});

describe("two exports of one operation at the same time", () => {
  it("are the same file, also when both begin before either has taken the payouts", async () => {
    const staff = await createStaff(test);
    await configureDebtor(test);
    const { payoutId } = await createPayout(test, staff);
    const operationId = randomUUID();
    let exports: ReturnType<typeof exportPayouts>[] = [];
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM payouts WHERE id = ${payoutId} FOR UPDATE`;
      exports = [exportPayouts(staff, operationId), exportPayouts(staff, operationId)];
      await untilWaiting(test.database, 2);
    });
    const responses = await Promise.all(exports);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = responses.map((response) => response.as(payoutBatchResponseSchema).payload);
    expect(one).toEqual(two);
    expect(await test.database`SELECT 1 FROM payout_batches`).toHaveLength(1);
  });

  it("of two operations, the one that finds nothing left gets a plain 409", async () => {
    const staff = await createStaff(test);
    await configureDebtor(test);
    const { payoutId } = await createPayout(test, staff);
    let exports: ReturnType<typeof exportPayouts>[] = [];
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM payouts WHERE id = ${payoutId} FOR UPDATE`;
      exports = [exportPayouts(staff), exportPayouts(staff)];
      await untilWaiting(test.database, 2);
    });
    const responses = await Promise.all(exports);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      status: "ERROR",
      code: "payouts_none_ready",
    });
  });
});

describe("two statements of the bank with one payout", () => {
  it("confirmed at the same time mark it once, and the later one says that it has changed", async () => {
    const staff = await createStaff(test);
    await configureDebtor(test);
    const { payoutId } = await createPayout(test, staff);
    await exportPayouts(staff);
    const path = "/api/staff/payouts/statements";
    const ids: number[] = [];
    for (const messageId of ["A", "B"]) {
      const text = writeCamt([debit(await referenceOf(test, payoutId), 99_50)], { messageId });
      const form = new FormData();
      form.set("file", new File([text], "statement.xml", { type: "text/xml" }));
      const imported = await staff.agent.post(path, form);
      ids.push(Number(imported.as(statementResponseSchema).payload.id));
    }
    const body = { expected: { sent: 1, returned: 0 } };
    let marks: ReturnType<typeof staff.agent.post>[] = [];
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM payouts WHERE id = ${payoutId} FOR UPDATE`;
      marks = ids.map((id) => staff.agent.post(`${path}/${id}/mark`, body));
      await untilWaiting(test.database, 2);
    });
    const responses = await Promise.all(marks);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const events = await test.database`SELECT 1 FROM payout_events WHERE status = 'sent'`;
    expect(events).toHaveLength(1);
  });
});

describe("a refund of an order while a report about a deposit is taken", () => {
  it("goes on to the payment's source after it, and neither waits for the other in a circle", async () => {
    const staff = await createStaff(test);
    const { agent, id } = await createPayer(test);
    const { orderId } = await buy(test, agent);
    const refunds: ReturnType<typeof refundOrder>[] = [];
    await test.database.begin(async (sql) => {
      // In the order of a report: the deposit first, then the wallet.
      await sql`SELECT 1 FROM deposits WHERE user_id = ${id} FOR UPDATE`;
      refunds.push(refundOrder(staff, orderId, { destination: "source" }));
      await untilWaiting(test.database, 1);
      await sql`SELECT 1 FROM ledger_accounts WHERE user_id = ${id} FOR UPDATE NOWAIT`;
    });
    for (const refund of refunds) expect((await refund).status).toBe(200);
  });

  it("is previewed without waiting for it, or for the order itself", async () => {
    const staff = await createStaff(test);
    const { agent, id, deposit } = await createPayer(test);
    const { orderId } = await buy(test, agent);
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM deposits WHERE user_id = ${id} FOR UPDATE`;
      await sql`SELECT 1 FROM orders WHERE id = ${orderId} FOR UPDATE`;
      for (const path of [`orders/${orderId}`, `deposits/${deposit.id}`]) {
        const query = "?destination=source";
        const plan = staff.agent.get(`/api/staff/${path}/refund-plan${query}`);
        expect((await plan).status, path).toBe(200);
      }
    });
  });

  it("to the wallet does not wait for it", async () => {
    const staff = await createStaff(test);
    const { agent, id } = await createPayer(test);
    const { orderId } = await buy(test, agent);
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM deposits WHERE user_id = ${id} FOR UPDATE`;
      expect((await refundOrder(staff, orderId)).status).toBe(200);
    });
  });
});

describe("a withdrawal of unused balance while a purchase is being paid", () => {
  it("is stored, and pays back what the purchase leaves", async () => {
    const { agent, id, email } = await createPayer(test);
    const { id: productId } = await createProduct(test, { priceCents: 500 });
    const stated = { name: "Bea Buyer", email, subject: "balance", destination: "wallet" };
    const requests: ReturnType<typeof agent.post>[] = [];
    const purchases: ReturnType<typeof buy>[] = [];
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM ledger_accounts WHERE user_id = ${id} FOR UPDATE`;
      purchases.push(buy(test, agent, { productId }));
      await untilWaiting(test.database, 1);
      const body = { operation_id: randomUUID(), ...stated };
      requests.push(agent.post("/api/withdrawals", body));
      await untilWaiting(test.database, 2);
    });
    await Promise.all(purchases);
    for (const request of requests) {
      const { status, body } = await request;
      expect([status, body]).toMatchObject([200, { payload: { status: "refunded" } }]);
    }
    const refunds = await test.database`
      SELECT amount_cents AS "amountCents" FROM refunds WHERE user_id = ${id}`;
    expect([...refunds]).toEqual([{ amountCents: 500 }]);
  });
});

describe("an account that is being deleted", () => {
  it("waits for a report about a deposit before it holds the wallet", async () => {
    const { id, agent } = await createPayer(test);
    const deletions: ReturnType<typeof agent.delete>[] = [];
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM deposits WHERE user_id = ${id} FOR UPDATE`;
      deletions.push(
        agent.delete("/api/user/delete", { password: PASSWORD, forfeit_balance: true }),
      );
      await untilWaiting(test.database, 1);
      await sql`SELECT 1 FROM ledger_accounts WHERE user_id = ${id} FOR UPDATE NOWAIT`;
      await sql`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE NOWAIT`;
    });
    for (const deletion of deletions) expect((await deletion).status).toBe(200);
  });

  it("stays when its password was changed after it was checked", async () => {
    const { id, agent } = await createMember(test);
    const deletions: ReturnType<typeof agent.delete>[] = [];
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`;
      deletions.push(agent.delete("/api/user/delete", { password: PASSWORD }));
      await untilWaiting(test.database, 1);
      await sql`UPDATE users SET password_hash = 'changed' WHERE id = ${id}`;
    });
    for (const deletion of deletions) {
      const { status, body } = await deletion;
      expect([status, body]).toMatchObject([422, { errors: { password: [expect.anything()] } }]);
    }
    expect(
      await test.database`SELECT 1 FROM users WHERE id = ${id} AND deleted_at IS NULL`,
    ).toHaveLength(1);
  });
});

describe("money that arrives while the account is being deleted", () => {
  it("waits for the deletion and then goes to suspense, not into a wallet of nobody", async () => {
    const { id, agent } = await createMember(test);
    const { ref } = await openDeposit(agent);
    const reports: ReturnType<typeof sendReport>[] = [];
    await test.database.begin(async (sql) => {
      // The deletion has read the deposits before this one existed, and holds the wallet.
      await sql`SELECT 1 FROM ledger_accounts WHERE user_id = ${id} FOR UPDATE`;
      reports.push(sendReport(test, { ref }));
      await untilWaiting(test.database, 1);
      await anonymizeUser(sql, id, test.clock.now());
    });
    for (const report of reports) expect((await report).status).toBe(200);
    const rows = await test.database`
      SELECT kind FROM ledger_postings JOIN ledger_accounts a ON a.id = destination_account_id`;
    expect([...rows]).toEqual([{ kind: "suspense" }]);
  });
});
