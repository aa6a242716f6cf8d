import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { type Database, openDatabase } from "#api/db/client.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { ApiAgent } from "#tests/setup/api-agent.ts";
import { freePort } from "#tests/setup/free-port.ts";
import { type Balancer, startBalancer } from "#tests/setup/nginx.ts";
import { type PostgresPair, startPostgresPair } from "#tests/setup/postgres-pair.ts";
import { type RunningProduct, startProduct } from "#tests/setup/running-product.ts";
import { createBuyer, insertProducts, listAllOrders } from "./buyers.ts";

// Three processes behind nginx on a Postgres with a streaming standby for lists (all Debian's), while
// people read and buy: restarts one after the other, kills of processes, of the standby and of nginx,
// and prices that change. REPLICA_ROLLS and REPLICA_KILLS ask for more.

const ROLLS = Number(process.env.REPLICA_ROLLS ?? 3);
const KILLS = Number(process.env.REPLICA_KILLS ?? 5);
const STANDBY_KILLS = 3;
/** Of one process or one roll of them, on a machine that is busy. */
const STEP_TIMEOUT_MS = 120_000;
const PRICE_CHANGES = 10;
const POLL_MS = 50;
const PROCESSES = 3;
const READERS = 3;
const BUYERS_AT_ONCE = 3;
/** Enough that none of them comes to the limit of writes a minute. */
const BUYERS = 15;
const GIFT_CENTS = 100_000_000;
const PRODUCTS = 50_000;
const PATHS = ["/en", "/en/products", "/de/products/torture-7", "/api/products", "/en/login"];
const CHEAPEST_FIRST = "/en/products?sort=price_asc";

type Buyer = { agent: ApiAgent; next: number; receipts: number[] };
type Load = { requests: number; failed: string[]; stop(): Promise<void> };

let ports: number[];
const replicas: RunningProduct[] = [];
let pair: PostgresPair;
let database: Database;
let balancer: Balancer;
let buyers: Buyer[];
let productIds: number[];

const start = (port: number | undefined, dataDir?: string) =>
  startProduct({
    ...{ port, dataDir },
    env: {
      ...{ SEED_DEMO: "0", LOG_LEVEL: "warn", TRUST_PROXY: "1", APP_URL: balancer.url },
      ...{ DATABASE_URL: pair.url, DATABASE_READ_URL: pair.readUrl },
      // Long enough for several of the balancer's questions, and shorter than it leaves one out.
      DRAIN_DELAY_MS: "3000",
    },
  });
const first = () => replicas[0] as RunningProduct;

beforeAll(async () => {
  ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  pair = await startPostgresPair();
  database = openDatabase(pair.url, { connectionsMax: 2 });
  balancer = await startBalancer(ports);
  for (const port of ports) replicas.push(await start(port, replicas[0]?.dataDir));
  productIds = await insertProducts(database, PRODUCTS);
  const shop = { ...first(), url: balancer.url };
  const agents = Array.from({ length: BUYERS }, () => createBuyer(shop, database, GIFT_CENTS));
  buyers = (await Promise.all(agents)).map((agent) => ({ agent, next: 0, receipts: [] }));
});
afterAll(async () => {
  await balancer?.stop();
  // The data is everybody's: all have to be gone before it is.
  await Promise.all(replicas.map((replica) => replica.stop()));
  await replicas[0]?.remove();
  await database?.end({ timeout: 5 });
  await pair?.remove();
});

/** People who read and buy through the balancer without a pause, until they are stopped. */
function startLoad(): Load {
  let isOver = false;
  const load: Load = { requests: 0, failed: [], stop: async () => {} };
  const note = (what: string, status: number) => {
    load.requests += 1;
    if (status !== 200) load.failed.push(`${what}: ${status}`);
  };
  const read = async (path: string) => {
    const status = await fetch(balancer.url + path).then(
      async (response) => (await response.arrayBuffer()) && response.status,
      () => 0,
    );
    note(path, status);
  };
  const buy = async (buyer: Buyer) => {
    const promptId = productIds[buyer.next++];
    const response = await buyer.agent
      .post("/api/purchase/prompt", { prompt_id: promptId })
      .catch(() => null);
    note("purchase", response?.status ?? 0);
    if (response?.status !== 200) return;
    buyer.receipts.push(Number(response.as(purchaseResponseSchema).payload.order.id));
  };
  const repeat = async (step: () => Promise<void>) => {
    while (!isOver) await step();
  };
  const readers = Array.from({ length: READERS }, (_, reader) => {
    let turn = reader;
    return repeat(() => read(PATHS[turn++ % PATHS.length] ?? "/en"));
  });
  const buying = Array.from({ length: BUYERS_AT_ONCE }, (_, place) => {
    const own = buyers.filter((_buyer, index) => index % BUYERS_AT_ONCE === place);
    let turn = 0;
    return repeat(() => buy(own[turn++ % own.length] as Buyer));
  });
  const work = [...readers, ...buying];
  load.stop = async () => {
    isOver = true;
    await Promise.all(work);
  };
  return load;
}

/** Nothing that a buyer has a receipt for is missing, and the money adds up. */
async function expectNothingLost(): Promise<void> {
  for (const { agent, receipts } of buyers) {
    const ids = new Set((await listAllOrders(agent)).map(({ id }) => Number(id)));
    expect(receipts.filter((id) => !ids.has(id))).toEqual([]);
  }
  expect(await listViolations(database)).toEqual([]);
}

/** Nobody would ever hear of the end of one that has ended. */
function expectRunning({ process, output }: RunningProduct): void {
  expect(process.exitCode, output().slice(-3000)).toBeNull();
}

