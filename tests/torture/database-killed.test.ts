import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { purchaseHistoryResponseSchema, purchaseResponseSchema } from "#api/contract/purchases.ts";
import { type Database, openDatabase } from "#api/db/client.ts";
import { DATABASE, ROLE } from "#api/db/embedded-server/cluster.ts";
import { SOCKET_PORT } from "#api/db/embedded-server/postmaster.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api-agent.ts";
import { type RunningProduct, startProduct } from "#tests/setup/running-product.ts";

// The database server is killed under buyers who never pause, again and again. The product's own
// process must live on, start the server again in its place, and lose nothing it acknowledged.

const KILLS = 12;
const BUYERS = 6;
const BUYS_AT_ONCE = 4;
const PRODUCTS = 20_000;
const PRICE_CENTS = 150;
const GIFT_CENTS = 10_000_000;
/** Receipts between two kills: each kill finds all connections at work. */
const RECEIPTS_BETWEEN = 40;

type Buyer = { agent: ApiAgent; next: number; receipts: number[] };

let product: RunningProduct;
let buyers: Buyer[];
let productIds: number[];

beforeAll(async () => {
  product = await startProduct({ env: { SEED_DEMO: "0", LOG_LEVEL: "warn" } });
  await withDatabase(async (database) => {
    productIds = await insertProducts(database);
    buyers = await Promise.all(Array.from({ length: BUYERS }, () => createBuyer(database)));
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
  const work = buyers.flatMap((buyer) => Array.from({ length: BUYS_AT_ONCE }, () => buy(buyer)));
  await nextReceipts();
  const recoveredMs: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    const killedAt = performance.now();
    process.kill(readPostmaster().pid, kill % 2 === 0 ? "SIGKILL" : "SIGQUIT");
    await nextReceipts();
    recoveredMs.push(Math.round(performance.now() - killedAt));
    expect(product.process.exitCode, `after kill ${kill}:\n${product.output()}`).toBe(null);
  }
  isOver = true;
  await Promise.all(work);
  console.info(`receipts again after (ms): ${recoveredMs.join(", ")}; ${receipts} receipts`);

  expect(failures).toBeGreaterThan(KILLS);
  await withDatabase(async (database) => {
    expect(await listViolations(database)).toEqual([]);
  });
  for (const { agent, receipts: orderIds } of buyers) {
    const history = await agent.get("/api/purchase/history");
    const kept = new Set(
      history.as(purchaseHistoryResponseSchema).payload.map((order) => Number(order.id)),
    );
    expect(orderIds.filter((id) => !kept.has(id))).toEqual([]);
  }
  expect(await fetch(`${product.url}/readyz`).then((response) => response.status)).toBe(200);
});

/** The order's id when the buyer got a receipt. */
async function buyNext(buyer: Buyer): Promise<number | null> {
  const id = productIds[buyer.next++ % PRODUCTS];
  const response = await buyer.agent.post("/api/purchase/prompt", { prompt_id: id });
  if (response.status !== 200) return null;
  return Number(response.as(purchaseResponseSchema).payload.order.id);
}

async function createBuyer(database: Database): Promise<Buyer> {
  const { id, email } = await createUser(database);
  await giveCredits(database, id, GIFT_CENTS);
  const agent = new ApiAgent((request) => fetch(request), { appUrl: product.url });
  const response = await agent.post("/api/login", { email, password: PASSWORD });
  expect(response.status).toBe(200);
  return { agent, next: 0, receipts: [] };
}

async function insertProducts(database: Database): Promise<number[]> {
  const hash = "0".repeat(64);
  await database`INSERT INTO categories (slug) VALUES ('torture')`;
  await database`INSERT INTO pictures VALUES (${hash}, 1, 1, '#000000')`;
  const rows = await database<{ id: number }[]>`
    INSERT INTO products (slug, category_id, titles, prompt, price_cents, picture_hash)
    SELECT 'torture-' || n, (SELECT id FROM categories), '{"en": "Torture"}', 'A long night',
      ${PRICE_CENTS}, ${hash}
    FROM generate_series(1, ${PRODUCTS}) AS n RETURNING id`;
  return rows.map((row) => row.id);
}

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const { socketFolder } = readPostmaster();
  const target = { host: socketFolder, port: SOCKET_PORT, user: ROLE, database: DATABASE };
  const database = openDatabase(target, { connectionsMax: 2 });
  try {
    await work(database);
  } finally {
    await database.end({ timeout: 5 });
  }
}

/** First line: the server's process; fifth: the folder of its socket. */
function readPostmaster(): { pid: number; socketFolder: string } {
  const lines = readFileSync(join(product.dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? "" };
}
