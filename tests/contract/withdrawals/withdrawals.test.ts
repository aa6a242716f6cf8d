import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  staffWithdrawalsResponseSchema,
  withdrawalOptionsResponseSchema,
  withdrawalResponseSchema,
} from "#api/contract/withdrawals.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { ApiAgent } from "#tests/setup/api-agent.ts";
import type { Member } from "#tests/setup/offers.ts";
import { buy, createPayer, createShop, mailsTo } from "#tests/setup/refunds.ts";
import type { TestApi } from "#tests/setup/test-api.ts";
import { balanceOf } from "#tests/setup/top-up.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
});
afterAll(() => test.close());
afterEach(async () => {
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});

/** A statement from this browser, as the form sends it. */
function withdraw(agent: ApiAgent, given: Record<string, unknown>) {
  const statement = { name: "Bea Buyer", email: "bea@example.com", subject: "order" };
  const body = { operation_id: randomUUID(), destination: "wallet", ...statement, ...given };
  return agent.post("/api/withdrawals", body);
}

const waiting = async () => {
  const response = await staff.agent.get("/api/staff/withdrawals?status=review");
  return response.as(staffWithdrawalsResponseSchema).payload;
};

const isRefunded = async (orderId: number) => {
  const [row] = await test.database<{ refundedAt: Date | null }[]>`
    SELECT refunded_at AS "refundedAt" FROM orders WHERE id = ${orderId}`;
  return row?.refundedAt != null;
};

