import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { load, memoryMb } from "./load.mjs";
import { root, row, signIn, start, stop } from "./product.mjs";

const ENCODINGS = ["identity", "br"];

/**
 * The pages of the demo catalogue: cached ones alternating with a plain Node server that sends the
 * same bytes, so that other load on the machine affects both; then pages for members, and uncached
 * ones. Ratios are comparable between machines.
 */
export async function benchPages(running, { seconds }) {
  const slug = await firstSlug(running.url);
  const cookie = await signIn(running.url);
  const pages = [
    ["home", "/en"],
    ["listing", "/en/products"],
    ["product", `/en/products/${slug}`],
    ["text", "/en/page/terms"],
  ];
  row("", "req/s    p50    p99 ms   CPU ms/request");
  for (const [name, path] of pages) {
    for (const encoding of ENCODINGS) {
      await compareWithPlain(running, {
        name: `${name}, guest, ${encoding}`,
        path,
        encoding,
        seconds,
      });
    }
  }
  const alone = `${cookie}; toast=x`;
  for (const [name, path] of pages) {
    // An invalid flash cookie: such a page is rendered completely.
    const whole = await measure(running, { path, headers: { cookie: alone }, seconds });
    const filled = await measure(running, { path, headers: { cookie }, seconds });
    print(`${name}, member, rendered whole`, whole);
    print(`${name}, member, filled in`, filled, share(filled.cpu / whole.cpu, "of whole"));
  }
  let asked = 0;
  const next = () => `/en/products?price_max=${(++asked / 100 + 100).toFixed(2)}`;
  print("listing, never asked for before", await measure(running, { path: next(), next, seconds }));
  print("API list", await measure(running, { path: "/api/products", seconds }));
  const { now, peak } = memoryMb(running.child.pid);
  row("memory of the server process", `${now} MB, ${peak} MB at its most`);
}

/**
 * The throughput of several processes on this machine, which they share with the load generator.
 */
export async function benchProcesses(dataDir, { counts, seconds }) {
  const rates = new Map();
  for (const workers of counts) {
    const running = await start(dataDir, { workers });
    try {
      const cookie = await signIn(running.url);
      let asked = 0;
      const next = () => `/en/products?price_max=${(++asked / 100 + 300 + workers).toFixed(2)}`;
      for (const [name, target] of [
        ["listing, kept", { path: "/en/products" }],
        ["listing, member, filled in", { path: "/en/products", headers: { cookie } }],
        ["listing, never asked for before", { path: next(), next }],
      ]) {
        const { rate, failed } = await measure(running, { ...target, seconds });
        const first = rates.get(name) ?? rate;
        rates.set(name, first);
        const note = `${Math.round(rate)} req/s, ${share(rate / first, "of the first")}`;
        row(
          `${workers} ${workers === 1 ? "process" : "processes"}: ${name}`,
          `${note}${failed > 0 ? `  (${failed} failed!)` : ""}`,
        );
      }
    } finally {
      await stop(running);
    }
  }
}

/** Measures the listing with this number of products. */
export async function benchListings(running, { count, seconds }) {
  const cookie = await signIn(running.url);
  for (const [name, path] of [
    ["first page", "/en/products"],
    ["by style", "/en/products?style=nebula"],
    ["search", "/en/products?search=mountain"],
    ["by price", "/en/products?sort=price_asc"],
  ]) {
    const headers = { cookie: `${cookie}; toast=x` };
    print(
      `listing of ${count}: ${name}, rendered whole`,
      await measure(running, { path, headers, seconds }),
    );
  }
}

/**
 * Minutes of mixed load: cached pages, members, uncached pages. Prints the memory of both halves,
 * which is equal if nothing leaks.
 */
export async function benchEndurance(running, { minutes }) {
  const cookie = await signIn(running.url);
  const samples = [];
  const timer = setInterval(() => samples.push(memoryMb(running.child.pid).now), 5_000);
  let asked = 0;
  const next = () => `/en/products?price_min=${(++asked / 100).toFixed(2)}`;
  const until = minutes * 60;
  const results = await Promise.all([
    measure(running, { path: "/en/products", seconds: until }),
    measure(running, { path: "/en/products", headers: { cookie }, seconds: until }),
    measure(running, { path: next(), next, seconds: until }),
  ]);
  clearInterval(timer);
  const half = Math.floor(samples.length / 2);
  const mean = (list) => Math.round(list.reduce((sum, one) => sum + one, 0) / list.length);
  const [first, second] = [mean(samples.slice(0, half)), mean(samples.slice(half))];
  row(
    `memory in ${minutes} minutes of mixed load`,
    `${first} MB, then ${second} MB, ${Math.max(...samples)} MB at most`,
  );
  row("requests that failed in them", String(results.reduce((sum, { failed }) => sum + failed, 0)));
}

/** A cached page during requests for a thousand different ones, compared to idle. */
export async function benchStorm(running, { seconds }) {
  const quiet = await measure(running, { path: "/en/products", seconds });
  let asked = 0;
  const next = () => `/en/products?search=storm${++asked}`;
  const storm = measure(running, { path: next(), next, seconds: seconds + 2 });
  const loud = await measure(running, { path: "/en/products", seconds });
  const uncached = await storm;
  print("listing, kept, quiet", quiet);
  print("listing, kept, while others miss", loud, share(loud.p99 / quiet.p99, "× the p99"));
  print("  the others", uncached);
}

async function compareWithPlain(running, { name, path, encoding, seconds }) {
  const plain = await startPlain(running.url + path, encoding);
  try {
    const ours = { path, headers: { "accept-encoding": encoding }, seconds: seconds / 2 };
    const rounds = [];
    for (let round = 0; round < 2; round++) {
      rounds.push([await measure(running, ours), await load(plain, seconds / 2)]);
    }
    const better = (side) =>
      rounds.map((round) => round[side]).reduce((one, two) => (one.cpu < two.cpu ? one : two));
    const [own, bare] = [better(0), better(1)];
    print(name, own, share(own.rate / bare.rate, "of plain"));
    print("  plain node:http", bare);
  } finally {
    plain.child.kill();
  }
}

function measure(running, { path, headers = {}, next, seconds }) {
  const target = {
    pid: running.child.pid,
    url: running.url + path,
    headers: { "accept-encoding": "br", ...headers },
    next,
  };
  return load(target, seconds);
}

/** Not `fetch`, which decompresses responses. */
async function startPlain(url, encoding) {
  const asked = request(url, { headers: { "accept-encoding": encoding } }).end();
  const [response] = await once(asked, "response");
  const body = Buffer.concat(await response.toArray()).toString("base64");
  const {
    connection,
    date,
    "keep-alive": _keepAlive,
    "content-length": _length,
    ...headers
  } = response.headers;
  const child = spawn(process.execPath, [join(root, "scripts/bench/plain-server.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ headers, body }));
  const [port] = await once(child.stdout, "data");
  return { child, pid: child.pid, url: `http://127.0.0.1:${Number(port)}/` };
}

function print(name, { rate, p50, p99, cpu, failed }, note = "") {
  const figures = `${String(Math.round(rate)).padStart(5)} ${String(p50).padStart(6)} ${String(p99).padStart(6)}   ${cpu.toFixed(3).padStart(7)}`;
  row(name, `${figures}  ${note}${failed > 0 ? `  (${failed} failed!)` : ""}`);
}

const share = (ratio, what) => `${ratio.toFixed(2)} ${what}`;

async function firstSlug(url) {
  const { data } = await fetch(`${url}/api/products?per_page=1`).then((response) =>
    response.json(),
  );
  return data[0].slug;
}
