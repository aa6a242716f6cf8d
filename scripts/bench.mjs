/**
 * `npm run bench`: the figures that the README and release notes quote. Starts the built product
 * with data of its own, loads it with 16 connections, prints a table. Never part of the tests.
 *
 *   npm run bench                                       with 1,000 and 100,000 generated products
 *   npm run bench -- --products 1000,100000,1000000     with as many as you like, fewest first
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values: options } = parseArgs({
  options: {
    products: { type: "string", default: "1000,100000" },
    seconds: { type: "string", default: "10" },
  },
});
const CONNECTIONS = 16;
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
const seconds = Number(options.seconds);

const dataDir = mkdtempSync(join(tmpdir(), "promptory-bench-"));
let product = null;
try {
  const first = await start();
  row("first page, fresh data", `${first.readySeconds.toFixed(1)} s`);
  await seeded(first);
  row("whole catalogue seeded", `${((Date.now() - first.startedAt) / 1000).toFixed(1)} s`);
  await stop(first);

  product = await start();
  row("first page, second start", `${product.readySeconds.toFixed(1)} s`);
  const slug = await firstSlug(product.url);
  const session = await signIn(product.url);
  const pages = [
    ["home, guest", "/en", {}],
    ["listing, guest", "/en/products", {}],
    ["product page, guest", `/en/products/${slug}`, {}],
    ["listing, rendered fresh (member)", "/en/products", { cookie: session }],
    ["product page, rendered fresh (member)", `/en/products/${slug}`, { cookie: session }],
    ["API list", "/api/products", {}],
  ];
  for (const [name, path, headers] of pages) await load(name, product.url + path, headers);
  row("memory after load", `${rssMb(product.child.pid)} MB (server process)`);
  for (const count of options.products.split(",").map(Number)) {
    if (count > 0) await benchMany(product, count);
  }
  row("JavaScript of a first visit", "");
  await import("./budget.mjs");
} finally {
  if (product) await stop(product);
  rmSync(dataDir, { recursive: true, force: true });
}

function row(name, value) {
  console.log(`${name.padEnd(44)} ${value}`);
}

async function start() {
  const port = await freePort();
  const startedAt = Date.now();
  const child = spawn(process.execPath, [join(root, "build/server/index.js")], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const url = `http://localhost:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product stopped:\n${output}`);
    const page = await fetch(`${url}/en`).catch(() => null);
    if (page?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const readySeconds = (Date.now() - startedAt) / 1000;
  return { child, url, startedAt, readySeconds, output: () => output };
}

async function seeded(running) {
  for (;;) {
    const list = await fetch(`${running.url}/api/products`).then((response) => response.json());
    if (list.meta.total >= 72 && /catalogue is complete|seed.*complete/i.test(running.output()))
      return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function stop(running) {
  return new Promise((resolve) => {
    running.child.once("exit", resolve);
    running.child.kill("SIGTERM");
  });
}

async function firstSlug(url) {
  const { data } = await fetch(`${url}/api/products?per_page=1`).then((response) =>
    response.json(),
  );
  return data[0].slug;
}

/** A member's cookies: his pages are rendered fresh, which is the price without the page cache. */
async function signIn(url) {
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: url };
  const body = new URLSearchParams({ email: "buyer@promptory.test", password: "promptory-demo" });
  const response = await fetch(`${url}/en/login`, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (response.status >= 400 || cookies.length === 0)
    throw new Error(`sign-in failed: ${response.status}`);
  return cookies.join("; ");
}

async function load(name, url, headers) {
  const { default: autocannon } = await import("autocannon");
  const shape = { url, headers: { "accept-encoding": "br", ...headers }, connections: CONNECTIONS };
  await autocannon({ ...shape, duration: 2 });
  const result = await autocannon({ ...shape, duration: seconds });
  const failed = result.non2xx + result.errors;
  const note = failed > 0 ? `  (${failed} failed!)` : "";
  row(name, `${Math.round(result.requests.average)} req/s, p99 ${result.latency.p99} ms${note}`);
}

async function benchMany(running, count) {
  const socket = readdirSync(dataDir);
  const generate = spawn(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "bench"],
    {
      cwd: root,
      env: { ...process.env, BENCH_DATA_DIR: dataDir, BENCH_PRODUCTS: String(count) },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const code = await new Promise((resolve) => generate.once("exit", resolve));
  if (code !== 0) throw new Error(`generating products failed (${socket.join(", ")})`);
  await benchQueries(running, count);
  const session = await signIn(running.url);
  for (const [name, path] of [
    ["first page", "/en/products"],
    ["by style", "/en/products?style=nebula"],
    ["search", "/en/products?search=mountain"],
    ["by price", "/en/products?sort=price_asc"],
  ]) {
    await load(`listing of ${count}: ${name}, fresh`, running.url + path, { cookie: session });
  }
}

async function benchQueries(running, count) {
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

function rssMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
