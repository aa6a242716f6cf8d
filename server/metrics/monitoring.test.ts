import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { expect, it } from "vitest";
import { startJobs } from "#api/background.ts";
import { openDatabase } from "#api/db/client.ts";
import { listAskedLabels, readMonitoring, showsLabel } from "#tests/setup/servers/monitoring.ts";
import { Readiness } from "../lifecycle/readiness.ts";
import { PoolWaits } from "./pool-waits.ts";
import { ProcessMetrics } from "./process-metrics.ts";
import { ReadyGauge } from "./ready-gauge.ts";
import { RoutePatterns } from "./route-patterns.ts";
import { ShopMetrics } from "./shop-metrics.ts";

// The metrics queried in docs/monitoring exist in the product.

/** It only connects on first use. */
const database = openDatabase("postgres://nobody@localhost/none", { connectionsMax: 1 });
const process = new ProcessMetrics({
  patterns: new RoutePatterns([]),
  caches: { pages: () => ({ hit: 1 }), pageBytes: () => 0, reference: () => ({ hit: 1 }) },
});
const waits = new PoolWaits(process.registry, { requests: database });
const files = { name: "files", check: async () => {} };
const away = { name: "database", check: () => Promise.reject(new Error("is away")) };
const ready = new ReadyGauge(process.registry, new Readiness([files, away]));
const log = pino({ level: "silent" });
const shop = new ShopMetrics(database, {
  log,
  now: () => new Date(),
});

const known = [process.registry, shop.registry].flatMap((registry) =>
  registry.getMetricsAsArray().map(({ name }) => name),
);
const namesIn = (text: string) => [
  ...new Set(
    [...text.matchAll(/\b(?:promptory|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name),
  ),
];
const isKnown = (name: string) => known.includes(name.replace(/_(?:bucket|sum|count)$/, ""));

it.each(["alerts.yaml", "dashboard.json"] as const)("%s names metrics that exist", (file) => {
  const names = namesIn(readMonitoring(file));
  expect(names.length).toBeGreaterThan(7);
  expect(names.filter((name) => !isKnown(name) && !known.includes(name))).toEqual([]);
});

it("each metric of the product's own is on the dashboard or rings an alert", () => {
  const used = new Set(namesIn(readMonitoring("alerts.yaml") + readMonitoring("dashboard.json")));
  const isUsed = (name: string) => used.has(name) || used.has(`${name}_bucket`);
  const own = known.filter((name) => name.startsWith("promptory_"));
  expect(own.filter((name) => !isUsed(name))).toEqual([
    "promptory_job_last_success_timestamp_seconds",
    "promptory_waiting_for_staff_oldest_seconds",
  ]);
});

/** Makes the process record something in every metric: a failing request, and two jobs. */
async function fail(): Promise<void> {
  const server = createServer((_request, response) => void response.writeHead(503).end());
  process.observe(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).text();
  server.close();
  await once(server, "close");
  const ends = process.observeJobs();
  const run = () => Promise.reject(new Error("no database"));
  const jobs = [
    { name: "one", everyMs: 60_000, run },
    { name: "two", everyMs: 60_000, run: async () => {} },
  ];
  await startJobs(jobs, log).stop();
  ends();
  await Promise.all([waits.refresh(), ready.refresh()]);
}

// The labels of the shop's gauges are checked in tests/contract/overview/shop-metrics.test.ts.
it("the labels that rules and dashboard ask for are there, with these values", async () => {
  await fail();
  const page = await process.registry.metrics();
  const ofShop = shop.registry.getMetricsAsArray().map(({ name }) => name);
  const asked = listAskedLabels().filter(({ metric }) => !ofShop.includes(metric));
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((label) => !showsLabel(page, label))).toEqual([]);
});

it("each dependency of /readyz is a gauge that says whether it is there", async () => {
  await ready.refresh();
  const page = await process.registry.metrics();
  expect(page).toContain('promptory_ready{check="files"} 1');
  expect(page).toContain('promptory_ready{check="database"} 0');
});

it("the dashboard is JSON with one panel of each id", () => {
  const { panels } = JSON.parse(readMonitoring("dashboard.json"));
  const ids = panels.map(({ id }: { id: number }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(15);
});
