import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { purchaseHistoryResponseSchema } from "#api/contract/purchases.ts";
import { staffOrdersResponseSchema } from "#api/contract/staff/orders.ts";
import {
  confirmWithdrawalResponseSchema,
  staffWithdrawalsResponseSchema,
  withdrawalOptionsResponseSchema,
  withdrawalResponseSchema,
} from "#api/contract/withdrawals.ts";
import { statedColumns } from "#api/purchases/statements.queries.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createWithdrawalKey } from "#api/withdrawals/withdrawal-key.ts";
import { createProduct, giveCredits, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { buy, createPayer, createShop } from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import type { Member } from "#tests/setup/records/offers.ts";
import { lastMailTo } from "#tests/setup/records/queued-mails.ts";

// The period of an order at this time ends at 04:00 on 17 November.
const ORDERED_AT = new Date("2026-11-02T10:00:00Z");
const IN_TIME = new Date("2026-11-17T03:57:00Z");
const OVER = new Date("2026-11-17T04:01:00Z");
const MINUTE_MS = 60_000;

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

/** Creates a buyer with a locked order whose period is about to end. */
async function prepare() {
  const payer = await createPayer(test, 400);
  const { orderId, productId } = await buy(test, payer.agent, { isLocked: true });
  await test.database`UPDATE orders SET created_at = ${ORDERED_AT} WHERE id = ${orderId}`;
  test.clock.stop(IN_TIME);
  return { ...payer, orderId, productId };
}

/** Sends a statement from this browser; returns its number. */
async function state(agent: ApiAgent, email: string, contract: string): Promise<string> {
  const response = await agent.post("/api/withdrawals", {
    ...{ operation_id: randomUUID(), name: "Bea Buyer", email, subject: "order", contract },
    destination: "wallet",
  });
  return response.as(withdrawalResponseSchema).payload.number;
}

const decide = async (number: string, decision = "confirm") => {
  const key = createWithdrawalKey(test.deps, number);
  const sent = { number, key, decision };
  const response = await test.createAgent().post("/api/withdrawals/confirm", sent);
  return response.as(confirmWithdrawalResponseSchema).payload.status;
};

const orderOf = async (agent: ApiAgent, orderId: number) =>
  (await agent.get(`/api/purchase/history?id=${orderId}`)).as(purchaseHistoryResponseSchema)
    .payload[0];

const isOpen = async (agent: ApiAgent, orderId: number) => (await orderOf(agent, orderId))?.is_open;

const download = (agent: ApiAgent, orderId: number) =>
  agent.get(`/api/purchase/${orderId}/download`);

const inReview = async (number: string) => {
  const of = async (page: number) => {
    const response = await staff.agent.get(`/api/staff/withdrawals?status=review&page=${page}`);
    return response.as(staffWithdrawalsResponseSchema).payload;
  };
  return [...(await of(1)), ...(await of(2))].find((one) => one.number === number);
};

describe("a statement that was sent in time", () => {
  it.each([
    "",
    "No. ",
    "#00",
  ])("keeps its order locked, named %j, until it is decided", async (as) => {
    const { agent, email, orderId, productId } = await prepare();
    await state(test.createAgent(), email, `${as}${orderId}`);
    test.clock.stop(OVER);
    expect(await orderOf(agent, orderId)).toMatchObject({
      ...{ is_open: false, opens_at: null, prompt: null },
    });
    const generate = await agent.post("/api/purchase/generate-image", { prompt_id: productId });
    for (const response of [await download(agent, orderId), generate]) {
      expect(response.rejection).toEqual([422, "delivery_held"]);
    }
    const waiting = await staff.agent.get(`/api/staff/orders?state=waiting&q=${orderId}`);
    expect(waiting.as(staffOrdersResponseSchema).payload).toMatchObject([
      { id: orderId, state: "waiting" },
    ]);
  });

  it("is refunded when it is confirmed after the end of the period", async () => {
    const { agent, email, orderId } = await prepare();
    const number = await state(test.createAgent(), email, String(orderId));
    test.clock.stop(OVER);
    expect(await decide(number)).toBe("refunded");
    expect(await balanceOf(agent)).toBe(400);
    expect(await orderOf(agent, orderId)).toMatchObject({ status: "refunded", prompt: null });
  });

  it("opens its order once the owner of the mailbox or the staff reject it", async () => {
    const { agent, email, orderId } = await prepare();
    const numbers = [
      await state(test.createAgent(), email, String(orderId)),
      await state(test.createAgent(), email, String(orderId)),
    ];
    test.clock.stop(OVER);
    expect(await decide(numbers[0] ?? "", "reject")).toBe("resolved");
    expect(await isOpen(agent, orderId)).toBe(false);
    const { id } = (await inReview(numbers[1] ?? "")) ?? {};
    await staff.agent.post(`/api/staff/withdrawals/${id}/resolve`, { note: "Another's" });
    expect(await isOpen(agent, orderId)).toBe(true);
  });

  it("locks nothing for a buyer who agrees to delivery, and then waits for the staff", async () => {
    const { agent, email, orderId } = await prepare();
    expect((await orderOf(agent, orderId))?.hold_consent_version).toBeNull();
    const number = await state(test.createAgent(), email, String(orderId));
    test.clock.stop(OVER);
    const version = (await orderOf(agent, orderId))?.hold_consent_version;
    const consent = { version, language: "en" };
    await agent.post(`/api/purchase/${orderId}/consent`, { consent });
    const text = (await lastMailTo(test, email))?.replaceAll(/\s+/g, " ");
    expect(text).toContain("a withdrawal from this purchase that I have sent counts as taken back");
    expect(text).not.toContain("14-day");
    expect([await isOpen(agent, orderId), (await download(agent, orderId)).status]).toEqual([
      true,
      200,
    ]);
    expect(await decide(number)).toBe("review");
    expect((await inReview(number))?.note).toBe(
      `Sent in time; order ${orderId} was unlocked afterwards by its buyer, 2026-11-17T04:01:00.000Z. ` +
        `The text of the consent to order ${orderId} is version 2026-11-held.`,
    );
    expect(await isOpen(agent, orderId)).toBe(true);
  });

  it("waits for the staff where its order was delivered before it was held", async () => {
    const { agent, email, orderId, id } = await prepare();
    const number = await state(test.createAgent(), email, String(orderId));
    test.clock.stop(OVER);
    await test.database`
      INSERT INTO order_downloads (order_id, user_id, format, size, created_at)
      VALUES (${orderId}, ${id}, 'jpg', '512x512', ${OVER})`;
    expect(await decide(number)).toBe("review");
    const note = `Sent in time; order ${orderId} was delivered afterwards, without consent.`;
    expect((await inReview(number))?.note).toBe(note);
    expect(await balanceOf(agent)).toBe(0);
  });
});

describe("a description that was sent in time", () => {
  it("of an order by number and words locks it, and is left to the staff", async () => {
    const { agent, email, orderId } = await prepare();
    const other = await buy(test, (await createPayer(test)).agent);
    const text = `Order ${orderId}, the lighthouse, not ${other.orderId}`;
    const number = await state(test.createAgent(), email, text);
    test.clock.stop(OVER);
    expect(await orderOf(agent, orderId)).toMatchObject({ is_open: false, prompt: null });
    expect((await download(agent, orderId)).status).toBe(422);
    expect(await decide(number)).toBe("review");
    expect((await inReview(number))?.note).toBeNull();
    expect(await isOpen(agent, orderId)).toBe(false);
  });

  it("keeps the date of each order it may be about, and says that it may", async () => {
    const { agent, email, id, orderId } = await prepare();
    await giveCredits(test.database, id, 400);
    const { orderId: otherId } = await buy(test, agent, { isLocked: true });
    await test.database`UPDATE orders SET created_at = ${ORDERED_AT} WHERE id = ${otherId}`;
    const opens_at = "2026-11-17T04:00:00.000Z";
    const fresh = { opens_at, hold: null, withdrawable_until: opens_at };
    expect(await orderOf(agent, orderId)).toMatchObject(fresh);
    await state(agent, email, "The lighthouse that I bought first");
    await state(test.createAgent(), email, String(otherId));
    const held = { opens_at: null, hold: "described", withdrawable_until: opens_at };
    expect(await orderOf(agent, orderId)).toMatchObject(held);
    expect(await orderOf(agent, otherId)).toMatchObject({ ...held, hold: "named" });
    test.clock.stop(OVER);
    expect(await orderOf(agent, orderId)).toMatchObject({ ...held, withdrawable_until: null });
  });

  it("with a date and a price that are numbers of orders without the right names none", async () => {
    const { agent, email, id, orderId } = await prepare();
    await giveCredits(test.database, id, 800);
    const { orderId: openId } = await buy(test, agent);
    const { orderId: oldId } = await buy(test, agent, { isLocked: true });
    const old = new Date("2026-10-03T10:00:00Z");
    await test.database`UPDATE orders SET created_at = ${old} WHERE id = ${oldId}`;
    await test.database`
      UPDATE orders SET created_at = ${ORDERED_AT}, consented_at = ${ORDERED_AT}
      WHERE id = ${openId}`;
    const number = await state(agent, email, `The lighthouse of ${openId} or ${oldId} November`);
    test.clock.stop(OVER);
    expect(await orderOf(agent, orderId)).toMatchObject({ is_open: false, hold: "described" });
    expect((await download(agent, orderId)).status).toBe(422);
    expect((await inReview(number))?.note).toBeNull();
  });

  it("that names an order by chance says which others were open before it was confirmed", async () => {
    const { agent, email, id, orderId } = await prepare();
    await giveCredits(test.database, id, 400);
    const { orderId: otherId } = await buy(test, agent, { isLocked: true });
    await test.database`UPDATE orders SET created_at = ${ORDERED_AT} WHERE id = ${otherId}`;
    const text = `The lighthouse that I bought for ${otherId} credits`;
    const number = await state(test.createAgent(), email, text);
    test.clock.stop(OVER);
    expect([await isOpen(agent, orderId), await isOpen(agent, otherId)]).toEqual([true, false]);
    expect(await decide(number)).toBe("review");
    const note = `Sent in time; order ${orderId} was open since 2026-11-17T04:00:00.000Z, not downloaded.`;
    expect((await inReview(number))?.note).toBe(note);
  });

  it.each([
    ..."#|No. |Order |Bestellung Nr. |№ |(|Order #".split("|"),
  ])("is not a number alone, even of an order without the right, after %j", async (as) => {
    const { agent, email, id, orderId } = await prepare();
    await giveCredits(test.database, id, 400);
    const { orderId: openId } = await buy(test, agent);
    await test.database`UPDATE orders SET consented_at = ${ORDERED_AT} WHERE id = ${openId}`;
    await state(agent, email, `${as}${openId}`);
    test.clock.stop(OVER);
    expect(await isOpen(agent, orderId)).toBe(true);
  });

  it.each([
    (id: number) => `Order ${id} of 12.11.2026, 4.00 credits`,
    (id: number) => `Bestellung Nr. ${id} vom 02.11.2026 über 4,00 €`,
  ])("names its order beside the date and the price: %#", async (toText) => {
    const { agent, email, orderId } = await prepare();
    const number = await state(test.createAgent(), email, toText(orderId));
    test.clock.stop(OVER);
    expect((await orderOf(agent, orderId))?.hold).toBe("named");
    expect(await decide(number)).toBe("review");
  });

  it("that names more than five orders holds nothing before it is confirmed", async () => {
    const { agent, email, id, orderId } = await prepare();
    await giveCredits(test.database, id, 5 * 400);
    const listed = [orderId];
    while (listed.length <= 5) listed.push((await buy(test, agent, { isLocked: true })).orderId);
    await test.database`UPDATE orders SET created_at = ${ORDERED_AT} WHERE user_id = ${id}`;
    const number = await state(test.createAgent(), email, listed.join(", "));
    test.clock.stop(OVER);
    expect(await isOpen(agent, orderId)).toBe(true);
    expect(await decide(number)).toBe("review");
    expect((await orderOf(agent, orderId))?.hold).toBe("described");
  });

  it("locks none of the orders that it does not name", async () => {
    const { agent, email, id, orderId } = await prepare();
    await giveCredits(test.database, id, 400);
    const { orderId: otherId } = await buy(test, agent, { isLocked: true });
    await state(agent, email, `Order ${otherId}, the lighthouse`);
    test.clock.stop(OVER);
    expect(await isOpen(agent, orderId)).toBe(true);
  });

  it("says which orders were delivered, or open, before it was confirmed", async () => {
    const { agent, email, id, orderId } = await prepare();
    await giveCredits(test.database, id, 800);
    const others: number[] = [];
    for (let count = 0; count < 2; count++) {
      others.push((await buy(test, agent, { isLocked: true })).orderId);
    }
    await test.database`UPDATE orders SET created_at = ${ORDERED_AT} WHERE user_id = ${id}`;
    const number = await state(test.createAgent(), email, "The lighthouse");
    test.clock.stop(OVER);
    expect((await download(agent, orderId)).status).toBe(200);
    await agent.post(`/api/purchase/${others[0]}/consent`, { consent: CONSENT });
    expect(await decide(number)).toBe("review");
    expect((await inReview(number))?.note).toBe(
      [
        `Sent in time; order ${orderId} was delivered afterwards, without consent.`,
        `Sent in time; order ${others[0]} was open since 2026-11-17T04:00:00.000Z, not downloaded.`,
        `Sent in time; order ${others[1]} was open since 2026-11-17T04:00:00.000Z, not downloaded.`,
      ].join(" "),
    );
  });
});

describe("the note for the staff on a statement of a member", () => {
  it.each([
    () => "The lighthouse",
    (id: number) => `The lighthouse, order ${id}`,
  ])("says when its buyer unlocked the order afterwards: %#", async (toText) => {
    const { agent, email, orderId } = await prepare();
    const number = await state(agent, email, toText(orderId));
    expect((await inReview(number))?.note).toBeNull();
    test.clock.stop(OVER);
    const version = (await orderOf(agent, orderId))?.hold_consent_version;
    const consent = { version, language: "en" };
    await agent.post(`/api/purchase/${orderId}/consent`, { consent });
    expect((await inReview(number))?.note).toBe(
      `Sent in time; order ${orderId} was unlocked afterwards by its buyer, 2026-11-17T04:01:00.000Z. ` +
        `The text of the consent to order ${orderId} is version 2026-11-held.`,
    );
  });

  it.each<[string, (id: number) => string, boolean]>([
    ["by a statement in words", () => "The lighthouse", true],
    ["by one with a number beside words", (id) => `Order ${id}, the lighthouse`, true],
    ["but not by one that is certain", String, false],
  ])("says which orders were made after it: %s", async (_name, toText, isNoted) => {
    const { agent, email, id, orderId } = await prepare();
    await giveCredits(test.database, id, 800);
    const number = await state(test.createAgent(), email, toText(orderId));
    const later = await buy(test, agent);
    const madeAt = new Date(IN_TIME.getTime() + 2 * MINUTE_MS);
    await test.database`UPDATE orders SET created_at = ${madeAt} WHERE id = ${later.orderId}`;
    expect((await inReview(number))?.note).toBe(
      isNoted ? `Order ${later.orderId} was made afterwards, 2026-11-17T03:59:00.000Z.` : null,
    );
  });

  it("says which orders were made after the number alone of one that was unlocked before", async () => {
    const { agent, email, id, orderId } = await prepare();
    await agent.post(`/api/purchase/${orderId}/consent`, { consent: CONSENT });
    test.clock.stop(new Date(IN_TIME.getTime() + MINUTE_MS));
    const number = await state(agent, email, String(orderId));
    await giveCredits(test.database, id, 400);
    const { orderId: laterId } = await buy(test, agent);
    const madeAt = new Date(IN_TIME.getTime() + 3 * MINUTE_MS);
    await test.database`UPDATE orders SET created_at = ${madeAt} WHERE id = ${laterId}`;
    expect((await inReview(number))?.note).toBe(
      `Order ${orderId} had been unlocked by its buyer before, 2026-11-17T03:57:00.000Z. ` +
        `Order ${laterId} was made afterwards, 2026-11-17T04:00:00.000Z.`,
    );
  });

  it("says the newest twenty orders that were made after it, and how many more", async () => {
    const { agent, email, orderId } = await prepare();
    const number = await state(agent, email, "The lighthouse");
    const madeAt = new Date(IN_TIME.getTime() + 2 * MINUTE_MS);
    const productIds: number[] = [];
    while (productIds.length < 22) productIds.push((await createProduct(test)).id);
    const rows = await test.database<{ id: number }[]>`
      INSERT INTO orders (user_id, product_id, slug, titles, descriptions, price_cents, currency,
        prompt, licence, picture_hash, created_at)
      SELECT o.user_id, p.id, o.slug, o.titles, o.descriptions, o.price_cents, o.currency, o.prompt,
        o.licence, o.picture_hash, ${madeAt}
      FROM orders o, products p WHERE o.id = ${orderId} AND p.id = ANY(${productIds})
      RETURNING id`;
    const newest = rows.map(({ id }) => id).sort((a, b) => a - b);
    const notes = newest
      .slice(2)
      .map((id) => `Order ${id} was made afterwards, 2026-11-17T03:59:00.000Z.`);
    const noted = (await inReview(number))?.note;
    // Nobody paid for them.
    await test.database`DELETE FROM orders WHERE id = ANY(${newest})`;
    expect(noted).toBe([...notes, "2 more were made afterwards."].join(" "));
  });

  it("says when the order that it names was unlocked before, beside what was noted", async () => {
    const { agent, email, orderId } = await prepare();
    await agent.post(`/api/purchase/${orderId}/consent`, { consent: CONSENT });
    test.clock.stop(OVER);
    await test.database`UPDATE orders SET created_at = ${IN_TIME} WHERE id = ${orderId}`;
    const number = await state(agent, email, `Order ${orderId}`);
    const note = `Order ${orderId} had been unlocked by its buyer before, 2026-11-17T03:57:00.000Z.`;
    expect((await inReview(number))?.note).toBe(note);
    await test.database`UPDATE withdrawals SET note = ${`Called. ${note}`} WHERE number = ${number}`;
    expect((await inReview(number))?.note).toBe(`Called. ${note}`);
    await test.database`UPDATE withdrawals SET note = 'Called.' WHERE number = ${number}`;
    expect((await inReview(number))?.note).toBe(`Called. ${note}`);
  });

  it("says which orders that it does not name are open, and are held by no other", async () => {
    const { agent, email, id, orderId } = await prepare();
    await giveCredits(test.database, id, 800);
    const others: number[] = [];
    while (others.length < 2) others.push((await buy(test, agent, { isLocked: true })).orderId);
    await test.database`UPDATE orders SET created_at = ${ORDERED_AT} WHERE user_id = ${id}`;
    const number = await state(agent, email, `The lighthouse, order ${orderId}`);
    await state(agent, email, `The fox, order ${others[1]}`);
    expect((await inReview(number))?.note).toBeNull();
    test.clock.stop(OVER);
    expect((await inReview(number))?.note).toBe(
      `Sent in time; order ${others[0]} was open since 2026-11-17T04:00:00.000Z, not downloaded.`,
    );
  });
});

describe("a statement of before its order", () => {
  it("that names the number it would get neither locks nor refunds it", async () => {
    const { agent, email, id } = await prepare();
    await giveCredits(test.database, id, 400);
    const [next] = await test.database<{ id: number }[]>`SELECT max(id) + 1 AS id FROM orders`;
    test.clock.stop(new Date(ORDERED_AT.getTime() - 2 * MINUTE_MS));
    const number = await state(test.createAgent(), email, String(next?.id));
    const { orderId } = await buy(test, agent, { isLocked: true });
    expect(orderId).toBe(next?.id);
    await test.database`UPDATE orders SET created_at = ${ORDERED_AT} WHERE id = ${orderId}`;
    test.clock.stop(OVER);
    // The purchase has used the session in the past.
    await test.database`UPDATE sessions SET expires_at = ${OVER}::timestamptz + interval '2 hours'
      WHERE user_id = ${id}`;
    expect(await isOpen(agent, orderId)).toBe(true);
    expect(await decide(number)).toBe("review");
    expect([await isOpen(agent, orderId), await balanceOf(agent)]).toEqual([true, 0]);
  });
});

describe("an order opens at the end of its period", () => {
  it("beside a statement that came later, which waits for the staff", async () => {
    const { agent, email, orderId } = await prepare();
    test.clock.stop(OVER);
    const number = await state(test.createAgent(), email, String(orderId));
    expect(await isOpen(agent, orderId)).toBe(true);
    expect(await decide(number)).toBe("review");
    expect((await inReview(number))?.note).toBeNull();
    expect([await isOpen(agent, orderId), await balanceOf(agent)]).toEqual([true, 0]);
  });

  it("beside statements of others, about other orders, or about balance", async () => {
    const { agent, email, orderId } = await prepare();
    const other = await createPayer(test);
    test.clock.stop(IN_TIME);
    await state(other.agent, other.email, String(orderId));
    await state(test.createAgent(), "other@example.com", String(orderId));
    await state(test.createAgent(), email, `${orderId}1`);
    test.clock.stop(OVER);
    expect(await isOpen(agent, orderId)).toBe(true);
  });

  it("beside a description that nobody confirmed; one that is confirmed holds it", async () => {
    const { agent, email, orderId } = await prepare();
    const number = await state(test.createAgent(), email, "The lighthouse of early November");
    test.clock.stop(OVER);
    expect(await isOpen(agent, orderId)).toBe(true);
    expect(await decide(number)).toBe("review");
    expect(await isOpen(agent, orderId)).toBe(false);
  });

  it("beside a description by its buyer of an earlier one", async () => {
    const { agent, email, orderId } = await prepare();
    test.clock.stop(new Date(ORDERED_AT.getTime() - 2 * MINUTE_MS));
    const number = await state(test.createAgent(), email, "The lighthouse");
    await decide(number);
    test.clock.stop(OVER);
    expect(await isOpen(agent, orderId)).toBe(true);
  });
});

it("is given up in words with its account, and then waits for the staff, and moves nothing", async () => {
  const { agent, email, orderId } = await prepare();
  const number = await state(test.createAgent(), email, String(orderId));
  test.clock.stop(OVER);
  const options = await agent.get("/api/withdrawals/options");
  expect(options.as(withdrawalOptionsResponseSchema).payload).toMatchObject({
    ...{ orders: [], orders_total: "4.00", held_orders: [{ id: orderId, amount: "4.00" }] },
  });
  const body = { password: PASSWORD, forfeit_balance: true };
  expect((await agent.delete("/api/user/delete", body)).status).toBe(422);
  const seen = { ...body, expected_orders: "4.00" };
  expect((await agent.delete("/api/user/delete", seen)).status).toBe(200);
  expect(await decide(number)).toBe("review");
  expect((await inReview(number))?.is_confirmed).toBe(true);
  expect((await download(agent, orderId)).status).toBe(401);
});

// Last, because the staff's page above shows the first statements.
it("a statement is found by index, however many are undecided", async () => {
  const { email, id, orderId } = await prepare();
  const { database } = test;
  await database`
    INSERT INTO withdrawals (operation_id, number, status, user_id, subject, contract, destination,
      name, email, locale, received_at, confirmed_at)
    SELECT gen_random_uuid(), 'W' || n, 'review', ${id}, 'order',
      CASE WHEN n % 2 = 0 THEN 'lighthouse' ELSE ${`17, ${orderId}, 18 `} || n END, 'wallet', 'Bea',
      ${email}, 'en', now(), now()
    FROM generate_series(1, 2000) AS n`;
  await database`ANALYZE withdrawals`;
  const rows = await database`
    EXPLAIN SELECT ${statedColumns(database)} FROM orders WHERE id = ${orderId}`;
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).not.toContain("Seq Scan on withdrawals");
  for (const index of ["withdrawals_named", "withdrawals_described"]) {
    expect(plan).toContain(index);
  }
});
