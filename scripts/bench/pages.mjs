import { readFileSync } from "node:fs";
import { row, signIn } from "./product.mjs";

const CONNECTIONS = 16;

/** The pages of the demo catalog and the memory they take. */
export async function benchPages(running, { seconds }) {
  const slug = await firstSlug(running.url);
  const session = await signIn(running.url);
  const pages = [
    ["home, guest", "/en", {}],
    ["listing, guest", "/en/products", {}],
    ["product page, guest", `/en/products/${slug}`, {}],
    ["listing, rendered fresh (member)", "/en/products", { cookie: session }],
    ["product page, rendered fresh (member)", `/en/products/${slug}`, { cookie: session }],
    ["API list", "/api/products", {}],
  ];
  for (const [name, path, headers] of pages) {
    await load(name, running.url + path, { headers, seconds });
  }
  row("memory after load", `${rssMb(running.child.pid)} MB (server process)`);
}

/** The listing with so many products. */
export async function benchListings(running, { count, seconds }) {
  const session = await signIn(running.url);
  for (const [name, path] of [
    ["first page", "/en/products"],
    ["by style", "/en/products?style=nebula"],
    ["search", "/en/products?search=mountain"],
    ["by price", "/en/products?sort=price_asc"],
  ]) {
    const headers = { cookie: session };
    await load(`listing of ${count}: ${name}, fresh`, running.url + path, { headers, seconds });
  }
}

async function firstSlug(url) {
  const { data } = await fetch(`${url}/api/products?per_page=1`).then((response) =>
    response.json(),
  );
  return data[0].slug;
}

async function load(name, url, { headers, seconds }) {
  const { default: autocannon } = await import("autocannon");
  const shape = { url, headers: { "accept-encoding": "br", ...headers }, connections: CONNECTIONS };
  await autocannon({ ...shape, duration: 2 });
  const result = await autocannon({ ...shape, duration: seconds });
  const failed = result.non2xx + result.errors;
  const note = failed > 0 ? `  (${failed} failed!)` : "";
  row(name, `${Math.round(result.requests.average)} req/s, p99 ${result.latency.p99} ms${note}`);
}

function rssMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
