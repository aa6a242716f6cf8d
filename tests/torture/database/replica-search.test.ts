import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createPostgresSearch } from "#api/catalog/search/postgres-search.ts";
import { createReplicaSearch } from "#api/catalog/search/replica-search.ts";
import type { CatalogSearch, SearchRequest } from "#api/catalog/search/search.ts";
import { type Database, openSearchDatabase } from "#api/db/client.ts";
import { type EmbeddedServer, startEmbeddedServer } from "#api/db/embedded-server.ts";
import { migrate } from "#api/db/migrate.ts";
import { watchPublicData } from "#api/db/public-changes.ts";
import { followReplica, type ReadReplica } from "#api/db/read-replica.ts";
import { generateProducts } from "#tests/bench/generate-products.ts";
import { inOnePool } from "#tests/setup/database/one-pool.ts";
import { type Standby, startStandby } from "#tests/setup/database/standby.ts";

// Lists and searches from a real streaming replica, which lags, disconnects and comes back.

const PRODUCTS = 40;
const NEWEST: SearchRequest = {
  text: "",
  locale: "en",
  categorySlugs: null,
  styleSlugs: null,
  priceMinCents: null,
  priceMaxCents: null,
  sort: "newest",
  offset: 0,
  limit: PRODUCTS,
  withFacets: true,
};

let dataDir: string;
let server: EmbeddedServer;
let standby: Standby;
let database: Database;
let reads: Database;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "promptory-replica-"));
  server = await startEmbeddedServer({ dataDir, log: () => {}, settings: { fsync: "off" } });
  await migrate(server.connection);
  await generateProducts(server.connection, PRODUCTS);
  standby = await startStandby(dataDir);
  database = openSearchDatabase(server.connection, "lists");
  reads = openSearchDatabase(standby.connection, "lists");
});
afterAll(async () => {
  await Promise.all([database?.end(), reads?.end({ timeout: 1 })]);
  await standby?.remove();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

let replica: ReadReplica;
let search: CatalogSearch;
let logged: string[];
/** The database that each search was sent to. */
let sentTo: ("replica" | "database")[];
let cleanUp: (() => Promise<void>)[] = [];

/** Creates a search over both; with `hears`, it is notified of changes like a running product. */
function open(pool: Database, { hears = true } = {}) {
  logged = [];
  sentTo = [];
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line).msg) });
  replica = followReplica(database, pool, log);
  const noting = (name: "replica" | "database", { find }: CatalogSearch): CatalogSearch => ({
    find: async (request) => {
      sentTo.push(name);
      return find(request);
    },
  });
  search = createReplicaSearch({
    replica,
    fromReplica: noting("replica", createPostgresSearch(inOnePool(pool))),
    fromDatabase: noting("database", createPostgresSearch(inOnePool(database))),
  });
  cleanUp.push(async () => replica.stop());
  if (!hears) return;
  const listener = replica.follow({ onChange: () => void changes++, onLost: () => {} });
  const { stop } = watchPublicData(server.connection, listener, log);
  cleanUp.push(stop);
}

let changes = 0;
beforeEach(() => {
  changes = 0;
  return async () => {
    for (const clean of cleanUp) await clean();
    cleanUp = [];
  };
});

const inStep = () => expect.poll(() => replica.isInStep, { interval: 20 }).toBe(true);

/** Publishes or unpublishes a product, and waits for the notification. */
async function publish(id: number, isPublished: boolean): Promise<void> {
  const before = changes;
  const status = isPublished ? "published" : "withdrawn";
  await database`UPDATE products SET status = ${status} WHERE id = ${id}`;
  await expect.poll(() => changes, { interval: 5 }).toBeGreaterThan(before);
}

/** Without the versions, which only the database has. */
async function findNewest() {
  const { versions: _, ...found } = await search.find(NEWEST);
  return found;
}

