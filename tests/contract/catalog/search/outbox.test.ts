import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SearchEngineError } from "#api/catalog/search/opensearch/engine.ts";
import { outboxJobs } from "#api/catalog/search/opensearch/outbox.jobs.ts";
import { isOutboxStarted, stopOutbox } from "#api/catalog/search/opensearch/outbox.queries.ts";
import { shipChanges } from "#api/catalog/search/opensearch/ship-changes.ts";
import type { Database } from "#api/db/client.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import {
  ALIAS,
  createEngineTest,
  type EngineTest,
  rebuild,
} from "#tests/setup/database/search-adapters.ts";

let setup: EngineTest;
let database: Database;
let productId: number;
let otherId: number;
beforeAll(async () => {
  setup = await createEngineTest({ bytesMax: 20_000 });
  database = setup.test.database;
  const { test } = setup;
  productId = (await createListedProduct(test, { category: "sea", styles: ["ink"] })).id;
  otherId = (await createListedProduct(test, { category: "sea", styles: ["gold"] })).id;
});
afterAll(() => setup.close());

const listChanged = async () =>
  (await database<{ id: number }[]>`SELECT product_id AS id FROM search_changes ORDER BY 1`).map(
    ({ id }) => id,
  );
const setPrice = (id: number, cents: number) =>
  database`UPDATE products SET price_cents = ${cents} WHERE id = ${id}`;
const documentOf = (id: number) =>
  setup.standIn.cluster.sources(ALIAS).find((source) => source.id === id);
const ship = () => shipChanges(setup.shipping);
const countBulks = () => setup.standIn.requests.filter((line) => line.endsWith("/_bulk")).length;

describe("without an engine", () => {
  it("changes leave nothing behind", async () => {
    expect(await isOutboxStarted(database)).toBe(false);
    await setPrice(productId, 400);
    expect(await listChanged()).toEqual([]);
  });
});

