import sharp from "sharp";
import { expect } from "vitest";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { type Database, openDatabase } from "#api/db/client.ts";
import type { Files } from "#api/providers/files/files.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { type PostgresPair, startPostgresPair } from "#tests/setup/database/postgres-pair.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { freePort } from "#tests/setup/servers/free-port.ts";
import { type Balancer, startBalancer } from "#tests/setup/servers/nginx.ts";
import { createBuyer, filesOf, insertProducts, listAllOrders } from "../buyers.ts";

export const PROCESSES = 3;
export const READERS = 3;
export const CONCURRENT_BUYERS = 3;
/** Enough that none of them reaches the per-minute limit of writes. */
const BUYERS = 15;
const GIFT_CENTS = 100_000_000;
const PRODUCTS = 50_000;
const PATHS = ["/en", "/en/products", "/de/products/torture-7", "/api/products", "/en/login"];

type Buyer = { agent: ApiAgent; next: number; receipts: number[] };

/** People who read and buy until they are stopped. */
export type Load = {
  requests: number;
  /** "/en: 503", or status 0 if there was no response. */
  failed: string[];
  stop(): Promise<void>;
};

/**
 * Three processes behind nginx, on a Postgres with a streaming standby for lists; nginx and
 * Postgres are Debian's.
 */
export type ThreeProcesses = {
  /** Each one keeps its port. */
  replicas: RunningProduct[];
  ports: readonly number[];
  pair: PostgresPair;
  database: Database;
  balancer: Balancer;
  /** Restarts a process that has exited, on its port. */
  start(index: number): Promise<void>;
  /** Starts people who read and buy through the balancer without pausing. */
  startLoad(): Load;
  /** Throws unless everything that a buyer has a receipt for exists, and the money adds up. */
  expectNothingLost(): Promise<void>;
  remove(): Promise<void>;
};

/**
 * Starts three processes. `env` is added to the environment of all of them; `dataDir` is their data
 * folder, `folder` the build's (by default this one), and `files` where they store their files, if
 * not in the data folder.
 */
export async function startThreeProcesses(
  env: Record<string, string> = {},
  own: { dataDir?: string; folder?: string; files?: Files } = {},
): Promise<ThreeProcesses> {
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  const pair = await startPostgresPair();
  const database = openDatabase(pair.url, { connectionsMax: 2 });
  const balancer = await startBalancer(ports);
  const replicas: RunningProduct[] = [];
  const start = async (index: number) => {
    replicas[index] = await startProduct({
      ...{ port: ports[index], dataDir: own.dataDir ?? replicas[0]?.dataDir, folder: own.folder },
      env: {
        ...{ SEED_DEMO: "0", LOG_LEVEL: "warn", TRUST_PROXY: "1", APP_URL: balancer.url },
        ...{ DATABASE_URL: pair.url, DATABASE_READ_URL: pair.readUrl },
        // Long enough for several checks by the balancer, but shorter than its exclusion of a
        // failed process.
        DRAIN_DELAY_MS: "3000",
        ...env,
      },
    });
  };
  for (let index = 0; index < PROCESSES; index++) await start(index);
  const files = own.files ?? filesOf(replicas[0] as RunningProduct);
  const productIds = await insertProducts({ database, files }, PRODUCTS);
  const shop = { ...(replicas[0] as RunningProduct), url: balancer.url };
  const agents = Array.from({ length: BUYERS }, () => createBuyer(shop, database, GIFT_CENTS));
  const buyers = (await Promise.all(agents)).map((agent) => ({ agent, next: 0, receipts: [] }));
  return {
    ...{ replicas, ports, pair, database, balancer, start },
    startLoad: () => startLoad(balancer, buyers, productIds),
    expectNothingLost: () => expectNothingLost(database, buyers),
    remove: async () => {
      await balancer.stop();
      // They share the data, so all must have exited before it is removed.
      await Promise.all(replicas.map((replica) => replica.stop()));
      await replicas[0]?.remove();
      await database.end({ timeout: 5 });
      await pair.remove();
    },
  };
}

function startLoad(balancer: Balancer, buyers: readonly Buyer[], productIds: number[]): Load {
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
  const buying = Array.from({ length: CONCURRENT_BUYERS }, (_, place) => {
    const own = buyers.filter((_buyer, index) => index % CONCURRENT_BUYERS === place);
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

async function expectNothingLost(database: Database, buyers: readonly Buyer[]): Promise<void> {
  for (const { agent, receipts } of buyers) {
    const ids = new Set((await listAllOrders(agent)).map(({ id }) => Number(id)));
    expect(receipts.filter((id) => !ids.has(id))).toEqual([]);
  }
  expect(await listViolations(database)).toEqual([]);
}

const DOCUMENT_PARTS = ["document_front", "document_back", "address_document"];

/** Throws unless the staff can read every document of these verifications completely. */
export async function expectWholeDocuments(staff: ApiAgent, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    for (const part of DOCUMENT_PARTS) {
      const document = await staff.get(`/api/staff/verifications/${id}/documents/${part}`);
      expect(document.status).toBe(200);
      expect(await sharp(document.bytes).metadata()).toMatchObject({ width: 480, height: 320 });
    }
  }
}

/** Waits until the load has made `count` more requests. */
export async function waitForRequests(load: Load, count: number): Promise<void> {
  const before = load.requests;
  await expect.poll(() => load.requests - before).toBeGreaterThan(count);
}

/**
 * Returns how many ms it takes until the pages of all processes show a new price. `priceCents` must
 * be lower than all other prices, so that the product comes first in a list.
 */
export async function measurePriceChange(
  { replicas, database }: ThreeProcesses,
  priceCents: number,
): Promise<number> {
  const shown = (priceCents / 100).toFixed(2);
  const pages = replicas.flatMap(({ url }) => [
    `${url}/en/products/torture-7`,
    `${url}/en/products?sort=price_asc`,
  ]);
  // Each process has cached the page before the price changes.
  await Promise.all(pages.map(async (page) => (await fetch(page)).text()));
  await database`UPDATE products SET price_cents = ${priceCents} WHERE slug = 'torture-7'`;
  const changedAt = performance.now();
  const waits = pages.map(async (page) => {
    while (!(await (await fetch(page)).text()).includes(shown)) {
      expect(performance.now() - changedAt).toBeLessThan(60_000);
      // Without a pause the machine would be busy with these requests alone.
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return performance.now() - changedAt;
  });
  return Math.round(Math.max(...(await Promise.all(waits))));
}

const POLL_MS = 50;
