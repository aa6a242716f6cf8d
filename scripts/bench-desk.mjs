/**
 * `npm run bench:desk`: the figures of the desk. Starts the built product with its own data, fills
 * it, requests the desk's lists and searches, and imports tables of products while shop pages are
 * requested. Never part of the tests.
 *
 *   npm run bench:desk                                          100,000 products, 20,000 people
 *   npm run bench:desk -- --products 1000000 --drafts 70000 --people 200000
 *   npm run bench:desk -- --data FOLDER                         the data of a shop, filled once and kept
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchImport, benchLists } from "./bench/desk.mjs";
import { row, signIn, start, stop, waitForSeed } from "./bench/product.mjs";
import { generate } from "./bench/queries.mjs";

const { values: options } = parseArgs({
  options: {
    products: { type: "string", default: "100000" },
    drafts: { type: "string", default: "10000" },
    people: { type: "string", default: "20000" },
    data: { type: "string" },
  },
});
const products = Number(options.products);
const [people, drafts] = [Number(options.people), Number(options.drafts)];
const isKept = options.data !== undefined;
const dataDir = options.data ?? mkdtempSync(join(tmpdir(), "promptory-bench-"));
let product = null;
try {
  product = await start(dataDir);
  // Written when the data is generated.
  if (!existsSync(join(dataDir, "bench-words.json"))) {
    if (!isKept) await waitForSeed(product);
    const startedAt = performance.now();
    await generate(product, products, { people, drafts });
    row("filled", `${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  const cookie = await signIn(product.url, "staff@promptory.test");
  await benchLists(product, cookie);
  await benchImport(product, cookie, { rows: 10_000, wrong: 0 });
  await benchImport(product, cookie, { rows: 50_000, wrong: 300 });
} finally {
  if (product) await stop(product);
  if (!isKept) rmSync(dataDir, { recursive: true, force: true });
}