/** Stops one as an orchestrator does and starts it again; returns what /readyz said meanwhile. */
async function restart(index: number): Promise<Set<number>> {
  const replica = replicas[index] as RunningProduct;
  const said = new Set<number>();
  expectRunning(replica);
  const closed = once(replica.process, "exit");
  replica.process.kill("SIGTERM");
  for (let isListening = true; isListening; ) {
    const status = await fetch(`${replica.url}/readyz`).then(
      (response) => response.status,
      () => null,
    );
    if (status === null) isListening = false;
    else said.add(status);
  }
  expect(await closed, replica.output().slice(-3000)).toEqual([0, null]);
  const port = ports[index] ?? 0;
  replicas[index] = await start(port, first().dataDir);
  // Before the balancer has it back, one less carries the load.
  await expect.poll(() => balancer.chooses(port), { timeout: STEP_TIMEOUT_MS }).toBe(true);
  return said;
}

const rolling = `fails no request in ${ROLLS} rolling restarts of ${PROCESSES} processes`;
it(rolling, { timeout: ROLLS * STEP_TIMEOUT_MS }, async () => {
  const readsBefore = await pair.countReads();
  const load = startLoad();
  const said: Set<number>[] = [];
  try {
    for (let step = 0; step < ROLLS * PROCESSES; step++) said.push(await restart(step % PROCESSES));
  } finally {
    await load.stop();
  }
  console.info(
    `${ROLLS} rolling restarts: ${load.requests} requests, ${load.failed.length} failed`,
  );
  // Rejected connections are those that it made to another process instead.
  const errors = balancer.errors().split("\n");
  const cut = errors.filter((line) => !line.includes("Connection refused"));
  expect(load.failed, cut.join("\n")).toEqual([]);
  expect(said.filter((statuses) => !statuses.has(503))).toEqual([]);
  expect(load.requests).toBeGreaterThan(ROLLS * 100);
  const reads = (await pair.countReads()) - readsBefore;
  console.info(`the standby read ${reads} tables and indexes`);
  expect(reads).toBeGreaterThan(ROLLS);
  await expectNothingLost();
});

it("shows a price that changed on every process within a second", async () => {
  const slowest: number[] = [];
  for (let change = 1; change <= PRICE_CHANGES; change++) {
    // Each is the lowest of all: the first of a list that comes from the standby.
    const priceCents = 140 - change;
    const shown = (priceCents / 100).toFixed(2);
    const pages = replicas.flatMap(({ url }) => [
      `${url}/en/products/torture-7`,
      url + CHEAPEST_FIRST,
    ]);
    // Kept by each of them before it changes.
    await Promise.all(pages.map(async (page) => (await fetch(page)).text()));
    await database`UPDATE products SET price_cents = ${priceCents} WHERE slug = 'torture-7'`;
    const changedAt = performance.now();
    const waits = pages.map(async (page) => {
      while (!(await (await fetch(page)).text()).includes(shown)) {
        expect(performance.now() - changedAt).toBeLessThan(60_000);
        // Without a pause the machine would be busy with these requests alone.
        await pause(POLL_MS);
      }
      return performance.now() - changedAt;
    });
    slowest.push(Math.round(Math.max(...(await Promise.all(waits)))));
  }
  console.info(`a price on all ${PROCESSES} processes after (ms): ${slowest.join(", ")}`);
});

it(`fails no request in ${STANDBY_KILLS} kills of the standby`, async () => {
  const load = startLoad();
  try {
    for (let kill = 0; kill < STANDBY_KILLS; kill++) {
      await pair.killStandby();
      await waitForRequests(load, 100);
      await pair.startStandby();
      const readsBefore = await pair.countReads();
      // Lists come from it again.
      await expect.poll(() => pair.countReads()).toBeGreaterThan(readsBefore);
    }
  } finally {
    await load.stop();
  }
  console.info(
    `${STANDBY_KILLS} kills of the standby: ${load.requests} requests, ${load.failed.length} failed`,
  );
  expect(load.failed).toEqual([]);
  await expectNothingLost();
});

async function waitForRequests(load: Load, count: number): Promise<void> {
  const before = load.requests;
  await expect.poll(() => load.requests - before).toBeGreaterThan(count);
}

it(`loses nothing it acknowledged in ${KILLS} kills`, {
  timeout: KILLS * STEP_TIMEOUT_MS,
}, async () => {
  const load = startLoad();
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const index = 1 + (kill % (PROCESSES - 1));
      const victim = replicas[index] as RunningProduct;
      expectRunning(victim);
      const gone = once(victim.process, "exit");
      victim.process.kill("SIGKILL");
      await gone;
      replicas[index] = await start(ports[index], first().dataDir);
    }
  } finally {
    await load.stop();
  }
  console.info(`${KILLS} kills: ${load.requests} requests, ${load.failed.length} cut off`);
  // Only what the killed one was at may fail: at most one request of each that was under way.
  expect(load.failed.length).toBeLessThanOrEqual(KILLS * (READERS + BUYERS_AT_ONCE));
  await expectNothingLost();
});

it(`loses nothing it acknowledged in ${KILLS} kills of the balancer`, {
  timeout: KILLS * STEP_TIMEOUT_MS,
}, async () => {
  const load = startLoad();
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await waitForRequests(load, 20);
      await balancer.kill();
    }
    await waitForRequests(load, 20);
  } finally {
    await load.stop();
  }
  const cut = load.failed.length;
  console.info(`${KILLS} kills of the balancer: ${load.requests} requests, ${cut} cut off`);
  // Only what had no response yet, or came while it was away.
  expect(load.failed.filter((line) => !line.endsWith(": 0"))).toEqual([]);
  await expectNothingLost();
});
