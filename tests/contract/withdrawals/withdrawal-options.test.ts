import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withdrawalOptionsResponseSchema } from "#api/contract/withdrawals.ts";
import { loadLockedOrders } from "#app/account/profile/profile.server.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { loader as loadOrders } from "#app/shop/orders/orders.tsx";
import { action, loader } from "#app/site/withdrawal/withdrawal.tsx";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { buy, createPayer, createShop, refundOrder } from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import type { Member } from "#tests/setup/records/offers.ts";

const LISTED = 50;

let test: TestApi;
let staff: Member;
let productIds: number[];
beforeAll(async () => {
  ({ test, staff } = await createShop());
  productIds = [];
  for (let count = 0; count < LISTED; count += 1) productIds.push((await createProduct(test)).id);
});
afterAll(() => test.close());

/** Creates an unopened order, followed by so many purchases that no list reaches it. */
async function buyLongAgo(agent: ApiAgent): Promise<number> {
  const { orderId } = await buy(test, agent, { isLocked: true });
  await test.database`
    INSERT INTO orders (user_id, product_id, slug, titles, descriptions, price_cents, currency,
      prompt, licence, picture_hash, consented_at, consent_version, consent_locale)
    SELECT o.user_id, p.id, o.slug, o.titles, o.descriptions, o.price_cents, o.currency, o.prompt,
      o.licence, o.picture_hash, now(), '2026-11', 'en'
    FROM orders o, products p WHERE o.id = ${orderId} AND p.id = ANY(${productIds})`;
  return orderId;
}

const listOptions = async (agent: ApiAgent, query = "") =>
  (await agent.get(`/api/withdrawals/options${query}`)).as(withdrawalOptionsResponseSchema).payload
    .orders;

type RouteArgs = {
  request: Request;
  context: Context;
  params: { locale: string };
  url: URL;
  pattern: string;
};

/** Runs a loader or an action of these pages for this member, against the API itself. */
async function runAs<Result>(
  agent: ApiAgent,
  request: Request,
  run: (args: RouteArgs) => Promise<Result>,
): Promise<Result> {
  const fetch = async (call: Request) => {
    const { pathname, search } = new URL(call.url);
    const { body, status } = await agent.get(pathname + search);
    return Response.json(body, { status });
  };
  const url = new URL(request.url);
  const { result } = await runInWebTier(request, fetch, (context) =>
    run({ request, context, params: { locale: "en" }, url, pattern: "" }),
  );
  return result;
}

/** Returns the options in the order's dialog. */
async function offeredFor(agent: ApiAgent, orderId: number) {
  const request = new Request(`${SHOP_URL}/en/dashboard?order=${orderId}`);
  return (await runAs(agent, request, loadOrders)).data.destinations;
}

const PAGE = "/en/withdraw-from-contract";

/** Returns the options on the withdrawal page, and the selected destination. */
async function openPage(agent: ApiAgent, query: string, cookie = "") {
  const request = new Request(`${SHOP_URL}${PAGE}?${query}`, { headers: { cookie } });
  const { destinations, prefilled, review } = await runAs(agent, request, loader);
  const { contract, destination } = prefilled;
  return { destinations, contract, destination, review: review?.destination };
}

/** Sends the page's form; leads to its review if it is valid. */
const submitPage = (agent: ApiAgent, fields: Record<string, string>) =>
  runAs(
    agent,
    postForm(PAGE, {
      operation_id: randomUUID(),
      name: "Mari Tamm",
      email: "mari@promptory.test",
      subject: "order",
      ...fields,
    }),
    action,
  );

