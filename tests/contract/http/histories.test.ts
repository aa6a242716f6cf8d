import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { historyMetaSchema } from "#api/contract/history.ts";
import { generateProducts } from "#tests/bench/generate-products.ts";
import { createMember, createUser, type MadeUser } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createRecordingApi, type RecordingApi } from "#tests/setup/api/recording-api.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { createGroups } from "#tests/setup/records/offers.ts";

// Histories are read in pages, by key (spec §7: each returns a payload list).

const OWN = 250;
const OTHERS = 1_500;

let test: TestApi;
let api: RecordingApi;
let agent: ApiAgent;
let member: MadeUser;
beforeAll(async () => {
  test = await createTestApi();
  api = createRecordingApi(test);
  agent = api.agent;
  member = await createUser(test.database);
  const [earlier, later] = [await createUser(test.database), await createUser(test.database)];
  await generateProducts(test.connection, OTHERS);
  await createGroups(test);
  for (const [user, count] of [
    [earlier, OTHERS],
    [member, OWN],
    [later, OTHERS],
  ] as const) {
    await fill(user.id, count);
  }
  await test.database`ANALYZE deposits, orders, offers`;
  const { email, password } = member;
  expect((await agent.post("/api/login", { email, password })).status).toBe(200);
});
afterAll(async () => {
  await api.close();
  await test.close();
});

/** Inserts so many deposits, orders and offers, like years of use. */
async function fill(userId: number, count: number): Promise<void> {
  const sql = test.database;
  await sql`
    INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
      method, status, provider, contact)
    SELECT ${userId}, gen_random_uuid(), 'x', n * 100, n * 100, 'card', 'failed', 'sandbox', '{}'
    FROM generate_series(1, ${count}::int) AS n`;
  await sql`
    INSERT INTO orders (user_id, product_id, slug, titles, descriptions, price_cents, currency,
      prompt, licence, picture_hash)
    SELECT ${userId}, id, slug, titles, descriptions, price_cents, 'Credits', prompt, 'licence',
      picture_hash
    FROM products WHERE picture_hash IS NOT NULL ORDER BY id LIMIT ${count}`;
  await sql`
    INSERT INTO offers (user_id, body_hash, locale, title, category_id, user_price_cents,
      created_at)
    SELECT ${userId}, 'x', 'en', 'Offer ' || n, (SELECT min(id) FROM categories), 1000,
      now()
    FROM generate_series(1, ${count}::int) AS n`;
}

const listSchema = z.object({
  status: z.literal("OK"),
  payload: z.array(
    z.object({
      id: z.number(),
      order_id: z.number().optional(),
      prompt_id: z.number().optional(),
    }),
  ),
  meta: historyMetaSchema,
});

async function read(path: string, query: Record<string, unknown> = {}, by = agent) {
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const response = await by.get(`${path}?${search.join("&")}`);
  const { payload, meta } = response.as(listSchema);
  // Pages of owned prompts are keyed by the order.
  return { ids: payload.map(({ id, order_id }) => order_id ?? id), meta, payload };
}

const TABLES = [
  ["/api/deposit/history", "deposits"],
  ["/api/purchase/history", "orders"],
  ["/api/user/prompts", "orders"],
  ["/api/offer/history", "offers"],
] as const;

async function ownIds(table: string): Promise<number[]> {
  const rows = await test.database<{ id: number }[]>`
    SELECT id FROM ${test.database(table)} WHERE user_id = ${member.id} ORDER BY id DESC`;
  return rows.map(({ id }) => id);
}

