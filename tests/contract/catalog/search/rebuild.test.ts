import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SearchEngineError } from "#api/catalog/search/opensearch/engine.ts";
import { RebuildError, rebuildIndex } from "#api/catalog/search/opensearch/rebuild.ts";
import { shipChanges } from "#api/catalog/search/opensearch/ship-changes.ts";
import { COUNT_MAX } from "#api/catalog/search/search.ts";
import type { Database } from "#api/db/client.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import {
  ALIAS,
  createEngineTest,
  type EngineTest,
  rebuild,
} from "#tests/setup/database/search-adapters.ts";

const PRODUCTS = 1_100;
const NEXT = `${ALIAS}-next`;

let setup: EngineTest;
let database: Database;
beforeAll(async () => {
  setup = await createEngineTest();
  database = setup.test.database;
  const { id } = await createListedProduct(setup.test, { slug: "first" });
  await database`
    INSERT INTO products (slug, category_id, titles, prompt, price_cents, status)
    SELECT 'made-' || n, (SELECT category_id FROM products WHERE id = ${id}),
      jsonb_build_object('en', 'Heron ' || n), 'p', 100 + n,
      CASE WHEN n % 100 = 0 THEN 'withdrawn' ELSE 'published' END
    FROM generate_series(1, ${PRODUCTS}::int) AS n`;
});
afterAll(() => setup.close());
afterEach(() => {
  setup.standIn.fault = null;
  setup.standIn.before = null;
});

const listIndexes = () => Object.entries(setup.standIn.cluster.aliasesOf(`${ALIAS}-v*`));
const countHerons = async () => {
  const request = { text: "heron", locale: "en", categorySlugs: null, styleSlugs: null };
  const range = { priceMinCents: null, priceMaxCents: null, offset: 0, limit: 1 };
  return (await setup.openSearch.find({ ...request, ...range, sort: "newest", withFacets: false }))
    .total;
};
/** Expects the index and the database to agree on price and state of every product on sale. */
async function expectInStep() {
  const rows = await database<{ id: number; cents: number }[]>`
    SELECT id, price_cents AS cents FROM products WHERE status = 'published' ORDER BY id`;
  const listed = setup.standIn.cluster
    .sources(ALIAS)
    .filter((source) => source.is_listed)
    .map(({ id, price_cents: cents }) => ({ id: Number(id), cents: Number(cents) }))
    .toSorted((a, b) => a.id - b.id);
  expect(listed).toEqual([...rows]);
}
/** Runs `work` when the new index has received its second batch. */
function duringRebuild(work: () => Promise<void>): { wasRun(): boolean } {
  let batches = 0;
  setup.standIn.before = async (line) => {
    if (!line.endsWith(` /${NEXT}/_bulk`)) return;
    batches += 1;
    if (batches !== 2) return;
    setup.standIn.before = null;
    await work();
  };
  return { wasRun: () => batches >= 2 };
}

