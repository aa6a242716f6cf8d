import { readFileSync } from "node:fs";
import { pino } from "pino";
import { expect, it } from "vitest";
import { openDatabase } from "#api/db/client.ts";
import { PoolWaits } from "./pool-waits.ts";
import { ProcessMetrics } from "./process-metrics.ts";
import { RoutePatterns } from "./route-patterns.ts";
import { ShopMetrics } from "./shop-metrics.ts";

// What docs/monitoring asks Prometheus for is what the product says.

/** Its connections are made when they are first used. */
const database = openDatabase("postgres://nobody@localhost/none", { connectionsMax: 1 });
const process = new ProcessMetrics({
  patterns: new RoutePatterns([]),
  caches: { pages: () => ({}), pageBytes: () => 0, reference: () => ({}) },
});
new PoolWaits(process.registry, {});
const shop = new ShopMetrics(database, {
  log: pino({ level: "silent" }),
  now: () => new Date(),
});

const known = [process.registry, shop.registry].flatMap((registry) =>
  registry.getMetricsAsArray().map(({ name }) => name),
);
const read = (name: string) =>
  readFileSync(new URL(`../../docs/monitoring/${name}`, import.meta.url), "utf8");
const namesIn = (text: string) => [
  ...new Set(
    [...text.matchAll(/\b(?:promptory|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name),
  ),
];
const isKnown = (name: string) => known.includes(name.replace(/_(?:bucket|sum|count)$/, ""));

it.each(["alerts.yaml", "dashboard.json"])("%s names metrics that exist", (file) => {
  const names = namesIn(read(file));
  expect(names.length).toBeGreaterThan(7);
  expect(names.filter((name) => !isKnown(name) && !known.includes(name))).toEqual([]);
});

it("each metric of the product's own is on the dashboard or rings an alert", () => {
  const used = new Set(namesIn(read("alerts.yaml") + read("dashboard.json")));
  const isUsed = (name: string) => used.has(name) || used.has(`${name}_bucket`);
  const own = known.filter((name) => name.startsWith("promptory_"));
  expect(own.filter((name) => !isUsed(name))).toEqual([
    "promptory_job_last_success_timestamp_seconds",
    "promptory_waiting_for_staff_oldest_seconds",
  ]);
});

it("the dashboard is JSON with one panel of each id", () => {
  const { panels } = JSON.parse(read("dashboard.json"));
  const ids = panels.map(({ id }: { id: number }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(15);
});
