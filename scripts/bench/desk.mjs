import { readFileSync } from "node:fs";
import { row } from "./product.mjs";

const TIMES = 60;
const CONNECTIONS = [1, 4];

/** The staff screens with the requests made in rotation: lists, their last pages, and searches. */
const SCREENS = {
  start: ["/staff"],
  products: ["", "?sort=price_asc", "?sort=price_desc"].map((query) => `/staff/products${query}`),
  "products, filtered": ["/staff/products?status=published", "/staff/products?status=draft"],
  "products, searched": searches("products", [
    "fox",
    "quiet harbour",
    "zzqq",
    "fo",
    "generated-77",
  ]),
  people: ["", "?state=verified", "?state=disabled"].map((query) => `/staff/people${query}`),
  "people, searched": searches("people", ["tamm", "person-199", "nobody-here", "ma", "zq", "77"]),
  orders: ["", "?sort=amount", "?sort=-amount"].map((query) => `/staff/orders${query}`),
  "orders, searched": searches("orders", ["person-199", "generated-77", "77", "nobody-here"]),
  deposits: ["", "?sort=amount", "?state=failed"].map((query) => `/staff/deposits${query}`),
  "deposits, searched": searches("deposits", ["person-199", "generated-77", "nobody-here"]),
  offers: ["/staff/offers", "/staff/offers?status=approved"],
  "offers, searched": searches("offers", ["fox", "person-19", "nobody-here"]),
  verifications: ["/staff/verifications", "/staff/verifications?status=approved"],
  payouts: ["/staff/payouts", "/staff/payouts?status=settled"],
  messages: ["/staff/messages", "/staff/messages?status=new"],
  "messages, searched": searches("messages", ["gen-772", "harbour", "where is", "nobody-here"]),
  "audit log": ["/staff/audit", "/staff/audit?kind=offer", "/staff/audit?from=2026-01-01"],
  "audit log, searched": searches("audit", ["77", "order", "staff@", "number 770", "nobody-here"]),
  subscribers: ["/staff/newsletter/subscribers", "/staff/newsletter/subscribers?state=confirmed"],
  "subscribers, searched": searches("newsletter/subscribers", ["person-199", "nobody-here", "per"]),
  "other lists": [
    ...["withdrawals", "suspense", "disputes", "notices", "newsletter", "imports"],
    ...["groups/categories", "shelves", "payouts/statements"],
  ].map((name) => `/staff/${name}`),
};

function searches(list, texts) {
  return texts.map((text) => `/staff/${list}?q=${encodeURIComponent(text)}`);
}

/** Measures the staff screens with one and with four concurrent users. */
export async function benchLists({ url }, cookie) {
  for (const [name, paths] of Object.entries(SCREENS)) {
    const figures = [];
    for (const connections of CONNECTIONS) {
      const { p50, p99, slowest } = await ask(url, { paths, cookie, connections });
      figures.push(`${connections}: p50 ${p50} p99 ${p99} ms (${slowest})`);
    }
    row(`desk: ${name}`, figures.join("   "));
  }
}

async function ask(url, { paths, cookie, connections }) {
  const times = [];
  let asked = 0;
  const work = async () => {
    while (asked < TIMES) {
      const path = paths[asked++ % paths.length];
      const startedAt = performance.now();
      const response = await fetch(`${url}/en${path}`, { headers: { cookie }, redirect: "manual" });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      times.push({ ms: performance.now() - startedAt, path });
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  times.sort((a, b) => a.ms - b.ms);
  const at = (share) => times[Math.ceil(share * times.length) - 1];
  return { p50: at(0.5).ms.toFixed(0), p99: at(0.99).ms.toFixed(0), slowest: at(0.99).path };
}

/**
 * Imports a table of `rows` products, `wrong` of them without a valid price: measures the duration
 * of check and write, the peak memory of the process, and the latency of shop pages meanwhile.
 */
export async function benchImport({ url, child }, cookie, { rows, wrong }) {
  const shop = watchShop(url);
  const form = new FormData();
  form.set("media", new File([writeTable(rows, wrong)], "products.csv"));
  const headers = { cookie, origin: url };
  const startedAt = performance.now();
  const since = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const sent = await fetch(`${url}/en/staff/imports`, {
    ...{ method: "POST", headers, body: form, redirect: "manual" },
  });
  const path = sent.headers.get("location");
  if (!/imports\/\d+$/.test(path ?? "")) throw new Error(`no import: ${sent.status} ${path}`);
  const id = path.split("/").at(-1);
  const checked = await waitFor(url, { id, cookie, status: "checked" });
  row(`import of ${rows}: checked, ${checked.wrong_count} wrong`, since());
  if (checked.wrong_count !== wrong) throw new Error(`${JSON.stringify(checked.problem_counts)}`);
  await fetch(url + path, {
    ...{ method: "POST", headers, body: new URLSearchParams({ change: "write" }) },
    redirect: "manual",
  });
  await waitFor(url, { id, cookie, status: "written" });
  row(`import of ${rows}: written`, since());
  row(`import of ${rows}: most memory of the process`, `${peakMb(child.pid)} MB`);
  row(`import of ${rows}: the shop's pages meanwhile`, await shop.end());
}

async function waitFor(url, { id, cookie, status }) {
  for (;;) {
    const response = await fetch(`${url}/api/staff/imports/${id}`, {
      headers: { cookie, origin: url, accept: "application/json" },
    });
    const { payload } = await response.json();
    if (payload.status === status) return payload;
    if (payload.status === "failed") throw new Error(`the import failed: ${payload.failure}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Requests other shop pages in sequence until stopped. */
function watchShop(url) {
  const times = [];
  let isOn = true;
  const watch = async () => {
    for (let at = 0; isOn; at++) {
      const startedAt = performance.now();
      const page = await fetch(`${url}/en/products?page=${1 + (at % 40)}&price_max=${30 + at}`);
      await page.arrayBuffer();
      if (!page.ok) throw new Error(`the shop's page ${page.url}: ${page.status}`);
      times.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const watching = watch();
  return {
    async end() {
      isOn = false;
      await watching;
      times.sort((a, b) => a - b);
      const at = (share) => times[Math.ceil(share * times.length) - 1].toFixed(0);
      return `p50 ${at(0.5)} p99 ${at(0.99)} slowest ${at(1)} ms of ${times.length}`;
    },
  };
}

const WORDS = "quiet amber drifting hollow golden northern silent burning paper velvet".split(" ");

function writeTable(rows, wrong) {
  const every = wrong > 0 ? Math.floor(rows / wrong) : 0;
  const lines = Array.from({ length: rows }, (_, at) => {
    const isWrong = wrong > 0 && at % every === 0 && at / every < wrong;
    const title = `${WORDS[at % 10]} ${WORDS[Math.floor(at / 10) % 10]} table ${at}`;
    return `${title},space,${isWrong ? "free" : "2.50"},draft,"A ${title}, at dawn"`;
  });
  return ["title_en,category,price,status,prompt", ...lines].join("\n");
}

/** Megabytes: Linux records a process's peak. */
function peakMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
