import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  refundPlanResponseSchema,
  staffOrderResponseSchema,
  staffOrdersResponseSchema,
} from "#api/contract/staff/orders.ts";
import { sendDueMails } from "#api/mails/mails.service.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import {
  buy,
  createPayer,
  createShop,
  playSandbox,
  refundOrder,
  refundsOf,
} from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import type { Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
});
afterAll(() => test.close());
afterEach(async () => expect(await listViolations(test.database)).toEqual([]));

const search = async (query: string) => {
  const response = await staff.agent.get(`/api/staff/orders?${query}`);
  return response.as(staffOrdersResponseSchema);
};
const idsOf = async (query: string) => (await search(query)).payload.map(({ id }) => id);
const read = async (orderId: number) =>
  (await staff.agent.get(`/api/staff/orders/${orderId}`)).as(staffOrderResponseSchema).payload;
const plan = (orderId: number, query = "") =>
  staff.agent.get(`/api/staff/orders/${orderId}/refund-plan${query}`);

describe("the staff's search of orders", () => {
  it("finds by number, address, product and document", async () => {
    const buyer = await createPayer(test);
    const { orderId } = await buy(test, buyer.agent, { priceCents: 300 });
    const { orderId: other } = await buy(test, (await createPayer(test)).agent);
    const [document] = await test.database<{ number: string }[]>`
      SELECT number FROM documents WHERE order_id = ${orderId} AND kind = 'order_confirmation'`;
    const { slug } = await read(orderId);
    for (const text of [`#${orderId}`, buyer.email, slug, document?.number ?? ""]) {
      const found = await idsOf(`q=${encodeURIComponent(text)}`);
      expect([text, found.includes(orderId), found.includes(other)]).toEqual([text, true, false]);
    }
    expect(await idsOf("q=%25%25%25")).toEqual([]);
  });

  it("filters by state and pages by key, newest first", async () => {
    const buyer = await createPayer(test);
    const first = await buy(test, buyer.agent, { priceCents: 100 });
    const waiting = await buy(test, buyer.agent, { priceCents: 100, isLocked: true });
    const last = await buy(test, buyer.agent, { priceCents: 100 });
    await refundOrder(staff, first.orderId);
    const q = `q=${encodeURIComponent(buyer.email)}`;
    expect(await idsOf(`${q}&state=refunded`)).toEqual([first.orderId]);
    expect(await idsOf(`${q}&state=waiting`)).toEqual([waiting.orderId]);
    const page = await search(`${q}&limit=2`);
    expect(page.payload.map(({ id }) => id)).toEqual([last.orderId, waiting.orderId]);
    expect(await idsOf(`${q}&limit=2&before=${page.meta?.older}`)).toEqual([first.orderId]);
  });

  it("sorts by day and by amount, page by page", async () => {
    const buyer = await createPayer(test);
    const ids: number[] = [];
    for (const priceCents of [300, 100, 200, 200]) {
      ids.push((await buy(test, buyer.agent, { priceCents })).orderId);
    }
    const [dear, cheap, one, other] = ids;
    const q = `q=${encodeURIComponent(buyer.email)}`;
    expect(await idsOf(`${q}&sort=date`)).toEqual(ids);
    expect(await idsOf(`${q}&sort=-amount`)).toEqual([dear, other, one, cheap]);
    const page = await search(`${q}&sort=amount&limit=2`);
    expect(page.payload.map(({ id }) => id)).toEqual([cheap, one]);
    expect(await idsOf(`${q}&sort=amount&before=${page.meta?.older}`)).toEqual([other, dear]);
    expect(await idsOf(`${q}&sort=amount&limit=1&after=${dear}`)).toEqual([other]);
    expect((await staff.agent.get("/api/staff/orders?sort=price")).status).toBe(422);
  });
});

