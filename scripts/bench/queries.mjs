import { spawn } from "node:child_process";
import { join } from "node:path";
import { root, row } from "./product.mjs";

/** What the lists are asked, one after the other: the database's work and little else. */
const QUERIES = [
  ["list", ""],
  ["list, page 40", "page=40"],
  ["one style", "style_slugs=nebula"],
  ["style and category", "style_slugs=nebula&category_slugs=space"],
  ["prices", "price_min=3&price_max=5"],
  ["prices, style, cheapest first", "price_max=4&style_slugs=watercolour&sort=price_asc"],
  ["one style, with counts", "style_slugs=nebula&facets=1"],
  ["search: a word, with counts", "search=mountain&facets=1"],
  ["best selling", "sort=best_selling"],
  ["search: a word", "search=mountain"],
  ["search: its beginning", "search=mou"],
  ["search: two words, newest first", "search=golden+mountain&sort=newest"],
  ["search: a slip", "search=mountian"],
  ["search: nothing like it", "search=qqzzxxyy"],
];
const QUERY_TIMES = 60;

/** Adds `count` generated products to those of the running product, in its database. */
export async function generate(running, count) {
  const child = spawn(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "bench"],
    {
      cwd: root,
      env: { ...process.env, BENCH_DATA_DIR: running.dataDir, BENCH_PRODUCTS: String(count) },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error("generating products failed");
}

/** What the lists take with so many products. */
export async function benchQueries(running, count) {
  for (const [name, query] of QUERIES) {
    const times = [];
    for (let at = 0; at < QUERY_TIMES; at++) {
      const startedAt = performance.now();
      const response = await fetch(`${running.url}/api/products?${query}`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${query} returned ${response.status}`);
      times.push(performance.now() - startedAt);
    }
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.ceil(share * times.length) - 1].toFixed(1);
    row(`query at ${count}: ${name}`, `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  }
}
