import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { depositStatusResponseSchema } from "#api/contract/deposits.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { ApiAgent } from "#tests/setup/api-agent.ts";
import { freePort } from "#tests/setup/free-port.ts";
import { type RunningProduct, startProduct } from "#tests/setup/running-product.ts";
import { balanceOf, openDeposit } from "#tests/setup/top-up.ts";
import {
  createBuyer,
  insertProducts,
  listAllOrders,
  PRICE_CENTS,
  readPostmaster,
  withDatabase,
} from "./buyers.ts";

// The built product is killed in the middle of buying and topping up, again and again, its database
// server now and then with it. What it has acknowledged must be there when it is back.

const CRASHES = 20;
const BUYERS = 4;
const BUYS_AT_ONCE = 6;
const PRODUCTS = 1_500;
const GIFT_CENTS = 1_000_000;
const TOP_UP_CENTS = 1_000;

type Buyer = {
  agent: ApiAgent;
  next: number;
  /** Order ids by product, as far as the buyer got receipts. */
  orders: Map<number, unknown>;
  /** Deposits whose page was opened, and those whose payment was acknowledged. */
  opened: number[];
  paid: number[];
};

const toBuyer = (agent: ApiAgent): Buyer => ({
  agent,
  next: 0,
  orders: new Map(),
  opened: [],
  paid: [],
});

let product: RunningProduct;
let productIds: number[];
let buyers: Buyer[];
const start = { env: { SEED_DEMO: "0", LOG_LEVEL: "warn" }, port: 0 };

beforeAll(async () => {
  start.port = await freePort();
  product = await startProduct(start);
  await withDatabase(product, async (database) => {
    productIds = await insertProducts(database, PRODUCTS);
    const agents = Array.from({ length: BUYERS }, () => createBuyer(product, database, GIFT_CENTS));
    buyers = (await Promise.all(agents)).map(toBuyer);
  });
});
afterAll(() => product.remove());

it(`${CRASHES} crashes while buying lose nothing that was acknowledged`, async () => {
  let acknowledged = 0;
  let withoutResponse = 0;
  for (let crash = 1; crash <= CRASHES; crash++) {
    const responses = await buyUntilCrash({ killsDatabase: crash % 4 === 0, after: crash * 3 });
    acknowledged += responses.acknowledged;
    withoutResponse += responses.withoutResponse;
    product = await startProduct({ ...start, dataDir: product.dataDir });
    await withDatabase(product, async (database) => {
      expect(await listViolations(database), `after crash ${crash}`).toEqual([]);
    });
    for (const buyer of buyers) await assertNothingLost(buyer);
  }
  // A test that interrupts nothing shows nothing.
  expect(acknowledged).toBeGreaterThan(CRASHES * 10);
  expect(withoutResponse).toBeGreaterThan(CRASHES);
  for (const buyer of buyers) await assertRepeatable(buyer);
  await withDatabase(product, async (database) => {
    expect(await listViolations(database)).toEqual([]);
  });
});

/** Everybody buys and tops up until, after some responses, the process is gone. */
async function buyUntilCrash(crash: { killsDatabase: boolean; after: number }) {
  const exited = once(product.process, "exit");
  const counts = { acknowledged: 0, withoutResponse: 0 };
  const onResponse = () => {
    counts.acknowledged += 1;
    if (counts.acknowledged !== crash.after) return;
    if (crash.killsDatabase) process.kill(readPostmaster(product).pid, "SIGKILL");
    product.process.kill("SIGKILL");
  };
  const repeat = async (work: () => Promise<boolean>) => {
    while (product.process.signalCode === null) {
      const hasResponse = await work().catch(() => false);
      if (hasResponse) onResponse();
      else counts.withoutResponse += 1;
    }
  };
  await Promise.all(
    buyers.flatMap((buyer) => [
      ...Array.from({ length: BUYS_AT_ONCE }, () => repeat(() => buyNext(buyer))),
      repeat(() => topUp(buyer)),
    ]),
  );
  await exited;
  return counts;
}

/** Buys what this buyer has not tried yet; false when the response is not a receipt. */
async function buyNext(buyer: Buyer): Promise<boolean> {
  const productId = productIds[buyer.next++ % PRODUCTS];
  if (productId === undefined) throw new Error("there are no products");
  const response = await buyer.agent.post("/api/purchase/prompt", { prompt_id: productId });
  if (response.status !== 200) return false;
  buyer.orders.set(productId, response.as(purchaseResponseSchema).payload.order.id);
  return true;
}

async function topUp(buyer: Buyer): Promise<boolean> {
  const { id, token } = await openDeposit(buyer.agent);
  buyer.opened.push(id);
  const response = await buyer.agent.post(`/api/sandbox/payments/${token}`, { decision: "pay" });
  if (response.status === 200) buyer.paid.push(id);
  return response.status === 200;
}

/** Every receipt is in the history, every payment in the wallet, and the balance is what is left. */
async function assertNothingLost({ agent, orders, opened, paid }: Buyer): Promise<void> {
  const history = await listAllOrders(agent);
  const kept = new Set(history.map((order) => order.id));
  const lost = [...orders.values()].filter((id) => !kept.has(Number(id)));
  expect(lost).toEqual([]);
  let credited = 0;
  for (const id of opened) {
    const response = await agent.get(`/api/deposit/status?order_id=${id}`);
    const { status } = response.as(depositStatusResponseSchema).order;
    if (paid.includes(id)) expect(status).toBe("success");
    if (status === "success") credited += 1;
  }
  const spent = history.length * PRICE_CENTS;
  expect(await balanceOf(agent)).toBe(GIFT_CENTS + credited * TOP_UP_CENTS - spent);
}

/** Buying again what was bought, with a response or without, gives the same order and costs nothing. */
async function assertRepeatable(buyer: Buyer): Promise<void> {
  const { agent } = buyer;
  const history = await listAllOrders(agent);
  const before = await balanceOf(agent);
  for (const [productId, orderId] of [...buyer.orders].slice(-50)) {
    const response = await agent.post("/api/purchase/prompt", { prompt_id: productId });
    expect(response.as(purchaseResponseSchema).payload).toMatchObject({
      already_owned: true,
      order: { id: orderId },
    });
  }
  expect(await balanceOf(agent)).toBe(before);
  expect(await listAllOrders(agent)).toHaveLength(history.length);
}