describe("an order's timeline", () => {
  it("has everything that happened, and that somebody looked is logged", async () => {
    const buyer = await createPayer(test);
    const { orderId } = await buy(test, buyer.agent, { priceCents: 300 });
    expect((await buyer.agent.get(`/api/purchase/${orderId}/download`)).status).toBe(200);
    await sendDueMails(test.deps);
    await refundOrder(staff, orderId, { amount: "1.00", reason: "A stain" });
    const order = await read(orderId);
    const kinds = order.timeline.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(
      new Set(["placed", "consented", "posted", "document", "mail", "downloaded", "refund"]),
    );
    expect(order).toMatchObject({ price: "3.00", refunded: "1.00", downloads_count: 1 });
    expect(order.timeline).toContainEqual(
      expect.objectContaining({
        kind: "refund",
        amount: "1.00",
        note: "A stain",
        actor: staff.email,
      }),
    );
    const posted = order.timeline.filter(({ kind }) => kind === "posted");
    expect(posted.map(({ state, accounts, note }) => ({ state, accounts, note }))).toEqual([
      { state: "order", accounts: { from: "wallet", to: "revenue" }, note: null },
      { state: "refund", accounts: { from: "revenue", to: "wallet" }, note: null },
    ]);
    // Listed second, although it precedes the order by the time that placing it takes.
    expect(kinds.slice(0, 2)).toEqual(["placed", "consented"]);
    const times = order.timeline.slice(1).map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const looks = await test.database`
      SELECT 1 FROM audit_log WHERE action = 'order.view' AND subject_id = ${String(orderId)}
        AND actor_id = ${staff.id}`;
    expect(looks.length).toBe(1);
  });

  it("has the parts of a refund that went on to the payment's source", async () => {
    const buyer = await createPayer(test, 500);
    const { orderId } = await buy(test, buyer.agent, { priceCents: 400 });
    await refundOrder(staff, orderId, { amount: "1.50", destination: "source" });
    const { timeline } = await read(orderId);
    const refunds = timeline.filter(({ kind }) => kind === "refund");
    expect(refunds.map(({ amount, reference }) => ({ amount, reference }))).toEqual([
      { amount: "1.50", reference: null },
      { amount: "1.50", reference: buyer.deposit.id },
    ]);
  });

  it("records each download, by whom and of which file", async () => {
    const buyer = await createPayer(test);
    const { orderId } = await buy(test, buyer.agent, { priceCents: 300 });
    const path = `/api/purchase/${orderId}/download`;
    await Promise.all([buyer.agent.get(path), buyer.agent.get(path)]);
    const rows = await test.database<{ userId: number; format: string }[]>`
      SELECT user_id AS "userId", format FROM order_downloads WHERE order_id = ${orderId}`;
    expect(rows).toEqual([
      { userId: buyer.id, format: "jpg" },
      { userId: buyer.id, format: "jpg" },
    ]);
  });
});

describe("the preview of a refund", () => {
  it("says what the refund then does, to the wallet and to the source", async () => {
    const buyer = await createPayer(test, 500);
    const { orderId } = await buy(test, buyer.agent, { priceCents: 400 });
    const part = (await plan(orderId, "?amount=1.50")).as(refundPlanResponseSchema).payload;
    expect(part).toMatchObject({ amount: "1.50", closes: false, to_wallet: "1.50", sources: [] });
    const { payload } = (await plan(orderId, "?destination=source")).as(refundPlanResponseSchema);
    expect(payload).toMatchObject({ amount: "4.00", closes: true, to_wallet: "0.00" });
    expect(await balanceOf(buyer.agent)).toBe(100);
    const body = { amount: payload.amount, destination: "source" };
    const made = refundsOf(await refundOrder(staff, orderId, body));
    expect(made.filter(({ deposit_id }) => deposit_id !== null)).toMatchObject(
      payload.sources.map(({ amount, money }) => ({ amount, money })),
    );
    expect(await balanceOf(buyer.agent)).toBe(100);
    expect((await plan(orderId)).error.code).toBe("order_refunded");
  });

  it("pays a debt first, and goes to its source or stays once the account is deleted", async () => {
    const buyer = await createPayer(test);
    const { orderId } = await buy(test, buyer.agent, { priceCents: 400 });
    await playSandbox(buyer.agent, buyer.deposit.token, "dispute");
    const planned = async (query = "") =>
      (await plan(orderId, query)).as(refundPlanResponseSchema).payload;
    const nothing = { left: "4.00", to_wallet: "0.00", sources: [] };
    expect(await planned("?destination=source")).toEqual({
      ...nothing,
      amount: "4.00",
      closes: true,
      to_debt: "4.00",
    });
    expect(await planned("?amount=3.00")).toMatchObject({ closes: false, to_debt: "3.00" });
    await playSandbox(buyer.agent, buyer.deposit.token, "dispute_won");
    const body = { password: buyer.password, forfeit_balance: true };
    expect((await buyer.agent.delete("/api/user/delete", body)).status).toBe(200);
    const sources = [expect.objectContaining({ deposit_id: buyer.deposit.id, amount: "4.00" })];
    expect(await planned("?destination=source")).toMatchObject({
      ...nothing,
      to_revenue: "0.00",
      sources,
    });
    expect(await planned()).toMatchObject({ ...nothing, to_revenue: "4.00" });
  });

  it("rejects what cannot be, and changes nothing", async () => {
    const buyer = await createPayer(test);
    const { orderId } = await buy(test, buyer.agent, { priceCents: 400 });
    expect((await plan(orderId, "?amount=4.01")).error.code).toBe("refund_too_large");
    expect((await plan(orderId, "?amount=-1")).status).toBe(422);
    expect((await plan(999_999_999)).status).toBe(404);
    expect(await balanceOf(buyer.agent)).toBe(600);
  });

  it("confirmed twice at once refunds once, and is logged once", async () => {
    const buyer = await createPayer(test);
    const { orderId } = await buy(test, buyer.agent, { priceCents: 400 });
    const operation_id = randomUUID();
    const send = () => refundOrder(staff, orderId, { operation_id, amount: "2.00" });
    const responses = await Promise.all(Array.from({ length: 6 }, send));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await balanceOf(buyer.agent)).toBe(800);
    const logged = await test.database`
      SELECT 1 FROM audit_log WHERE action = 'order.refund' AND subject_id = ${String(orderId)}`;
    expect(logged.length).toBe(1);
  });
});