describe("a search with a read replica", () => {
  it("is sent to it once it is in step, and finds the same", async () => {
    open(reads);
    await inStep();
    for (const text of ["", "harbour", "harbuor", "nothing-like-it"]) {
      const request = { ...NEWEST, text, sort: text ? "best_match" : "newest" } as const;
      const expected = await createPostgresSearch(inOnePool(database)).find(request);
      expect(await search.find(request)).toEqual({ ...expected, versions: null });
    }
    expect(sentTo).toEqual(["replica", "replica", "replica", "replica"]);
  });

  it("is never sent to it while nobody hears of changes", async () => {
    open(reads, { hears: false });
    const [row] = await database`SELECT pg_current_wal_insert_lsn()::text AS position`;
    // Long enough for a check: it has replayed everything.
    await expect
      .poll(async () => {
        const [{ done } = { done: false }] = await reads<{ done: boolean }[]>`
          SELECT pg_last_wal_replay_lsn() >= ${row?.position}::pg_lsn AS done`;
        return done;
      })
      .toBe(true);
    await search.find(NEWEST);
    expect([replica.isInStep, sentTo]).toEqual([false, ["database"]]);
  });

  it("shows each change from the moment that it is announced, however far the replica is behind", async () => {
    open(reads);
    await inStep();
    const [id = 0] = (await search.find(NEWEST)).ids;
    await standby.asSuperuser((sql) => sql`SELECT pg_wal_replay_pause()`);
    sentTo = [];
    try {
      for (const isPublished of [false, true, false]) {
        await publish(id, isPublished);
        expect((await search.find(NEWEST)).ids.includes(id)).toBe(isPublished);
      }
      expect(new Set(sentTo)).toEqual(new Set(["database"]));
    } finally {
      await standby.asSuperuser((sql) => sql`SELECT pg_wal_replay_resume()`);
    }
    await inStep();
    sentTo = [];
    expect((await search.find(NEWEST)).ids).not.toContain(id);
    expect(sentTo).toEqual(["replica"]);
  });

  it("shows each of many changes while the replica follows at its own pace", async () => {
    open(reads);
    await inStep();
    const { ids } = await search.find(NEWEST);
    sentTo = [];
    for (let turn = 0; turn < 20; turn++) {
      const id = ids[turn % 5] ?? 0;
      const isPublished = Math.floor(turn / 5) % 2 === 1;
      await publish(id, isPublished);
      const isFound = async () => (await search.find(NEWEST)).ids.includes(id);
      expect(await isFound(), `turn ${turn}`).toBe(isPublished);
      if (turn % 4 > 0) continue;
      await inStep();
      expect(await isFound(), `turn ${turn}, by the replica`).toBe(isPublished);
    }
    expect(new Set(sentTo)).toEqual(new Set(["database", "replica"]));
  });

  it("goes on without one that dies, and uses it again", async () => {
    open(reads);
    await inStep();
    const expected = await findNewest();
    const finding = Array.from({ length: 30 }, findNewest);
    await standby.kill();
    for (const found of await Promise.all(finding)) expect(found).toEqual(expected);
    expect(await findNewest()).toEqual(expected);
    await expect.poll(() => replica.isInStep).toBe(false);
    expect(logged).toContain("the read replica is left out");
    await standby.start();
    await inStep();
    sentTo = [];
    expect(await findNewest()).toEqual(expected);
    expect(sentTo).toEqual(["replica"]);
    expect(logged).toContain("the read replica responds again");
  });

  it.each(["the database itself", "another cluster"])("never reads %s", async (which) => {
    const itself = which === "the database itself";
    const connection = itself ? server.connection : inject("testServer").connection;
    const pool = openSearchDatabase(connection, "lists");
    cleanUp.push(() => pool.end());
    open(pool);
    await expect.poll(() => logged).toContain("the read replica is left out");
    await search.find(NEWEST);
    expect([replica.isInStep, sentTo]).toEqual([false, ["database"]]);
  });
});
