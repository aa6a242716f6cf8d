import { Agent, get } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#api/db/client.ts";
import { PAGE_BYTES_MAX } from "#server/pages/page-cache.ts";
import { createUser, PASSWORD } from "#tests/factories.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { freePort } from "#tests/setup/servers/free-port.ts";
import { filesOf, insertProducts, withDatabase } from "./buyers.ts";

// As many different queries as the process can serve, none of them in the page cache, from guests
// and members in turn, while a product's price changes every second: on two processes with one
// database. STORM_SECONDS makes it longer.

const SECONDS = Number(process.env.STORM_SECONDS ?? 20);
const CHANGES_MIN = 3;
const CONCURRENT_MISSES = 24;
/** Longer than a change takes to reach every process on a busy machine. */
const STALE_MS_MAX = 5_000;
const PRODUCTS = 60;
/** About 80 MB are live then; when requests were kept alive, it was 150 MB. */
const LIVE_HEAP_BYTES_MAX = 110e6;

let shops: RunningProduct[];
let metricsUrl: string;
let cookie: string;
let productId: number;

beforeAll(async () => {
  const metricsPort = String(await freePort());
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const env = { SEED_DEMO: "0", LOG_LEVEL: "warn" };
  const first = await startProduct({ env: { ...env, METRICS_PORT: metricsPort } });
  shops = [first, await startProduct({ env, dataDir: first.dataDir })];
  await withDatabase(first, async (database) => {
    productId = (await insertProducts({ database, files: filesOf(first) }, PRODUCTS))[0] ?? 0;
    const { email } = await createUser(database);
    cookie = await signIn(first.url, email);
  });
});
afterAll(async () => {
  await shops[1]?.stop();
  await shops[0]?.remove();
});

async function signIn(url: string, email: string): Promise<string> {
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: url };
  const body = new URLSearchParams({ email, password: PASSWORD });
  const response = await fetch(`${url}/en/login`, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
  });
  const pairs = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return pairs.filter((pair) => !pair.startsWith("toast=")).join("; ");
}

const agent = new Agent({ keepAlive: true });

function fetchPage(url: string, member: boolean): Promise<{ status: number; html: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: member ? { cookie } : {} }, async (response) => {
      const chunks: Buffer[] = await response.toArray();
      resolve({ status: response.statusCode ?? 0, html: Buffer.concat(chunks).toString() });
    }).once("error", reject);
  });
}

async function readMetric(name: string): Promise<number> {
  const page = await (await fetch(metricsUrl)).text();
  return Number(new RegExp(`^${name} (\\d+)`, "m").exec(page)?.[1]);
}
const readBytes = () => readMetric("promptory_page_cache_bytes");

/** Changes the price, waits until all pages show it, and then for another second. */
async function changePrice(database: Database, cents: number): Promise<void> {
  await database`UPDATE products SET price_cents = ${cents} WHERE id = ${productId}`;
  await checkPrices(cents);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}

const shownPrices = (html: string) =>
  [...html.matchAll(/class="price">([\d.]+)\s/g)].map(([, text]) => text);

/**
 * Checks that requests get the new price some time after the change: guests and members, on both
 * processes.
 */
async function checkPrices(cents: number): Promise<void> {
  const price = (cents / 100).toFixed(2);
  const changedAt = Date.now();
  for (const shop of shops) {
    for (const member of [false, true]) {
      for (;;) {
        const askedAt = Date.now();
        // All other products cost less.
        const { html } = await fetchPage(`${shop.url}/en/products?sort=price_desc`, member);
        if (shownPrices(html)[0] === price) break;
        expect(askedAt - changedAt, `an old page of ${shop.url}`).toBeLessThan(STALE_MS_MAX);
      }
    }
  }
}

it("the page cache stays within its bound and shows what is new in a storm", async () => {
  const until = Date.now() + SECONDS * 1_000;
  const statuses = new Map<number, number>();
  const sizes: number[] = [];
  let asked = 0;
  let changes = 0;
  // A change takes long on a busy machine, so the storm continues until several are done.
  const isOver = () => Date.now() >= until && changes >= CHANGES_MIN;
  const miss = async () => {
    while (!isOver()) {
      const at = ++asked;
      const shop = shops[at % 2] as RunningProduct;
      const url = `${shop.url}/en/products?price_max=${(9 + at / 100).toFixed(2)}`;
      const { status } = await fetchPage(url, at % 3 === 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const watch = async () => {
    while (!isOver()) {
      sizes.push(await readBytes());
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  await withDatabase(shops[0] as RunningProduct, async (database) => {
    const misses = Array.from({ length: CONCURRENT_MISSES }, miss);
    const change = async () => {
      for (; !isOver(); changes++) await changePrice(database, 201 + changes);
    };
    await Promise.all([change(), watch(), ...misses]);
  });
  const most = Math.max(...sizes);
  process.stdout.write(
    `${asked} pages that nobody had asked for, ${changes} changes, ${(most / 1e6).toFixed(1)} MB at most\n`,
  );
  expect([...statuses.keys()]).toEqual([200]);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(PAGE_BYTES_MAX);
});

it("a full page cache keeps nothing of the requests alive that its pages were made for", async () => {
  const { url } = shops[0] as RunningProduct;
  let asked = 0;
  let isOver = false;
  const miss = async () => {
    while (!isOver) {
      const at = ++asked;
      await fetchPage(`${url}/en/products?price_max=${(90 + at / 100).toFixed(2)}`, at % 3 === 0);
    }
  };
  const misses = Array.from({ length: CONCURRENT_MISSES }, miss);
  const wait = { timeout: 120_000 };
  try {
    await expect.poll(readBytes, wait).toBeGreaterThan(PAGE_BYTES_MAX * 0.9);
    // The heap is this small only just after a garbage collection.
    const readHeap = () => readMetric("nodejs_heap_size_used_bytes");
    await expect.poll(readHeap, { ...wait, interval: 100 }).toBeLessThan(LIVE_HEAP_BYTES_MAX);
  } finally {
    isOver = true;
    await Promise.all(misses);
  }
});
