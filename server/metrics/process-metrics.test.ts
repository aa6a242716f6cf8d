import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startJobs } from "#api/background.ts";
import { respondToRejected } from "../http/http-server.ts";
import { ProcessMetrics } from "./process-metrics.ts";
import { RoutePatterns } from "./route-patterns.ts";

const metrics = new ProcessMetrics({
  patterns: new RoutePatterns(["/healthz", "/:locale", "/:locale/*"]),
  caches: {
    pages: () => ({ hit: 7, rendered: 2 }),
    pageBytes: () => 4096,
    reference: () => ({ miss: 1 }),
  },
});
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    if (incoming.url === "/cut-off") return incoming.socket.destroy();
    response.writeHead(incoming.url?.startsWith("/healthz") ? 200 : 404).end();
  });
  metrics.observe(server);
  const security = { imageOrigins: [], formOrigins: [], isHttps: false, isDevelopment: false };
  respondToRejected(server, security, (status) => metrics.countRejected(status));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const send = (method: string, path: string) =>
  new Promise<void>((resolve) => {
    const sent = request({ port, host: "127.0.0.1", method, path }, (response) => {
      response.resume().on("end", resolve);
    });
    sent.on("error", () => resolve());
    sent.end();
  });

const read = (name: string) => metrics.registry.getSingleMetricAsString(name);
/** The series of a metric without their values, sorted. */
const seriesOf = async (name: string) =>
  (await read(name))
    .split("\n")
    .filter((line) => line.startsWith(name))
    .map((line) => line.replace(/ [\d.e+-]+$/, ""))
    .sort();

it("counts requests by method, route and status, and how long they took", async () => {
  await send("GET", "/healthz?x=1");
  await send("POST", "/en/anything");
  await send("GET", "/cut-off");
  await expect
    .poll(() => seriesOf("promptory_http_requests_total"))
    .toEqual([
      'promptory_http_requests_total{method="GET",route="/:locale",status="aborted"}',
      'promptory_http_requests_total{method="GET",route="/healthz",status="200"}',
      'promptory_http_requests_total{method="POST",route="/:locale/*",status="404"}',
    ]);
  const seconds = await read("promptory_http_request_duration_seconds");
  expect(seconds).toContain('promptory_http_request_duration_seconds_count{route="/healthz"} 1');
  expect(await read("promptory_http_requests_in_flight")).toContain("in_flight 0");
});

it("grows by no path and no method that somebody makes up", async () => {
  const methods = ["GET", "PROPFIND", "LOCK", "MKCOL", "TRACE", "DELETE"];
  for (const method of methods) {
    for (const path of ["/healthz", "/en", "/en/x"]) await send(method, path);
  }
  const before = await seriesOf("promptory_http_requests_total");
  const path = fc.array(fc.stringMatching(/^[\w.~%-]{0,20}$/), { minLength: 2, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), path, async (method, parts) => {
      await send(method, `/x/${parts.join("/")}`);
      expect(await seriesOf("promptory_http_requests_total")).toEqual(before);
    }),
    { numRuns: 100 },
  );
});

it("counts requests that Node rejects, whose path and method nobody knows", async () => {
  await send("GET", `/${"x".repeat(100_000)}`);
  const rejected = 'promptory_http_requests_total{method="OTHER",route="(other)",status="431"} 1';
  await expect.poll(() => read("promptory_http_requests_total")).toContain(rejected);
});

it("shows the caches' shares, background jobs and the event loop", async () => {
  const stop = metrics.observeJobs();
  const failing = async () => {
    throw new Error("no database");
  };
  const jobs = startJobs(
    [
      { name: "one", everyMs: 60_000, run: async () => {} },
      { name: "two", everyMs: 60_000, run: failing },
    ],
    pino({ level: "silent" }),
  );
  await jobs.stop();
  stop();
  const page = await metrics.registry.metrics();
  expect(page).toContain('promptory_page_cache_total{result="hit"} 7');
  expect(page).toContain("promptory_page_cache_bytes 4096");
  expect(page).toContain('promptory_reference_cache_total{result="miss"} 1');
  expect(page).toContain('promptory_job_runs_total{name="one",result="ok"} 1');
  expect(page).toContain('promptory_job_runs_total{name="two",result="failed"} 1');
  expect(page).toContain('promptory_job_last_success_timestamp_seconds{name="one"}');
  expect(page).not.toContain('promptory_job_last_success_timestamp_seconds{name="two"}');
  expect(page).toContain("nodejs_eventloop_lag_p99_seconds");
});
