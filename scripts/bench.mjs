/**
 * `npm run bench`: the figures that the README and release notes quote. Starts the built product
 * with data of its own, loads it with 16 connections, prints a table. Never part of the tests.
 *
 *   npm run bench                                       with 1,000 and 100,000 generated products
 *   npm run bench -- --products 1000,100000,1000000     with as many as you like, fewest first
 *   npm run bench -- --products 0                       pages alone, with the demo catalogue
 *   npm run bench -- --products 0 --minutes 10          and the memory of ten minutes' mixed load
 *   npm run bench -- --products 0 --processes 1,2,3     and what several processes serve
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  benchEndurance,
  benchListings,
  benchPages,
  benchProcesses,
  benchStorm,
} from "./bench/pages.mjs";
import { row, start, stop, waitForSeed } from "./bench/product.mjs";
import { benchQueries, generate } from "./bench/queries.mjs";

const { values: options } = parseArgs({
  options: {
    products: { type: "string", default: "1000,100000" },
    seconds: { type: "string", default: "10" },
    minutes: { type: "string", default: "0" },
    processes: { type: "string", default: "0" },
  },
});
const seconds = Number(options.seconds);

const dataDir = mkdtempSync(join(tmpdir(), "promptory-bench-"));
let product = null;
try {
  const first = await start(dataDir);
  row("first page, fresh data", `${first.readySeconds.toFixed(1)} s`);
  await waitForSeed(first);
  row("whole catalogue seeded", `${((Date.now() - first.startedAt) / 1000).toFixed(1)} s`);
  await stop(first);

  const counts = options.processes.split(",").map(Number).filter(Boolean);
  await benchProcesses(dataDir, { counts, seconds });

  product = await start(dataDir);
  row("first page, second start", `${product.readySeconds.toFixed(1)} s`);
  await benchPages(product, { seconds });
  await benchStorm(product, { seconds });
  if (Number(options.minutes) > 0)
    await benchEndurance(product, { minutes: Number(options.minutes) });
  for (const count of options.products.split(",").map(Number)) {
    if (count === 0) continue;
    await generate(product, count);
    await benchQueries(product, count);
    await benchListings(product, { count, seconds });
  }
  row("JavaScript of a first visit", "");
  await import("./budget.mjs");
} finally {
  if (product) await stop(product);
  rmSync(dataDir, { recursive: true, force: true });
}
