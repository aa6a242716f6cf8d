import { afterAll, beforeAll, expect, it } from "vitest";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import {
  createBuyer,
  filesOf,
  insertProducts,
  listAllOrders,
  readPostmaster,
  withDatabase,
} from "../buyers.ts";

// The database server is killed repeatedly under buyers who never pause, every third time by
// killing only the process of one connection. The product's own process must survive, restart the
// server, and lose nothing that it acknowledged. DATABASE_KILLS makes it longer.

const KILLS = Number(process.env.DATABASE_KILLS ?? 12);
const BUYERS = 6;
const CONCURRENT_BUYS = 4;
const PRODUCTS = 20_000;
const GIFT_CENTS = 10_000_000;
/** The number of receipts between two kills, so that each kill finds all connections busy. */
const RECEIPTS_BETWEEN = 40;

type Buyer = { agent: ApiAgent; next: number; receipts: number[] };

let product: RunningProduct;
let buyers: Buyer[];
let productIds: number[];

beforeAll(async () => {
  product = await startProduct({ env: { SEED_DEMO: "0", LOG_LEVEL: "warn" } });
  await withDatabase(product, async (database) => {
    productIds = await insertProducts({ database, files: filesOf(product) }, PRODUCTS);
    const agents = Array.from({ length: BUYERS }, () => createBuyer(product, database, GIFT_CENTS));
    buyers = (await Promise.all(agents)).map((agent) => ({ agent, next: 0, receipts: [] }));
  });
});
afterAll(() => product.remove());

it(`the process survives ${KILLS} kills of its database under load, and loses nothing`, async () => {
  let isOver = false;
  let receipts = 0;
  let failures = 0;
  let onReceipts: { count: number; resolve: () => void } | null = null;
  const buy = async (buyer: Buyer) => {
    while (!isOver && product.process.exitCode === null) {
      const orderId = await buyNext(buyer).catch(() => null);
      if (orderId === null) {
        failures += 1;
        continue;
      }
      buyer.receipts.push(orderId);
      receipts += 1;
      if (onReceipts && receipts >= onReceipts.count) onReceipts.resolve();
    }
    onReceipts?.resolve();
  };
  const nextReceipts = () =>
    new Promise<void>((resolve) => {
      onReceipts = { count: receipts + RECEIPTS_BETWEEN, resolve };
    });
  const work = buyers.flatMap((buyer) => Array.from({ length: CONCURRENT_BUYS }, () => buy(buyer)));
  await nextReceipts();
  const recoveredMs: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    const killedAt = performance.now();
    if (kill % 3 === 0) process.kill(await findBackend(), "SIGKILL");
    else process.kill(readPostmaster(product).pid, kill % 2 === 0 ? "SIGKILL" : "SIGQUIT");
    await nextReceipts();
    recoveredMs.push(Math.round(performance.now() - killedAt));
    expect(product.process.exitCode, `after kill ${kill}:\n${product.output()}`).toBe(null);
  }
  isOver = true;
  await Promise.all(work);
  console.info(`receipts again after (ms): ${recoveredMs.join(", ")}; ${receipts} receipts`);

  expect(failures).toBeGreaterThan(KILLS);
  await withDatabase(product, async (database) => {
    expect(await listViolations(database)).toEqual([]);
  });
  for (const { agent, receipts: orderIds } of buyers) {
    const kept = new Set((await listAllOrders(agent)).map((order) => Number(order.id)));
    expect(orderIds.filter((id) => !kept.has(id))).toEqual([]);
  }
  expect(await fetch(`${product.url}/readyz`).then((response) => response.status)).toBe(200);
});

/**
 * Finds the process of one of the product's connections; killing it makes the server end all
 * others.
 */
async function findBackend(): Promise<number> {
  let pid = 0;
  await withDatabase(product, async (database) => {
    const [row] = await database<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity
      WHERE application_name = 'promptory' AND pid <> pg_backend_pid()
      ORDER BY state = 'active' DESC, random() LIMIT 1`;
    pid = row?.pid ?? 0;
  });
  if (pid === 0) throw new Error("nobody is connected");
  return pid;
}

/** Buys, and returns the order's id if the buyer got a receipt. */
async function buyNext(buyer: Buyer): Promise<number | null> {
  const id = productIds[buyer.next++ % PRODUCTS];
  const response = await buyer.agent.post("/api/purchase/prompt", { prompt_id: id });
  if (response.status !== 200) return null;
  return Number(response.as(purchaseResponseSchema).payload.order.id);
}