describe.each(TABLES)("GET %s", (path, table) => {
  it("returns its newest hundred when nothing is said of pages", async () => {
    const { ids, meta } = await read(path);
    const all = await ownIds(table);
    expect(all).toHaveLength(OWN);
    expect(ids).toEqual(all.slice(0, 100));
    expect(meta).toEqual({ newer: null, older: all[99] });
  });

  it.each([1, 24, 83, 100])("walks to its end and back by pages of %i", async (limit) => {
    const all = await ownIds(table);
    const down: number[][] = [];
    let older: unknown = null;
    do {
      const page = await read(path, older === null ? { limit } : { limit, before: older });
      down.push(page.ids);
      older = page.meta.older;
    } while (older !== null && down.length < 8);
    expect(down.flat()).toEqual(all.slice(0, limit * 8));
    let newer: unknown = down.at(-1)?.[0];
    const up: number[][] = [];
    while (newer !== null && up.length < 8) {
      const page = await read(path, { limit, after: newer });
      up.unshift(page.ids);
      newer = page.meta.newer;
    }
    expect(up).toEqual(down.slice(0, -1));
  });

  it("says where it ends", async () => {
    const all = await ownIds(table);
    const [newest, oldest] = [all[0], all.at(-1)];
    expect(await read(path, { before: oldest })).toMatchObject({
      ids: [],
      meta: { newer: null, older: null },
    });
    expect(await read(path, { after: newest })).toMatchObject({
      ids: [],
      meta: { newer: null, older: null },
    });
    const last = await read(path, { before: all.at(-3) });
    expect(last).toMatchObject({ ids: all.slice(-2), meta: { newer: all.at(-2), older: null } });
  });

  it("holds nothing of another member's, whatever the cursor", async () => {
    const { agent: otherMember } = await createMember(test);
    const [first] = await ownIds(table);
    for (const query of [{}, { before: 999_999_999 }, { after: 0 }, { before: first }]) {
      expect((await read(path, query, otherMember)).ids).toEqual([]);
    }
    const own = await ownIds(table);
    expect((await read(path, { after: 0, limit: 5 })).ids).toEqual(own.slice(-5));
  });

  it.each([
    "limit=0",
    "limit=101",
    "limit=-1",
    "limit=1e1",
    "limit=",
    "before=x",
    "before=-1",
    "after=1.5",
    "before=99999999999999999999",
    "after=%00",
  ])("does not accept %s", async (query) => {
    expect((await agent.get(`${path}?${query}`)).status).toBe(422);
  });

  it("is read by its index, without sorting, on any page", async () => {
    const all = await ownIds(table);
    for (const query of ["limit=24", `before=${all[100]}`, `after=${all[100]}`]) {
      const isOfTable = (text: string) => text.includes(`FROM ${table}`);
      const plans = await api.explain(`${path}?${query}`, isOfTable);
      expect(plans, query).toHaveLength(1);
      for (const whole of plans) {
        // Subplans, such as an offer's styles, read only for the page's rows and come after it.
        const [plan] = whole.split("SubPlan");
        expect(plan).toContain(`${table}_user`);
        expect(plan).not.toContain(`Seq Scan on ${table}`);
        expect(plan).not.toContain("Sort");
      }
    }
  });
});

describe("one entry alone", () => {
  it.each([
    ["/api/purchase/history", "orders"],
    ["/api/offer/history", "offers"],
  ])("of %s is found by its id, and another member's is not", async (path, table) => {
    const all = await ownIds(table);
    for (const id of [all[0], all[120], all.at(-1)]) {
      const { ids, meta } = await read(path, { id });
      expect([ids, meta]).toEqual([[id], { newer: null, older: null }]);
    }
    const [foreign] = await test.database<{ id: number }[]>`
      SELECT max(id) AS id FROM ${test.database(table)} WHERE user_id <> ${member.id}`;
    expect((await read(path, { id: foreign?.id })).ids).toEqual([]);
    expect((await agent.get(`${path}?id=x`)).status).toBe(422);
  });

  it("of the owned prompts is found by its product", async () => {
    const { payload } = await read("/api/purchase/history", {
      limit: 1,
      before: (await ownIds("orders"))[200],
    });
    const productId = payload[0]?.prompt_id;
    const found = await read("/api/user/prompts", { product_id: productId });
    expect(found.payload.map(({ id }) => id)).toEqual([productId]);
  });
});
