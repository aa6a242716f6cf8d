import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Database } from "#api/db/client.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { type ApiProxy, startApiProxy } from "#tests/setup/api/api-proxy.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { freePort } from "#tests/setup/servers/free-port.ts";
import { type KillableServer, startKillable } from "#tests/setup/servers/killable-server.ts";
import { type Balancer, startBalancer } from "#tests/setup/servers/nginx.ts";
import {
  createBuyer,
  filesOf,
  insertProducts,
  listAllOrders,
  PRICE_CENTS,
  withDatabase,
} from "../buyers.ts";

// Three processes behind nginx in front of another server's API, which fails in every way seen so
// far while people read and buy. API_KILLS adds kills of the API.

const PROCESSES = 3;
const READERS = 3;
const BUYERS = 3;
const PRODUCTS = 5_000;
const GIFT_CENTS = 10_000_000;
/** A fault ends after it has affected so many calls of the API. */
const FAULTY_CALLS = 20;
const KILLS = Number(process.env.API_KILLS ?? 5);
const FORM = "application/x-www-form-urlencoded";
const PATHS = ["/en", "/en/products", "/de/products/torture-7", "/en/page/terms", "/en/login"];
/** A product link, which a page without its products lacks. */
const WHOLE = /\/products\/torture-\d/;

type Fault = (fetch: () => Promise<Response>) => Promise<Response>;
const reply = (status: number, body: string, headers: Record<string, string> = {}): Fault => {
  return async () =>
    new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
};
const FAULTS: Record<string, Fault> = {
  "fails with 500": reply(500, '{"message":"Server Error"}'),
  "is away, says its gateway": reply(503, "<h1>Bad Gateway</h1>", { "content-type": "text/html" }),
  "responds with somebody's page": reply(200, "<h1>Sign in</h1>", { "content-type": "text/html" }),
  "responds with nothing": reply(200, ""),
  "responds with null": reply(200, "null"),
  "responds with an empty list": reply(200, "[]"),
  "responds with JSON that is cut off": reply(200, '{"status":"OK","data":[{"title":"'),
  "sends everybody elsewhere": reply(302, "", { location: "http://evil.test/" }),
  "sets a cookie of another domain": async (fetch) => {
    const { body, status, headers } = await fetch();
    const more = new Headers(headers);
    more.append("set-cookie", "promptory_session=stolen; Domain=evil.test; Path=/");
    return new Response(body, { status, headers: more });
  },
  "does not respond": () => new Promise(() => {}),
};

type Buyer = { agent: ApiAgent; next: number; receipts: string[] };

const replicas: RunningProduct[] = [];
const buyers: Buyer[] = [];
let back: RunningProduct;
let proxy: ApiProxy;
let front: KillableServer;
let balancer: Balancer;
let productIds: number[];
let fault: Fault | null = null;
let faultyCalls = 0;

beforeAll(async () => {
  back = await startProduct({ env: { SEED_DEMO: "0", LOG_LEVEL: "warn", TRUST_PROXY: "1" } });
  await withBack(async (database) => {
    productIds = await insertProducts({ database, files: filesOf(back) }, PRODUCTS);
    for (let made = 0; made < BUYERS; made++) {
      const agent = await createBuyer(back, database, GIFT_CENTS);
      buyers.push({ agent, next: made * Math.floor(PRODUCTS / BUYERS), receipts: [] });
    }
  });
  const nothing = { test: () => false };
  proxy = await startApiProxy(back.url, nothing, (fetch) => (request) => {
    if (!fault) return fetch(request);
    faultyCalls += 1;
    return fault(() => fetch(request));
  });
  front = await startKillable({ port: Number(new URL(proxy.url).port) });
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  balancer = await startBalancer(ports);
  for (const port of ports) {
    const env = { API_URL: `http://127.0.0.1:${front.port}/api`, APP_URL: balancer.url };
    replicas.push(await startProduct({ port, env: { ...env, LOG_LEVEL: "silent" } }));
  }
  // nginx has marked all of them as failed while they were starting.
  for (const port of ports) await vi.waitUntil(() => balancer.chooses(port), { timeout: 60_000 });
});
afterAll(async () => {
  await balancer.stop();
  await Promise.all(replicas.map((replica) => replica.remove()));
  await front.kill();
  await proxy.close();
  await back.remove();
});

const withBack = (work: (database: Database) => Promise<void>) => withDatabase(back, work);

type Load = { requests: number; outcomes: Record<string, number>; slowestMs: number };

