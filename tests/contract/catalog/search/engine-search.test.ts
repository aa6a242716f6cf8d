import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SearchEngine } from "#api/catalog/search/opensearch/engine.ts";
import { createEngineSearch } from "#api/catalog/search/opensearch/engine-search.ts";
import { stopOutbox } from "#api/catalog/search/opensearch/outbox.queries.ts";
import type { SearchRequest } from "#api/catalog/search/search.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import {
  createEngineTest,
  type EngineTest,
  PREFIX,
  rebuild,
} from "#tests/setup/database/search-adapters.ts";

const HERON: SearchRequest = {
  ...{ text: "heron", locale: "en", categorySlugs: null, styleSlugs: null, priceMinCents: null },
  ...{ priceMaxCents: null, sort: "best_match", offset: 0, limit: 15, withFacets: true },
};

let setup: EngineTest;
let search: ReturnType<typeof createEngineSearch>;
let engines: SearchEngine[] = [];
beforeAll(async () => {
  setup = await createEngineTest();
  await createListedProduct(setup.test, { titles: { en: "Heron" } });
});
afterAll(() => setup.close());

/** Creates the search as a process does, with an engine at the given address. */
async function connect(url = setup.standIn.url) {
  const engine = await SearchEngine.create({ url, prefix: PREFIX });
  engines.push(engine);
  const postgres = setup.test.deps.search;
  return createEngineSearch({ ...setup.shipping, engine, postgres });
}
beforeEach(async () => {
  setup.test.clock.stop();
  setup.test.logged.length = 0;
  search = await connect();
});
afterEach(async () => {
  setup.standIn.fault = null;
  for (const engine of engines) await engine.close();
  engines = [];
});

const runJobs = async (of = search) => {
  for (const job of of.jobs) await job.run();
};
const countSearches = () =>
  setup.standIn.requests.filter((line) => line.endsWith("/_search")).length;
/** Returns how many requests one search sends to the engine; it finds the product in any case. */
async function findHeron(of = search): Promise<number> {
  const before = countSearches();
  expect((await of.find(HERON)).total).toBe(1);
  return countSearches() - before;
}
const messages = () => setup.test.logged.map(({ msg }) => String(msg));

describe("before there is an index", () => {
  it("the database searches, and the log says what to do, once", async () => {
    expect(await findHeron()).toBe(0);
    await runJobs();
    await runJobs();
    expect(await findHeron()).toBe(0);
    expect(messages().filter((msg) => msg.includes("search:rebuild"))).toHaveLength(1);
  });
});

describe("with an index", () => {
  beforeAll(async () => {
    await rebuild(setup);
  });

  it("the engine searches as soon as the background has looked at it", async () => {
    expect(await findHeron()).toBe(0);
    await runJobs();
    expect(await findHeron()).toBe(1);
  });

  it("the background takes changes to it", async () => {
    await runJobs();
    await createListedProduct(setup.test, { titles: { en: "Egret" } });
    await runJobs();
    setup.standIn.cluster.refresh(`${PREFIX}-products`);
    expect((await search.find({ ...HERON, text: "egret" })).total).toBe(1);
  });

  it.each([
    400, 401, 403, 404, 429, 500, 502, 503,
  ] as const)("the database takes a search that the engine ends with %i", async (status) => {
    await runJobs();
    setup.standIn.fault = { matches: /_search$/, status };
    expect(await findHeron()).toBe(1);
    const failure = setup.test.logged.find(({ msg }) => /database searches/.test(String(msg)));
    expect(failure?.reason).toContain(String(status));
  });

  it.each(["hang", "lose"] as const)("and one without a response (%s)", async (status) => {
    await runJobs();
    setup.standIn.fault = { matches: /_search$/, status };
    expect(await findHeron()).toBe(1);
  });

  it("a dead engine is not asked again until the background has found it alive", async () => {
    await runJobs();
    setup.standIn.fault = { matches: /./, status: 503 };
    for (let search = 1; search <= 3; search++) expect(await findHeron()).toBe(1);
    for (let search = 1; search <= 20; search++) expect(await findHeron()).toBe(0);
    await runJobs();
    setup.test.clock.advance(2);
    await runJobs();
    expect(await findHeron()).toBe(0);
    setup.standIn.fault = null;
    await runJobs();
    // The pause doubles after each failed check.
    expect(await findHeron()).toBe(0);
    setup.test.clock.advance(60);
    await runJobs();
    expect(await findHeron()).toBe(1);
    expect(messages()).toContain("the search engine responds again");
  });

  it("an engine that is down at the start, and one that goes, cost no search", async () => {
    await runJobs();
    await setup.standIn.stop();
    for (let search = 1; search <= 5; search++) expect(await findHeron()).toBe(0);
    const late = await connect();
    await runJobs(late);
    expect(await findHeron(late)).toBe(0);
    await setup.standIn.start();
    setup.test.clock.advance(60);
    await runJobs(late);
    expect(await findHeron(late)).toBe(1);
  });

  it("writes that fail leave the searches with the engine", async () => {
    await runJobs();
    await setup.test.database`UPDATE products SET sales_count = sales_count + 1`;
    setup.standIn.fault = { matches: /_bulk$/, status: 429 };
    await runJobs();
    expect(await findHeron()).toBe(1);
    const bulks = () => setup.standIn.requests.filter((line) => line.endsWith("_bulk")).length;
    const before = bulks();
    await runJobs();
    expect(bulks()).toBe(before);
    setup.standIn.fault = null;
    setup.test.clock.advance(60);
    await runJobs();
    expect(bulks()).toBeGreaterThan(before);
  });

  it("no log names the password or the address", async () => {
    const wrong = await connect(setup.standIn.url.replace(/:[^:@]+@/, ":hunter2@"));
    await runJobs(wrong);
    expect(await findHeron(wrong)).toBe(0);
    await runJobs();
    await setup.standIn.stop();
    await findHeron();
    await setup.standIn.start();
    expect(setup.test.logged.length).toBeGreaterThan(1);
    const logged = JSON.stringify(setup.test.logged);
    for (const secret of ["hunter2", "p@ss", "p%40ss", "Basic "]) {
      expect(logged).not.toContain(secret);
    }
  });

  it("an index that gets no changes any more is not searched", async () => {
    await runJobs();
    expect(await findHeron()).toBe(1);
    await stopOutbox(setup.test.database);
    await runJobs();
    expect(await findHeron()).toBe(0);
    await rebuild(setup);
    await runJobs();
    expect(await findHeron()).toBe(1);
  });
});
