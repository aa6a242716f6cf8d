import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "#tests/setup/free-port.ts";
import { type RunningProduct, startProduct } from "#tests/setup/running-product.ts";

// `npm start -- --workers 2`: two processes on one port, and one that starts, restarts and ends them.

let product: RunningProduct;
let metricsUrl: string;
beforeAll(async () => {
  const port = String(await freePort());
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  product = await startProduct({ env: { WORKERS: "2", METRICS_PORT: port, SEED_DEMO: "0" } });
});
afterAll(() => product.remove());

const readMetrics = async () => (await fetch(metricsUrl)).text();
const listWorkers = async () =>
  [...(await readMetrics()).matchAll(/process_resident_memory_bytes\{worker="(\d)"\}/g)]
    .map(([, worker]) => worker)
    .sort();
/** The ids of the primary's children, from the kernel. */
const listChildren = () => {
  const { pid } = product.process;
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  const pids = text.trim().split(" ").map(Number);
  return pids.filter((id) =>
    readFileSync(`/proc/${id}/cmdline`, "utf8").includes("build/server/index.js"),
  );
};

it("serves with all of them, and one page of metrics names each", async () => {
  await expect.poll(listWorkers).toEqual(["1", "2"]);
  const metrics = await readMetrics();
  expect(metrics).toContain("promptory_mails{");
  expect(metrics).toMatch(/promptory_http_requests_total\{[^}]*route="\/readyz"[^}]*worker="\d"\}/);
  expect(product.output().match(/Schema brought forward/g)).toHaveLength(1);
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

it("ends them all with the database when it is told to stop", async () => {
  const workers = listChildren();
  const closed = once(product.process, "close");
  product.process.kill("SIGTERM");
  expect(await closed).toEqual([0, null]);
  expect(workers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  expect(existsSync(join(product.dataDir, "postgres/postmaster.pid"))).toBe(false);
});