/** Runs `work` while people read and buy through the balancer. */
async function underLoad(work: (load: Load) => Promise<void>): Promise<Load> {
  const load: Load = { requests: 0, outcomes: {}, slowestMs: 0 };
  let isOver = false;
  const repeat = async (what: "read" | "buy", step: (turn: number) => Promise<number>) => {
    for (let turn = 0; !isOver; turn++) {
      const startedAt = performance.now();
      const outcome = `${what}: ${await step(turn)}`;
      load.slowestMs = Math.max(load.slowestMs, performance.now() - startedAt);
      load.requests += 1;
      load.outcomes[outcome] = (load.outcomes[outcome] ?? 0) + 1;
    }
  };
  const people = [
    ...Array.from({ length: READERS }, (_reader, nth) =>
      repeat("read", (turn) => read(PATHS[(turn + nth) % PATHS.length] ?? "/en")),
    ),
    ...buyers.map((buyer) => repeat("buy", () => buy(buyer))),
  ];
  try {
    await work(load);
  } finally {
    isOver = true;
    await Promise.all(people);
  }
  return load;
}

/** Reads a page. Throws if a page without its products may be cached. */
async function read(path: string): Promise<number> {
  const response = await fetch(balancer.url + path);
  const html = await response.text();
  const isKeepable = response.ok && response.headers.get("cache-control") !== "no-store";
  if (isKeepable && /^\/\w+(\/products)?$/.test(path)) expect(html, path).toMatch(WHOLE);
  return response.status;
}

/** Buys by a form without scripts; the order that it leads to is the receipt. */
async function buy(buyer: Buyer): Promise<number> {
  const nth = buyer.next++;
  const response = await fetch(`${balancer.url}/en/products/torture-${nth + 1}?buy=1`, {
    method: "POST",
    redirect: "manual",
    headers: {
      ...{ cookie: buyer.agent.cookieHeader, "content-type": FORM, origin: balancer.url },
      "sec-fetch-site": "same-origin",
    },
    body: new URLSearchParams({
      prompt_id: String(productIds[nth]),
      ...{ expected_price: (PRICE_CENTS / 100).toFixed(2), consent: CONSENT_VERSION },
    }),
  });
  await response.arrayBuffer();
  const location = response.headers.get("location") ?? "";
  const [, order] = /\/dashboard\?order=(\d+)/.exec(location) ?? [];
  if (order) buyer.receipts.push(order);
  return response.status;
}

/**
 * Waits until each process serves complete pages, which it does once its circuit is closed again.
 */
async function expectWhole(): Promise<void> {
  for (const { url, process, output } of replicas) {
    expect(process.exitCode, output().slice(-3000)).toBeNull();
    for (const path of ["/en", "/en/products"]) {
      const isWhole = async () => WHOLE.test(await (await fetch(url + path)).text());
      await expect.poll(isWhole).toBe(true);
    }
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  }
}

async function expectNothingLost(): Promise<void> {
  for (const { agent, receipts } of buyers) {
    const orders = await listAllOrders(agent);
    const ids = new Set(orders.map(({ id }) => String(id)));
    expect(receipts.filter((id) => !ids.has(id))).toEqual([]);
    expect(await balanceOf(agent)).toBe(GIFT_CENTS - orders.length * PRICE_CENTS);
  }
  await withBack(async (database) => expect(await listViolations(database)).toEqual([]));
}

/** Waits until each buyer has bought again with a session that is still valid. */
async function waitForPurchases(): Promise<void> {
  const before = buyers.map(({ receipts }) => receipts.length);
  const isDone = () => buyers.every(({ receipts }, nth) => receipts.length > (before[nth] ?? 0));
  await expect.poll(isDone).toBe(true);
}

it.each(Object.keys(FAULTS))("an API that %s", async (name) => {
  const load = await underLoad(async () => {
    await waitForPurchases();
    faultyCalls = 0;
    fault = FAULTS[name] ?? null;
    await expect.poll(() => faultyCalls).toBeGreaterThanOrEqual(FAULTY_CALLS);
    fault = null;
    await expectWhole();
    await waitForPurchases();
  });
  console.info(`${name}: ${load.requests} requests, slowest ${Math.round(load.slowestMs)} ms`, {
    ...load.outcomes,
  });
  await expectNothingLost();
});

it("says at /readyz that it is away, and at /healthz that the process is well", async () => {
  await front.kill();
  for (const { url } of replicas) {
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/readyz?only=process`)).status).toBe(200);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  }
  await front.start();
  await expectWhole();
});

it(`${KILLS} kills of the API lose nothing that was acknowledged`, {
  timeout: KILLS * 120_000,
}, async () => {
  const load = await underLoad(async (load) => {
    for (let kill = 0; kill < KILLS; kill++) {
      await waitForPurchases();
      await front.kill();
      const seen = load.requests;
      await expect.poll(() => load.requests).toBeGreaterThan(seen + BUYERS);
      await front.start();
    }
    await expectWhole();
  });
  console.info(`${KILLS} kills of the API: ${load.requests} requests`, { ...load.outcomes });
  const others = Object.keys(load.outcomes).filter(
    (outcome) => !["read: 200", "read: 503", "buy: 303", "buy: 503"].includes(outcome),
  );
  expect(others).toEqual([]);
  await expectNothingLost();
});
