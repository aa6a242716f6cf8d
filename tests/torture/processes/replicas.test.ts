import { once } from "node:events";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { RunningProduct } from "#tests/setup/product/running-product.ts";
import {
  CONCURRENT_BUYERS,
  measurePriceChange,
  PROCESSES,
  READERS,
  startThreeProcesses,
  type ThreeProcesses,
  waitForRequests,
} from "./three-processes.ts";

// Three processes while people read and buy: rolling restarts, kills of processes, of the standby
// and of nginx, and changing prices. REPLICA_ROLLS, REPLICA_KILLS and STANDBY_KILLS make it longer.

const ROLLS = Number(process.env.REPLICA_ROLLS ?? 3);
const KILLS = Number(process.env.REPLICA_KILLS ?? 5);
const STANDBY_KILLS = Number(process.env.STANDBY_KILLS ?? 3);
/** For one process, or one rolling restart, on a busy machine. */
const STEP_TIMEOUT_MS = 120_000;
/** For 50,000 products, which takes minutes even on an idle machine. */
const INDEX_TIMEOUT_MS = 1_800_000;
const PRICE_CHANGES = 10;

let shop: ThreeProcesses;
beforeAll(async () => {
  shop = await startThreeProcesses();
  await vi.waitUntil(isIndexed, { timeout: INDEX_TIMEOUT_MS, interval: 1_000 });
});
afterAll(() => shop.remove());

/**
 * Returns whether the products are indexed; until then the processes are busier than in any real
 * shop.
 */
async function isIndexed(): Promise<boolean> {
  const left = await shop.database`SELECT 1 FROM products WHERE search_vector IS NULL LIMIT 1`;
  return left.length === 0;
}

/** Fails if the process has exited: waiting for its exit event would never end. */
function expectRunning({ process, output }: RunningProduct): void {
  expect(process.exitCode, output().slice(-3000)).toBeNull();
}

/**
 * Stops a process as an orchestrator does and restarts it; returns the statuses of /readyz
 * meanwhile.
 */
async function restart(index: number): Promise<Set<number>> {
  const replica = shop.replicas[index] as RunningProduct;
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
  try {
    expect(await closed, replica.output().slice(-3000)).toEqual([0, null]);
  } finally {
    // Later tests need it, whatever the outcome.
    await startAgain(index);
  }
  return said;
}

/** Starts it again; until the balancer uses it, one process less carries the load. */
async function startAgain(index: number): Promise<void> {
  await shop.start(index);
  const isChosen = () => shop.balancer.chooses(shop.ports[index] ?? 0);
  await expect.poll(isChosen, { timeout: STEP_TIMEOUT_MS }).toBe(true);
}

const rolling = `fails no request in ${ROLLS} rolling restarts of ${PROCESSES} processes`;
it(rolling, { timeout: ROLLS * STEP_TIMEOUT_MS }, async () => {
  const readsBefore = await shop.pair.countReads();
  const load = shop.startLoad();
  const said: Set<number>[] = [];
  try {
    for (let step = 0; step < ROLLS * PROCESSES; step++) said.push(await restart(step % PROCESSES));
  } finally {
    await load.stop();
  }
  console.info(
    `${ROLLS} rolling restarts: ${load.requests} requests, ${load.failed.length} failed`,
  );
  // Requests with a rejected connection were sent to another process instead.
  const errors = shop.balancer.errors().split("\n");
  const cut = errors.filter((line) => !line.includes("Connection refused"));
  expect(load.failed, cut.join("\n")).toEqual([]);
  expect(said.filter((statuses) => !statuses.has(503))).toEqual([]);
  expect(load.requests).toBeGreaterThan(ROLLS * 100);
  const reads = (await shop.pair.countReads()) - readsBefore;
  console.info(`the standby read ${reads} tables and indexes`);
  expect(reads).toBeGreaterThan(ROLLS);
  await shop.expectNothingLost();
});

it("shows a price that changed on every process within a second", async () => {
  const slowest: number[] = [];
  for (let change = 1; change <= PRICE_CHANGES; change++) {
    slowest.push(await measurePriceChange(shop, 140 - change));
  }
  console.info(`a price on all ${PROCESSES} processes after (ms): ${slowest.join(", ")}`);
});

it(`fails no request in ${STANDBY_KILLS} kills of the standby`, {
  timeout: STANDBY_KILLS * STEP_TIMEOUT_MS,
}, async () => {
  const load = shop.startLoad();
  try {
    for (let kill = 0; kill < STANDBY_KILLS; kill++) {
      await shop.pair.killStandby();
      await waitForRequests(load, 100);
      await shop.pair.startStandby();
      const readsBefore = await shop.pair.countReads();
      // Lists come from the standby again.
      await expect.poll(() => shop.pair.countReads()).toBeGreaterThan(readsBefore);
    }
  } finally {
    await load.stop();
  }
  console.info(
    `${STANDBY_KILLS} kills of the standby: ${load.requests} requests, ${load.failed.length} failed`,
  );
  expect(load.failed).toEqual([]);
  await shop.expectNothingLost();
});

it(`loses nothing it acknowledged in ${KILLS} kills`, {
  timeout: KILLS * STEP_TIMEOUT_MS,
}, async () => {
  const load = shop.startLoad();
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const index = 1 + (kill % (PROCESSES - 1));
      const victim = shop.replicas[index] as RunningProduct;
      expectRunning(victim);
      const gone = once(victim.process, "exit");
      victim.process.kill("SIGKILL");
      await gone;
      await startAgain(index);
    }
  } finally {
    await load.stop();
  }
  console.info(`${KILLS} kills: ${load.requests} requests, ${load.failed.length} cut off`);
  // Only requests to the killed process may fail: at most one of each client.
  expect(load.failed.length).toBeLessThanOrEqual(KILLS * (READERS + CONCURRENT_BUYERS));
  await shop.expectNothingLost();
});

it(`loses nothing it acknowledged in ${KILLS} kills of the balancer`, {
  timeout: KILLS * STEP_TIMEOUT_MS,
}, async () => {
  const load = shop.startLoad();
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await waitForRequests(load, 20);
      await shop.balancer.kill();
    }
    await waitForRequests(load, 20);
  } finally {
    await load.stop();
  }
  const cut = load.failed.length;
  console.info(`${KILLS} kills of the balancer: ${load.requests} requests, ${cut} cut off`);
  // Only requests without a response at the kill, or sent while nginx was away, may fail.
  expect(load.failed.filter((line) => !line.endsWith(": 0"))).toEqual([]);
  await shop.expectNothingLost();
});