describe("with an engine", () => {
  beforeAll(async () => {
    await rebuild(setup);
  });
  beforeEach(async () => {
    while (!(await ship()));
    expect(await listChanged()).toEqual([]);
  });
  afterEach(() => {
    setup.standIn.fault = null;
    setup.standIn.before = null;
  });

  const CHANGES: [what: string, change: (sql: Database) => Promise<unknown>, both: boolean][] = [
    [
      "titles",
      (sql) => sql`UPDATE products SET titles = '{"en": "Heron"}' WHERE id = ${productId}`,
      false,
    ],
    [
      "descriptions",
      (sql) => sql`UPDATE products SET descriptions = '{"en": "A bird"}' WHERE id = ${productId}`,
      false,
    ],
    [
      "motifs",
      (sql) => sql`UPDATE products SET motifs = '{"en": ["Reed"]}' WHERE id = ${productId}`,
      false,
    ],
    ["price", (sql) => sql`UPDATE products SET price_cents = 777 WHERE id = ${productId}`, false],
    ["sales", (sql) => sql`UPDATE products SET sales_count = 8 WHERE id = ${productId}`, false],
    [
      "status",
      (sql) => sql`UPDATE products SET status = 'withdrawn' WHERE id = ${productId}`,
      false,
    ],
    [
      "publication",
      (sql) =>
        sql`UPDATE products SET status = 'published', published_at = now() WHERE id = ${productId}`,
      false,
    ],
    [
      "a style less",
      (sql) => sql`DELETE FROM product_styles WHERE product_id = ${productId}`,
      false,
    ],
    [
      "a style more",
      (sql) =>
        sql`INSERT INTO product_styles (product_id, style_id) SELECT ${productId}, id FROM styles WHERE slug = 'ink'`,
      false,
    ],
    [
      "the name of its style",
      (sql) => sql`UPDATE styles SET names = '{"en": "Indian ink"}' WHERE slug = 'ink'`,
      false,
    ],
    [
      "the name of its category",
      (sql) => sql`UPDATE categories SET names = '{"en": "Ocean"}' WHERE slug = 'sea'`,
      true,
    ],
    [
      "the slug of its category",
      (sql) => sql`UPDATE categories SET slug = 'ocean' WHERE slug = 'sea'`,
      true,
    ],
  ];
  it.each(
    CHANGES,
  )("a change of %s leaves one row and reaches the index", async (_, change, both) => {
    const before = JSON.stringify(documentOf(productId));
    await change(database);
    expect(await listChanged()).toEqual(both ? [productId, otherId] : [productId]);
    expect(await ship()).toBe(true);
    expect(await listChanged()).toEqual([]);
    expect(JSON.stringify(documentOf(productId))).not.toBe(before);
  });

  it("what a search does not read leaves none, nor does what is rolled back", async () => {
    await database`UPDATE products SET search_vector = search_vector, prompt = 'Other' WHERE id = ${productId}`;
    const undone = database.begin(async (sql) => {
      await sql`UPDATE products SET price_cents = 1 WHERE id = ${productId}`;
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await listChanged()).toEqual([]);
  });

  it("many changes of a product are one row and one write", async () => {
    for (let cents = 100; cents < 110; cents++) await setPrice(productId, cents);
    expect(await listChanged()).toEqual([productId]);
    const before = countBulks();
    await ship();
    expect(countBulks()).toBe(before + 1);
    expect(documentOf(productId)?.price_cents).toBe(109);
  });

  it("a product that is gone or not for sale stays out, whatever arrives late", async () => {
    const { id } = await createListedProduct(setup.test, { titles: { en: "Passing" } });
    await ship();
    const listed = documentOf(id);
    expect(listed?.is_listed).toBe(true);
    await database`DELETE FROM products WHERE id = ${id}`;
    await ship();
    expect(documentOf(id)).toEqual({ id, is_listed: false });
    // As the engine returned it, which is not a document of our own types.
    const late = { version: 1, document: listed as never };
    expect(await setup.engine.write("current", [late])).toEqual([{ isWritten: true }]);
    expect(documentOf(id)).toEqual({ id, is_listed: false });
  });

  it("a change while its product is on its way is not lost", async () => {
    await setPrice(productId, 500);
    setup.standIn.before = async (line) => {
      if (!line.endsWith("/_bulk")) return;
      setup.standIn.before = null;
      await setPrice(productId, 501);
    };
    await ship();
    expect(documentOf(productId)?.price_cents).toBe(500);
    expect(await listChanged()).toEqual([productId]);
    await ship();
    expect(documentOf(productId)?.price_cents).toBe(501);
  });

  it("is read by one process at a time", async () => {
    await setPrice(productId, 600);
    let isSecondDone = false;
    setup.standIn.before = async (line) => {
      if (!line.endsWith("/_bulk")) return;
      setup.standIn.before = null;
      const before = countBulks();
      expect(await ship()).toBe(false);
      expect(countBulks()).toBe(before);
      isSecondDone = true;
    };
    expect(await ship()).toBe(true);
    expect(isSecondDone).toBe(true);
    expect(await listChanged()).toEqual([]);
  });

  it("waits while the engine is down, and is taken there when it is back", async () => {
    await setup.standIn.stop();
    await setPrice(productId, 700);
    await setPrice(otherId, 701);
    for (let run = 0; run < 3; run++) {
      await expect(ship()).rejects.toThrow(SearchEngineError);
      expect(await listChanged()).toEqual([productId, otherId]);
    }
    await setup.standIn.start();
    expect(await ship()).toBe(true);
    expect([productId, otherId].map((id) => documentOf(id)?.price_cents)).toEqual([700, 701]);
  });

  it.each([
    429, 500, 503, 401,
  ] as const)("keeps its rows when the engine says %i", async (status) => {
    await setPrice(productId, 800 + status);
    setup.standIn.fault = { matches: /_bulk$/, status };
    await expect(ship()).rejects.toThrow(String(status));
    expect(await listChanged()).toEqual([productId]);
    setup.standIn.fault = null;
    await ship();
    expect(documentOf(productId)?.price_cents).toBe(800 + status);
  });

  it("sends again what it has no response for", async () => {
    await setPrice(productId, 900);
    setup.standIn.fault = { matches: /_bulk$/, status: "lose" };
    await expect(ship()).rejects.toThrow(SearchEngineError);
    expect(documentOf(productId)?.price_cents).toBe(900);
    expect(await listChanged()).toEqual([productId]);
    setup.standIn.fault = null;
    expect(await ship()).toBe(true);
    expect(await listChanged()).toEqual([]);
  });

  it("goes on without a product that the engine rejects, and tries it again later", async () => {
    setup.standIn.cluster.rejectedIds.add(String(productId));
    await setPrice(productId, 1_000);
    await setPrice(otherId, 1_001);
    expect(await ship()).toBe(true);
    expect(documentOf(otherId)?.price_cents).toBe(1_001);
    expect(await listChanged()).toEqual([productId]);
    const rejection = setup.test.logged.find(({ msg }) => /rejects a product/.test(String(msg)));
    expect(rejection).toMatchObject({ productId, attempts: 0 });
    setup.standIn.cluster.rejectedIds.clear();
    await ship();
    expect(documentOf(productId)?.price_cents).not.toBe(1_000);
    setup.test.clock.advance(61);
    await ship();
    expect(documentOf(productId)?.price_cents).toBe(1_000);
  });

  it("takes a change along that a clock that was ahead has postponed by a year", async () => {
    await setPrice(productId, 1_002);
    await database`UPDATE search_changes SET due_at = now() + interval '1 year'`;
    await ship();
    expect(documentOf(productId)?.price_cents).toBe(1_002);
  });

  it("is sent in halves when it is too large for one request", async () => {
    await database`
      INSERT INTO products (slug, category_id, titles, prompt, price_cents)
      SELECT 'many-' || n, (SELECT category_id FROM products WHERE id = ${productId}),
        jsonb_build_object('en', repeat('word' || n || ' ', 20)), 'p', 100
      FROM generate_series(1, 450) AS n`;
    while (!(await ship()));
    expect(await listChanged()).toEqual([]);
    const [row] =
      await database`SELECT count(*)::int AS count FROM products WHERE status = 'published'`;
    const listed = setup.standIn.cluster.sources(ALIAS).filter((source) => source.is_listed);
    expect(listed).toHaveLength(row?.count);
  });

  it("an older version never replaces a newer one, in whatever order they arrive", async () => {
    const document = { id: 4_000_000, is_listed: false } as const;
    // Only the part of a document that the test looks at.
    const listed = { ...document, is_listed: true } as never;
    await setup.engine.write("current", [{ version: 2_000_000, document }]);
    await setup.engine.write("current", [{ version: 1_999_999, document: listed }]);
    expect(documentOf(4_000_000)).toEqual(document);
  });

  it("stops a day after the last process with an engine, and leaves nothing", async () => {
    const run = async () => {
      for (const job of outboxJobs(setup.test.deps)) await job.run();
    };
    await setPrice(productId, 1_200);
    await run();
    expect(await isOutboxStarted(database)).toBe(true);
    setup.test.clock.advance(25 * 60 * 60);
    await run();
    expect(await isOutboxStarted(database)).toBe(false);
    expect(await listChanged()).toEqual([]);
    await setPrice(productId, 1_201);
    expect(await listChanged()).toEqual([]);
    await run();
    await stopOutbox(database);
  });
});
