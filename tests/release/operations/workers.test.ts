import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { registerUser } from "#tests/setup/product/sessions.ts";
import { type Collector, startCollector } from "#tests/setup/servers/collector.ts";
import { freePort } from "#tests/setup/servers/free-port.ts";

// `npm start -- --workers 2`: two processes on one port, and a primary that starts, restarts and
// ends them.

/** Enough for a worker to start, even beside other tests. */
const RESPONSE_MS_MAX = 10_000;

let product: RunningProduct;
let metricsUrl: string;
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector("a token, with a comma");
  const port = String(await freePort());
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  const traces = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a%20token%2C%20with%20a%20comma",
    OTEL_BSP_SCHEDULE_DELAY: "200",
    TRUST_PROXY: "1",
  };
  product = await startProduct({
    env: { WORKERS: "2", METRICS_PORT: port, SEED_DEMO: "0", ...traces },
  });
});
afterAll(async () => {
  await product.remove();
  collector.close();
});

const readMetrics = async () => (await fetch(metricsUrl)).text();
const listWorkers = async () =>
  [...(await readMetrics()).matchAll(/process_resident_memory_bytes\{worker="(\d)"\}/g)]
    .map(([, worker]) => worker)
    .sort();
/** Reads the ids of the primary's children from the kernel. */
const listChildren = () => {
  const { pid } = product.process;
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  const pids = text.trim().split(" ").map(Number);
  return pids.filter((id) =>
    readFileSync(`/proc/${id}/cmdline`, "utf8").includes("build/server/index.js"),
  );
};

/**
 * Returns the status of a request on a new connection, or the error's code if there is no response.
 */
const readStatus = (url: string) =>
  new Promise<number | string | undefined>((resolve) => {
    const signal = AbortSignal.timeout(RESPONSE_MS_MAX);
    get(url, { agent: false, signal }, (response) => resolve(response.resume().statusCode)).on(
      "error",
      (error: NodeJS.ErrnoException) => resolve(error.code),
    );
  });

it("serves with all of them, and one page of metrics names each", async () => {
  await expect.poll(listWorkers).toEqual(["1", "2"]);
  const metrics = await readMetrics();
  expect(metrics).toContain("promptory_mails{");
  expect(metrics).toMatch(/promptory_http_requests_total\{[^}]*route="\/readyz"[^}]*worker="\d"\}/);
  expect(product.output().match(/Schema brought forward/g)).toHaveLength(1);
});

it("sends traces: the request, the API's calls in it and their transactions, by route alone", async () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  await fetch(`${product.url}/en/email/verify/7/a-secret-hash?signature=secret`, { headers });
  const email = `traced-${crypto.randomUUID()}@example.com`;
  await registerUser(product.url, email);
  const named = (name: string) => collector.spans.find((span) => span.name === name);
  await expect.poll(() => named("GET /:locale/email/verify/:id/:hash")).toBeDefined();
  const page = named("GET /:locale/email/verify/:id/:hash");
  expect([page?.traceId, page?.parentSpanId]).toEqual([traceId, "b7ad6b7169203331"]);
  expect(page?.service).toBe("promptory");
  expect(page?.attributes["http.response.status_code"]).toBe(200);
  const inside = collector.spans.filter((span) => span.parentSpanId === page?.spanId);
  expect(inside.map((span) => span.name)).toContain("API GET /api/settings");

  await expect.poll(() => named("POST /api/register")).toBeDefined();
  const request = named("POST /api/register");
  const byId = new Map(collector.spans.map((span) => [span.spanId, span]));
  const transaction = collector.spans.find(
    (span) => span.name === "transaction" && span.traceId === request?.traceId,
  );
  expect(byId.get(transaction?.parentSpanId ?? "")?.name).toBe("API POST /api/register");
  await expect.poll(() => named("mail send")).toBeDefined();
  expect(JSON.stringify(collector.spans)).not.toMatch(/secret|traced-|@example/);
  expect(collector.rejections).toEqual([]);
});

it("shows the metrics of the others while one is stalled", async () => {
  const [stalled = 0] = listChildren();
  process.kill(stalled, "SIGSTOP");
  try {
    const during = await readMetrics();
    expect(during.match(/process_resident_memory_bytes\{worker="\d"\}/g)).toHaveLength(1);
    // The shop's metrics are read by the process that serves them.
    expect(during).toContain("promptory_mails{");
  } finally {
    process.kill(stalled, "SIGCONT");
  }
  await expect.poll(listWorkers).toEqual(["1", "2"]);
});

it("goes on without one that dies, and starts another in its place", async () => {
  const before = listChildren();
  const [victim = 0] = before;
  process.kill(victim, "SIGKILL");
  await expect.poll(() => product.output()).toContain("a worker ended: starting another");
  const responses = Array.from({ length: 20 }, () => fetch(`${product.url}/healthz`));
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  await expect.poll(listWorkers).toEqual(["1", "2"]);
  const after = listChildren();
  expect(after).toHaveLength(2);
  expect(after).not.toContain(victim);
});

it("responds to everybody who connects while one does not accept, and then is killed", async () => {
  const [victim = 0] = listChildren();
  process.kill(victim, "SIGSTOP");
  // New connections, because earlier ones may belong to the stopped worker.
  const statuses = Array.from({ length: 4 }, () => readStatus(`${product.url}/healthz`));
  await Promise.race(statuses);
  process.kill(victim, "SIGKILL");
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
  await expect.poll(listWorkers).toEqual(["1", "2"]);
});

it("ends them all with the database when it is asked to shut down", async () => {
  const workers = listChildren();
  const closed = once(product.process, "close");
  product.process.kill("SIGTERM");
  expect(await closed).toEqual([0, null]);
  expect(workers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  expect(existsSync(join(product.dataDir, "postgres/postmaster.pid"))).toBe(false);
});