describe("a withdrawal from an order", () => {
  it("refunds a member's own order that is not open yet, and is confirmed by mail", async () => {
    const { agent, email } = await createPayer(test);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const options = (await agent.get("/api/withdrawals/options")).as(
      withdrawalOptionsResponseSchema,
    );
    expect(options.payload).toMatchObject({ orders: [{ id: orderId, price: "4.00" }] });
    const response = await withdraw(agent, { email, contract: `No. ${orderId}` });
    const { number } = response.as(withdrawalResponseSchema).payload;
    expect(number).toMatch(/^W-[2-9A-Z]{8}$/);
    expect([await isRefunded(orderId), await balanceOf(agent)]).toEqual([true, 1_000]);
    expect(await mailsTo(test, email)).toEqual([
      "We have received €10.00",
      `Your order ${orderId}: Stripes`,
      `We have received your withdrawal ${number}`,
      "Your refund: 4.00\u00a0credits",
    ]);
    const [mail] = await test.database<{ text: string }[]>`
      SELECT body_text AS text FROM mails
      WHERE recipient = ${email} AND subject LIKE '%your withdrawal%'`;
    for (const part of [number, "Bea Buyer", `No. ${orderId}`, "UTC"]) {
      expect(mail?.text).toContain(part);
    }
  });

  it("goes back to the payment's source when that is chosen", async () => {
    const { agent, deposit } = await createPayer(test, 400);
    const { orderId } = await buy(test, agent, { isLocked: true });
    await withdraw(agent, { contract: String(orderId), destination: "source" });
    expect(await balanceOf(agent)).toBe(0);
    const paid = await test.database`
      SELECT amount_cents AS cents FROM sandbox_refunds WHERE payment_ref = ${deposit.ref}`;
    expect([...paid]).toEqual([{ cents: 400 }]);
  });

  it("works signed out, by the order's number and the account's address", async () => {
    const { agent, email } = await createPayer(test);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const guest = test.createAgent();
    const stated = { contract: String(orderId), email: email.toUpperCase() };
    expect((await withdraw(guest, stated)).status).toBe(200);
    expect([await isRefunded(orderId), await balanceOf(agent)]).toEqual([true, 1_000]);
  });

  it("tells nobody whether another's order exists, and refunds none", async () => {
    const { agent } = await createPayer(test);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const other = await createPayer(test);
    const guest = test.createAgent();
    const responses = [
      await withdraw(other.agent, { contract: String(orderId) }),
      await withdraw(guest, { contract: String(orderId), email: "other@example.com" }),
      await withdraw(guest, { contract: "999999999", email: "other@example.com" }),
    ];
    for (const response of responses) {
      const { payload } = response.as(withdrawalResponseSchema);
      expect(Object.keys(payload)).toEqual(["number", "received_at"]);
    }
    expect(await isRefunded(orderId)).toBe(false);
    const subjects = await mailsTo(test, "other@example.com");
    expect(subjects.every((subject) => subject.startsWith("We have received"))).toBe(true);
    expect(subjects).toHaveLength(2);
    expect((await waiting()).filter(({ contract }) => contract === "999999999")).toHaveLength(1);
  });

  it("of an order that is open, or too old, waits for the staff", async () => {
    const { agent } = await createPayer(test);
    const open = await buy(test, agent);
    const late = await buy(test, agent, { isLocked: true });
    await withdraw(agent, { contract: String(open.orderId) });
    await test.database`
      UPDATE orders SET created_at = created_at - interval '16 days' WHERE id = ${late.orderId}`;
    await withdraw(agent, { contract: String(late.orderId) });
    expect([await isRefunded(open.orderId), await isRefunded(late.orderId)]).toEqual([
      false,
      false,
    ]);
    const mine = (await waiting()).filter(({ contract }) =>
      [open, late].some(({ orderId }) => contract === String(orderId)),
    );
    expect(mine).toHaveLength(2);
    const resolve = () =>
      staff.agent.post(`/api/staff/withdrawals/${mine[0]?.id}/resolve`, { note: "Explained" });
    expect([(await resolve()).status, (await resolve()).status]).toEqual([200, 404]);
  });

  it("is one, however often it is sent and however parallel, beside a consent", async () => {
    const { agent, email } = await createPayer(test);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const operation_id = randomUUID();
    const stated = { contract: String(orderId), email, operation_id };
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => withdraw(agent, stated)),
      agent.post(`/api/purchase/${orderId}/consent`, {
        consent: { version: "2026-11", language: "en" },
      }),
    ]);
    const [numbers] = [responses.slice(0, 4)].map((sent) =>
      sent.map((response) => response.as(withdrawalResponseSchema).payload.number),
    );
    expect(new Set(numbers).size).toBe(1);
    const [order] = await test.database<{ isOpen: boolean; isRefunded: boolean }[]>`
      SELECT consented_at IS NOT NULL AS "isOpen", refunded_at IS NOT NULL AS "isRefunded"
      FROM orders WHERE id = ${orderId}`;
    expect(order?.isOpen).toBe(!order?.isRefunded);
  });

  it("names what is missing, and is limited by the minute", async () => {
    const guest = test.createAgent();
    const response = await withdraw(guest, { contract: "", name: " ", email: "nobody" });
    expect(response.status).toBe(422);
    expect(Object.keys(JSON.parse(response.text).errors).sort()).toEqual([
      "contract",
      "email",
      "name",
    ]);
    expect((await withdraw(guest, { contract: " " })).status).toBe(422);
    for (let sent = 0; sent < 5; sent++) await withdraw(guest, { contract: "x" });
    expect((await withdraw(guest, { contract: "x" })).status).toBe(429);
  });
});

describe("a withdrawal of unused balance", () => {
  it("pays back what is unspent of deposits of the last 14 days", async () => {
    const { agent } = await createPayer(test);
    await buy(test, agent, { priceCents: 300 });
    const options = await agent.get("/api/withdrawals/options");
    expect(options.as(withdrawalOptionsResponseSchema).payload.balance).toBe("7.00");
    await withdraw(agent, { subject: "balance" });
    expect(await balanceOf(agent)).toBe(0);
  });

  it("leaves older deposits alone, and of a guest waits for the staff", async () => {
    const { agent, email, deposit } = await createPayer(test);
    await withdraw(test.createAgent(), { subject: "balance", email });
    expect(await balanceOf(agent)).toBe(1_000);
    await test.database`
      UPDATE deposits SET created_at = created_at - interval '15 days' WHERE id = ${deposit.id}`;
    await withdraw(agent, { subject: "balance" });
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await waiting()).filter((one) => one.email === email)).toHaveLength(1);
  });
});
