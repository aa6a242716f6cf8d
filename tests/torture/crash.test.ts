import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { freePort } from "#tests/setup/servers/free-port.ts";
import {
  createBuyer,
  createSeller,
  createStaffAgent,
  filesOf,
  insertProducts,
  readPostmaster,
  withDatabase,
} from "./buyers.ts";
import {
  acceptNext,
  assertNothingLost,
  assertOffersKept,
  assertRepeatable,
  type Buyer,
  buyNext,
  GIFT_CENTS,
  refundNext,
  type Seller,
  toBuyer,
  topUp,
} from "./crash-load.ts";

// The built product is killed repeatedly in the middle of buying, topping up, refunds and accepting
// offers, sometimes together with its database server. Whatever it acknowledged must still be there
// after the restart. CRASHES=200 npm run test:torture -- crash.test

const CRASHES = Number(process.env.CRASHES ?? 20);
const BUYERS = 4;
const CONCURRENT_BUYS = 6;
const PRODUCTS = 20_000;
const OFFERS = CRASHES * 60;

let product: RunningProduct;
let productIds: number[];
let buyers: Buyer[];
let seller: Seller;
let staff: ApiAgent;
const start = { env: { SEED_DEMO: "0", LOG_LEVEL: "warn" }, port: 0 };

beforeAll(async () => {
  start.port = await freePort();
  product = await startProduct(start);
  await withDatabase(product, async (database) => {
    productIds = await insertProducts({ database, files: filesOf(product) }, PRODUCTS);
    const agents = Array.from({ length: BUYERS }, () => createBuyer(product, database, GIFT_CENTS));
    buyers = (await Promise.all(agents)).map(toBuyer);
    seller = { ...(await createSeller(product, database, OFFERS)), accepted: [] };
    staff = await createStaffAgent(product, database);
  });
});
afterAll(() => product.remove());

it(
  `${CRASHES} crashes under load lose nothing that was acknowledged`,
  async () => {
    let [acknowledged, withoutResponse] = [0, 0];
    for (let crash = 1; crash <= CRASHES; crash++) {
      const after = 3 + ((crash * 7) % 60);
      const responses = await workUntilCrash({ killsDatabase: crash % 4 === 0, after });
      acknowledged += responses.acknowledged;
      withoutResponse += responses.withoutResponse;
      product = await startProduct({ ...start, dataDir: product.dataDir });
      await withDatabase(product, async (database) => {
        expect(await listViolations(database), `after crash ${crash}`).toEqual([]);
      });
      for (const buyer of buyers) await assertNothingLost(buyer);
      await assertOffersKept(seller);
      if (crash % 20 === 0) {
        process.stdout.write(
          `${crash} crashes: ${acknowledged} acknowledged, ${withoutResponse} cut off\n`,
        );
      }
    }
    // A test that interrupts nothing proves nothing.
    expect(acknowledged).toBeGreaterThan(CRASHES * 10);
    expect(withoutResponse).toBeGreaterThan(CRASHES);
    const refunds = buyers.flatMap((buyer) => [...buyer.refunds.values()]);
    expect(refunds.filter(({ isDone }) => isDone).length).toBeGreaterThan(CRASHES / 2);
    expect(seller.accepted.length).toBeGreaterThan(CRASHES / 2);
    for (const buyer of buyers) await assertRepeatable(buyer);
    await withDatabase(product, async (database) => {
      expect(await listViolations(database)).toEqual([]);
    });
  },
  4 * 60 * 60_000,
);

/** Runs all of the load until the process is gone, which is killed after some responses. */
async function workUntilCrash(crash: { killsDatabase: boolean; after: number }) {
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
  await Promise.all([
    ...buyers.flatMap((buyer) => [
      ...Array.from({ length: CONCURRENT_BUYS }, () => repeat(() => buyNext(buyer, productIds))),
      repeat(() => topUp(buyer)),
      repeat(() => refundNext(buyer, staff)),
    ]),
    repeat(() => acceptNext(seller)),
  ]);
  await exited;
  return counts;
}