/** Returns the cookie with a statement that waits for its review. */
async function keepStatement(agent: ApiAgent, fields: Record<string, string>): Promise<string> {
  const result = await submitPage(agent, fields);
  if (!(result instanceof Response)) throw new Error("the statement was not kept");
  expect(result.status).toBe(303);
  return result.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Returns the options of the form returned with errors, and the selected destination. */
async function submitInvalid(agent: ApiAgent, fields: Record<string, string>) {
  const result = await submitPage(agent, { ...fields, email: "nope" });
  if (result instanceof Response || !("reply" in result.data)) throw new Error("it was accepted");
  expect(result.init?.status).toBe(422);
  const { destinations, reply } = result.data;
  return {
    destinations,
    contract: reply.initialValue?.contract,
    destination: reply.initialValue?.destination,
  };
}

async function createReceiver() {
  const { agent, id } = await createMember(test);
  await giveCredits(test.database, id, 10_000);
  return { agent, orderId: await buyLongAgo(agent) };
}

describe("an order older than those that are listed", () => {
  it("is offered the destinations that its money can go to, like any other", async () => {
    const { agent: payer } = await createPayer(test, 10_000);
    const { agent: receiver, orderId } = await createReceiver();
    expect(await offeredFor(payer, await buyLongAgo(payer))).toEqual(["wallet", "source"]);
    expect(await offeredFor(receiver, orderId)).toEqual(["wallet"]);
  });

  it("is listed for its buyer who names it, once, and for nobody else", async () => {
    const { agent } = await createPayer(test, 10_000);
    const { agent: other } = await createMember(test);
    const orderId = await buyLongAgo(agent);
    const query = `?order_id=${orderId}`;
    expect(await listOptions(agent)).toEqual([]);
    expect(await listOptions(agent, query)).toMatchObject([{ id: orderId }]);
    expect(await listOptions(other, query)).toEqual([]);
    const newest = await buy(test, agent, { isLocked: true });
    expect(await listOptions(agent, `?order_id=${newest.orderId}`)).toHaveLength(1);
  });
});

describe("the withdrawal page of an order older than those that are listed", () => {
  it("offers where its money can go, whatever was stated about another contract before", async () => {
    const { agent, orderId } = await createReceiver();
    const contract = String(orderId);
    const only = { destinations: ["wallet"], contract, destination: "wallet" };
    expect(await openPage(agent, `order=${orderId}`)).toEqual(only);
    const others: Record<string, string>[] = [
      { contract: "5" },
      { contract: "the fox" },
      { subject: "balance" },
    ];
    for (const fields of others) {
      const cookie = await keepStatement(agent, fields);
      expect(await openPage(agent, `order=${orderId}`, cookie)).toEqual(only);
    }
  });

  it("offers it for the statement too that is reviewed or changed", async () => {
    const { agent, orderId } = await createReceiver();
    const contract = String(orderId);
    const cookie = await keepStatement(agent, { contract, destination: "source" });
    const only = { destinations: ["wallet"], contract, destination: "wallet" };
    expect(await openPage(agent, "again=1", cookie)).toEqual(only);
    expect(await openPage(agent, "step=review", cookie)).toMatchObject({ review: "wallet" });
  });

  it("offers it with errors too, for the contract that was submitted", async () => {
    const { agent, orderId } = await createReceiver();
    const contract = String(orderId);
    for (const destination of ["wallet", "source"]) {
      expect(await submitInvalid(agent, { contract, destination })).toEqual({
        destinations: ["wallet"],
        contract,
        destination: "wallet",
      });
    }
    const { agent: payer } = await createPayer(test, 10_000);
    const paid = String(await buyLongAgo(payer));
    for (const destination of ["wallet", "source"]) {
      expect(await submitInvalid(payer, { contract: paid, destination })).toEqual({
        destinations: ["source", "wallet"],
        contract: paid,
        destination,
      });
    }
  });
});

describe("what the withdrawal page has selected", () => {
  /** Returns the subject that the page of this query has selected. */
  const subjectOf = async (agent: ApiAgent, query = "", cookie = "") => {
    const request = new Request(`${SHOP_URL}${PAGE}?${query}`, { headers: { cookie } });
    return (await runAs(agent, request, loader)).prefilled.subject;
  };

  it("is the unused balance of a member who has no order to withdraw from", async () => {
    const { agent } = await createPayer(test, 10_000);
    expect(await subjectOf(agent)).toBe("balance");
    // An explicit request, or an earlier choice, is kept.
    expect(await subjectOf(agent, "order=5")).toBe("order");
    const cookie = await keepStatement(agent, { contract: "The lighthouse" });
    expect(await subjectOf(agent, "again=1", cookie)).toBe("order");
  });

  it("is a purchase where there is one, or nothing at all", async () => {
    const { agent } = await createPayer(test, 10_000);
    await buy(test, agent, { isLocked: true });
    expect(await subjectOf(agent)).toBe("order");
    expect(await subjectOf(agent, "balance=1")).toBe("balance");
    expect(await subjectOf((await createMember(test)).agent)).toBe("order");
  });
});

/** Creates a member's order, and their statement with a text that may be about it. */
async function createDoubtful() {
  const { agent, email } = await createPayer(test, 10_000);
  const orderId = await buyLongAgo(agent);
  const statement = { name: "Bea", email, subject: "order", contract: "The lighthouse" };
  const body = { operation_id: randomUUID(), destination: "wallet", ...statement };
  expect((await agent.post("/api/withdrawals", body)).status).toBe(200);
  return { agent, email, orderId };
}

describe("an order whose period is over and that an undecided withdrawal may be about", () => {
  it("is listed beside newer ones, and is no money that can still be had", async () => {
    const { agent, email, orderId } = await createDoubtful();
    await test.database`
      UPDATE orders SET created_at = created_at - interval '30 days' WHERE id = ${orderId}`;
    await test.database`
      UPDATE withdrawals SET received_at = received_at - interval '29 days' WHERE email = ${email}`;
    await buy(test, agent, { priceCents: 300, isLocked: true });

    const response = await agent.get("/api/withdrawals/options");
    expect(response.as(withdrawalOptionsResponseSchema).payload).toMatchObject({
      orders: [{ amount: "3.00" }],
      held_orders: [{ id: orderId, amount: "4.00" }],
      ...{ orders_total: "7.00", held_total: "4.00" },
    });
    const french = test.createAgent({ locale: "fr" }).takeCookiesOf(agent);
    const inFrench = await french.get("/api/withdrawals/options");
    expect(inFrench.as(withdrawalOptionsResponseSchema).payload).toMatchObject({
      orders: [{ title_locale: "en" }],
      held_orders: [{ title_locale: "en" }],
    });
    const request = new Request(`${SHOP_URL}/en/dashboard/profile?delete=1`);
    const locked = await runAs(agent, request, ({ context }) => loadLockedOrders(context));
    expect(locked).toMatchObject({ openCents: 300, heldCents: 400, ordersCents: 700 });
    expect(locked?.heldOrders).toMatchObject([{ id: String(orderId) }]);
  });
});

describe("an order in its period that an undecided withdrawal may be about", () => {
  it("is listed beside newer ones, once, and named where the account is deleted", async () => {
    const { agent, orderId } = await createDoubtful();

    const response = await agent.get("/api/withdrawals/options");
    const { orders, ...rest } = response.as(withdrawalOptionsResponseSchema).payload;
    expect(orders.map(({ id }) => id)).toEqual([orderId]);
    expect(rest).toMatchObject({ held_orders: [], orders_total: "4.00" });
    expect(await listOptions(agent, `?order_id=${orderId}`)).toHaveLength(1);
    const request = new Request(`${SHOP_URL}/en/dashboard/profile?delete=1`);
    const locked = await runAs(agent, request, ({ context }) => loadLockedOrders(context));
    expect(locked?.orders).toMatchObject([{ id: String(orderId) }]);
  });
});

describe("more orders that one statement in words holds than a list has", () => {
  it("still have the one asked for in their period, and are all listed after it", async () => {
    const { agent, id, email } = await createPayer(test, 10_000);
    const orderId = await buyLongAgo(agent);
    const { database } = test;
    await database`UPDATE orders SET consented_at = NULL, consent_version = NULL,
      consent_locale = NULL WHERE user_id = ${id}`;
    const statement = { name: "Bea", email, subject: "order", contract: "The lighthouse" };
    const body = { operation_id: randomUUID(), destination: "wallet", ...statement };
    expect((await agent.post("/api/withdrawals", body)).status).toBe(200);
    const listed = await listOptions(agent, `?order_id=${orderId}`);
    expect(listed).toHaveLength(LISTED + 1);
    expect(listed.at(-1)).toMatchObject({ id: orderId });

    await database`
      UPDATE orders SET created_at = created_at - interval '30 days' WHERE user_id = ${id}`;
    await database`
      UPDATE withdrawals SET received_at = received_at - interval '29 days' WHERE email = ${email}`;
    const response = await agent.get("/api/withdrawals/options");
    const { orders, held_orders } = response.as(withdrawalOptionsResponseSchema).payload;
    expect(orders).toEqual([]);
    expect(held_orders).toHaveLength(LISTED + 1);
    expect(held_orders?.at(-1)).toMatchObject({ id: orderId });
  });
});

describe("an order that was refunded in part", () => {
  it("is offered with what comes back of it, alone and in total", async () => {
    const { agent, id, email } = await createMember(test);
    await giveCredits(test.database, id, 1_000);
    const { orderId } = await buy(test, agent, { priceCents: 400, isLocked: true });
    await buy(test, agent, { priceCents: 300, isLocked: true });
    const part = { amount: "1.50", destination: "wallet" };
    expect((await refundOrder(staff, orderId, part)).status).toBe(200);
    const response = await agent.get("/api/withdrawals/options");
    const { orders, orders_total } = response.as(withdrawalOptionsResponseSchema).payload;
    expect(orders_total).toBe("5.50");
    expect(orders.map(({ price, amount }) => [price, amount])).toEqual([
      ["3.00", "3.00"],
      ["4.00", "2.50"],
    ]);
    const request = new Request(`${SHOP_URL}/en/dashboard?order=${orderId}`);
    const { opened } = (await runAs(agent, request, loadOrders)).data;
    expect(opened?.backCents).toBe(250);

    const before = await balanceOf(agent);
    const statement = { name: "Bea", email, subject: "order", contract: String(orderId) };
    const body = { operation_id: randomUUID(), destination: "wallet", ...statement };
    expect((await agent.post("/api/withdrawals", body)).status).toBe(200);
    expect(await balanceOf(agent)).toBe(Number(before) + 250);
  });

  it("is given up with its account at what would come back of it", async () => {
    const { agent, id, password } = await createMember(test);
    await giveCredits(test.database, id, 400);
    const { orderId } = await buy(test, agent, { priceCents: 400, isLocked: true });
    await refundOrder(staff, orderId, { amount: "1.50", destination: "wallet" });
    const remove = (expected_orders: string) =>
      agent.request("DELETE", "/api/user/delete", {
        ...{ password, forfeit_balance: true, expected_balance: "1.50", expected_orders },
      });
    expect((await remove("4.00")).status).toBe(422);
    expect((await remove("2.50")).status).toBe(200);
  });
});
