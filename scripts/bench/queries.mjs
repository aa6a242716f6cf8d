import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root, row, start, stop } from "./product.mjs";

const CONNECTIONS = [1, 16];
/** Requests per kind and connection count; minimum and maximum number per query. */
const TIMES = { 1: 120, 16: 640 };
const STYLES = [
  ...["watercolour", "flow-field", "low-poly", "ink-wash", "stained-glass", "isometric"],
  ...["nebula", "pixel-art", "paper-cut", "botanical", "art-deco", "bauhaus"],
];
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/**
 * The list queries in rotation: mostly database work. A single fixed word would give too good
 * results, as its rows are cached; these range from common to rare.
 */
function listQueries(words) {
  const long = words.filter((word) => word.length > 4);
  return [
    ["list", ["", "page=40", "sort=best_selling", "sort=price_asc"]],
    ["one style", STYLES.map((style) => `style_slugs=${style}`)],
    ["one style, with counts", STYLES.map((style) => `style_slugs=${style}&facets=1`)],
    [
      "style and category",
      STYLES.map(
        (style, at) => `style_slugs=${style}&category_slugs=${at % 2 ? "space" : "animals"}`,
      ),
    ],
    ["prices", [1, 2, 3, 5, 8, 13].map((price) => `price_min=${price}&price_max=${price + 2}`)],
    ["cheapest of a style", STYLES.map((style) => `style_slugs=${style}&sort=price_asc`)],
    ["a word", words.map((word) => `search=${word}`)],
    ["its beginning", words.map((word) => `search=${word.slice(0, 3)}`)],
    ["one letter", LETTERS.map((letter) => `search=${letter}`)],
    ["two words", words.map((word, at) => `search=${word}+${words[(7 * at + 3) % words.length]}`)],
    ["a word, with counts", words.map((word) => `search=${word}&facets=1`)],
    ["a word, newest first", words.map((word) => `search=${word}&sort=newest`)],
    [
      "a word and a style",
      words.map((word, at) => `search=${word}&style_slugs=${STYLES[at % 12]}`),
    ],
    ["a typo", long.map((word) => `search=${swapLetters(word)}`)],
    ["nothing like it", words.map((word) => `search=qqzz${word}xx`)],
  ];
}

/** Swaps two neighbouring letters in the middle. */
function swapLetters(word) {
  const at = Math.floor(word.length / 2);
  return word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1);
}

/**
 * Adds `count` generated products to those of the running product, plus the records of the staff
 * lists.
 */
export async function generate(running, count, { people = 0, drafts = 0 } = {}) {
  const child = spawn(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "bench"],
    {
      cwd: root,
      env: {
        ...process.env,
        BENCH_DATA_DIR: running.dataDir,
        BENCH_PRODUCTS: String(count),
        BENCH_PEOPLE: String(people),
        BENCH_DRAFTS: String(drafts),
      },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error("generating products failed");
}

/** Measures the lists at this size, with one and with sixteen concurrent visitors. */
export async function benchQueries(running, count) {
  const words = JSON.parse(readFileSync(join(running.dataDir, "bench-words.json"), "utf8"));
  for (const [name, queries] of listQueries(words)) {
    const figures = [];
    for (const connections of CONNECTIONS) {
      const { p50, p99, failed } = await ask(running.url, queries, connections);
      const note = failed > 0 ? ` (${failed} failed!)` : "";
      figures.push(`${String(connections).padStart(2)}: p50 ${p50} p99 ${p99} ms${note}`);
    }
    row(`query at ${count}: ${name}`, figures.join("   "));
  }
}

async function ask(url, queries, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  let failed = 0;
  let asked = 0;
  const work = async () => {
    while (asked < TIMES[connections]) {
      const query = queries[asked++ % queries.length];
      const startedAt = performance.now();
      const status = await request(`${url}/api/products?${query}`, agent);
      times.push(performance.now() - startedAt);
      if (status !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.ceil(share * times.length) - 1].toFixed(1);
  return { p50: at(0.5), p99: at(0.99), failed };
}

function request(url, agent) {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    }).once("error", reject);
  });
}

// Can also be run separately with a data folder that is kept, because generating a million takes
// long.
//   node scripts/bench/queries.mjs FOLDER
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const running = await start(process.argv[2]);
  await benchQueries(running, "this many").finally(() => stop(running));
}
