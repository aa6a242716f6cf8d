import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#api/db/client.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import {
  type SearchEngineStandIn,
  startSearchEngine,
} from "#tests/setup/servers/opensearch/stand-in.ts";
import { filesOf, insertProducts, withDatabase } from "./buyers.ts";
import { runProgram } from "./run-program.ts";
import { ALIAS, expectIndexInStep } from "./search-index.ts";

// The built product is killed while it sends changes to the search engine, the engine goes down and
// comes back, and the index is rebuilt meanwhile. In the end the index matches the database.

const CRASHES = 6;
const PRODUCTS = 2_000;

let engine: SearchEngineStandIn;
let product: RunningProduct;
let env: Record<string, string>;
beforeAll(async () => {
  engine = await startSearchEngine();
  env = { SEED_DEMO: "0", LOG_LEVEL: "warn", SEARCH_URL: engine.url };
  product = await startProduct({ env });
  await withDatabase(
    product,
    async (database) =>
      void (await insertProducts({ database, files: filesOf(product) }, PRODUCTS)),
  );
  expect(await rebuild()).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await product.remove();
  await engine.stop();
});

const rebuild = () => runProgram("search-rebuild", { ...env, DATA_DIR: product.dataDir });

/** Makes many small changes: prices, sales, products that are unpublished and republished. */
async function change(database: Database, round: number): Promise<void> {
  for (let step = 0; step < 40; step++) {
    const seed = round * 40 + step;
    await database`UPDATE products SET price_cents = ${100 + seed} WHERE id % 41 = ${step}`;
    await database`UPDATE products SET status = CASE status WHEN 'published' THEN 'withdrawn'
      ELSE 'published' END WHERE id % 97 = ${seed % 97}`;
  }
}

it(`${CRASHES} crashes while changes are shipped leave the index in step`, async () => {
  for (let round = 1; round <= CRASHES; round++) {
    const exited = once(product.process, "exit");
    let bulks = 0;
    // Kills the product when the engine has received a request but not responded.
    engine.before = async (line) => {
      if (!line.endsWith("_bulk")) return;
      bulks += 1;
      if (bulks === round) product.process.kill("SIGKILL");
    };
    await withDatabase(product, async (database) => {
      await change(database, round);
      while (product.process.signalCode === null) {
        await database`UPDATE products SET sales_count = sales_count + 1 WHERE id % 7 = 0`;
        await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 50))]);
      }
    }).catch((error: unknown) => {
      // The database dies with the process, sometimes before its exit event is received here.
      if (!product.process.killed) throw error;
    });
    await exited;
    expect(product.process.signalCode).toBe("SIGKILL");
    engine.before = null;
    if (round % 2 === 0) await engine.stop();
    product = await startProduct({ env, dataDir: product.dataDir });
    await withDatabase(product, (database) => change(database, 100 + round));
    if (round % 2 === 0) await engine.start();
    if (round % 3 === 0) {
      const [result] = await Promise.all([
        rebuild(),
        withDatabase(product, (database) => change(database, 200 + round)),
      ]);
      expect(result, result.output).toMatchObject({ code: 0 });
    }
  }
  await withDatabase(product, (database) => expectIndexInStep(database, engine));
  expect(Object.keys(engine.cluster.aliasesOf(`${ALIAS}-v*`))).toHaveLength(1);
});