describe("rebuilding the index", () => {
  it("does not make the shop wait behind a transaction that lasts", async () => {
    await database.begin(async (sql) => {
      await sql`UPDATE products SET price_cents = price_cents WHERE slug = 'made-1'`;
      await expect(rebuild(setup)).rejects.toThrow(RebuildError);
    });
  });

  it("makes the first one, with every product that is for sale", async () => {
    const shown: number[] = [];
    const result = await rebuildIndex({
      ...setup.shipping,
      onProgress: (count) => shown.push(count),
    });
    const products = PRODUCTS - Math.floor(PRODUCTS / 100) + 1;
    expect(result).toEqual({ products, rejected: [] });
    expect(shown).toEqual([500, 1_000, products]);
    expect(listIndexes()).toEqual([[expect.any(String), { aliases: { [ALIAS]: {} } }]]);
    expect(await countHerons()).toBe(COUNT_MAX);
    await expectInStep();
  });

  it("gives pages and counts as far as the database does, and no further", async () => {
    const range = {
      priceMinCents: null,
      priceMaxCents: null,
      sort: "newest",
      withFacets: true,
    } as const;
    const request = { text: "", locale: "en", categorySlugs: null, styleSlugs: null, ...range };
    for (const [offset, count] of [
      [0, 15],
      [COUNT_MAX - 10, 10],
      [COUNT_MAX, 0],
    ] as const) {
      const page = { ...request, offset, limit: 15 };
      const found = await setup.openSearch.find(page);
      const expected = await setup.test.deps.search.find(page);
      // The engine does not have the row versions of the database.
      expect(found).toEqual({ ...expected, versions: null });
      expect(found).toMatchObject({ total: COUNT_MAX, facets: null });
      expect(found.ids).toHaveLength(count);
    }
  });

  it("replaces the index in one step, with what has changed meanwhile", async () => {
    const [before] = listIndexes();
    const rebuilt = duringRebuild(async () => {
      await database`UPDATE products SET price_cents = 9 WHERE slug IN ('made-1', 'made-1099')`;
      await database`UPDATE products SET status = 'withdrawn' WHERE slug = 'made-2'`;
      await database`UPDATE products SET status = 'published' WHERE slug = 'made-100'`;
      await database`DELETE FROM products WHERE slug = 'made-3'`;
      // As a process of the shop does meanwhile: searches see the change immediately, too.
      await shipChanges(setup.shipping);
      await expectInStep();
      await database`UPDATE products SET price_cents = 8 WHERE slug = 'made-4'`;
    });
    await rebuild(setup);
    expect(rebuilt.wasRun()).toBe(true);
    expect(listIndexes()).toHaveLength(1);
    expect(listIndexes()[0]?.[0]).not.toBe(before?.[0]);
    await expectInStep();
  });

  it("leaves the shop searching when it is killed half way, and the next run cleans up", async () => {
    const herons = await countHerons();
    duringRebuild(async () => {
      setup.standIn.fault = { matches: /next\/_bulk$/, status: 500 };
    });
    await expect(rebuild(setup)).rejects.toThrow(SearchEngineError);
    setup.standIn.fault = null;
    expect(await countHerons()).toBe(herons);
    expect(listIndexes()).toHaveLength(2);
    await database`UPDATE products SET price_cents = 7 WHERE slug = 'made-5'`;
    await setup.catchUp();
    await expectInStep();
    await rebuild(setup);
    expect(listIndexes()).toHaveLength(1);
    await expectInStep();
  });

  it("cleans up after a run that was killed between the swap and the end", async () => {
    setup.standIn.fault = { matches: /^DELETE/, status: 500 };
    await expect(rebuild(setup)).rejects.toThrow(SearchEngineError);
    setup.standIn.fault = null;
    expect(listIndexes()).toHaveLength(2);
    await expectInStep();
    await rebuild(setup);
    expect(listIndexes()).toHaveLength(1);
  });

  it("runs once at a time", async () => {
    const rebuilt = duringRebuild(async () => {
      await expect(rebuild(setup)).rejects.toThrow(RebuildError);
    });
    await rebuild(setup);
    expect(rebuilt.wasRun()).toBe(true);
    expect(listIndexes()).toHaveLength(1);
  });

  it("stops when the process is to stop, and the next run cleans up", async () => {
    const controller = new AbortController();
    duringRebuild(async () => controller.abort(new Error("stopped")));
    const { signal: interrupted } = controller;
    await expect(rebuildIndex({ ...setup.shipping, interrupted })).rejects.toThrow("stopped");
    expect(listIndexes()).toHaveLength(2);
    await expectInStep();
    await rebuild(setup);
    expect(listIndexes()).toHaveLength(1);
  });

  it("waits for a busy engine", async () => {
    const pauses: number[] = [];
    duringRebuild(async () => {
      setup.standIn.fault = { matches: /next\/_bulk$/, status: 429 };
    });
    await rebuildIndex({
      ...setup.shipping,
      pause: async (ms) => {
        pauses.push(ms);
        if (pauses.length === 3) setup.standIn.fault = null;
      },
    });
    expect(pauses).toEqual([500, 1_000, 2_000]);
    await expectInStep();
  });

  it("names the products that the engine rejects, and goes on without them", async () => {
    const [row] = await database<{ id: number }[]>`SELECT id FROM products WHERE slug = 'made-7'`;
    setup.standIn.cluster.rejectedIds.add(String(row?.id));
    expect((await rebuild(setup)).rejected).toEqual([row?.id]);
    setup.standIn.cluster.rejectedIds.clear();
    expect(await countHerons()).toBe(COUNT_MAX);
  });
});
