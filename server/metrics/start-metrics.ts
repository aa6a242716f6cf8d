import type { Server } from "node:http";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { type Database, type DatabaseTarget, openDatabase } from "#api/db/client.ts";
import { readDatabaseTime } from "#api/db/database-clock.ts";
import { publicCacheCounts } from "#app/api-client/transport/public-cache.server.ts";
import { type MetricsSettings, OTHER_CONNECTIONS } from "../config/machine-settings.ts";
import type { Readiness } from "../lifecycle/readiness.ts";
import type { PageCache } from "../pages/page-cache.ts";
import { serveMetrics } from "./metrics-server.ts";
import { PoolWaits } from "./pool-waits.ts";
import { ProcessMetrics } from "./process-metrics.ts";
import { ReadyGauge } from "./ready-gauge.ts";
import type { RoutePatterns } from "./route-patterns.ts";
import { ShopMetrics } from "./shop-metrics.ts";

export type MetricsParts = {
  patterns: RoutePatterns;
  /** Null with API_URL. */
  api: { pools: Record<string, Database> } | null;
  pageCache: PageCache | null;
  readiness: Readiness;
};

export type OwnMetrics = {
  observe(server: Server): void;
  countRejected(status: number): void;
  /** Returns the metrics, with all values updated. */
  read(): Promise<Registry>;
  stop(): void;
};

/** Creates the metrics of this process only, counted from now on. */
export function createOwnMetrics(parts: MetricsParts): OwnMetrics {
  const { patterns, api, pageCache, readiness } = parts;
  const metrics = new ProcessMetrics({
    patterns,
    caches: {
      pages: () => pageCache?.counts ?? {},
      pageBytes: () => pageCache?.bytes ?? 0,
      reference: publicCacheCounts,
    },
  });
  const pools = new PoolWaits(metrics.registry, api?.pools ?? {});
  const ready = new ReadyGauge(metrics.registry, readiness);
  const stop = metrics.observeJobs();
  return {
    observe: (server) => metrics.observe(server),
    countRejected: (status) => metrics.countRejected(status),
    read: async () => {
      await Promise.all([pools.refresh(), ready.refresh()]);
      return metrics.registry;
    },
    stop,
  };
}

/** Opens the metrics of the shop, on a separate connection. */
export function openShopMetrics(target: DatabaseTarget, log: Logger) {
  const database = openDatabase(target, { connectionsMax: OTHER_CONNECTIONS.metrics });
  const readTime = async () => (await readDatabaseTime(database))();
  const metrics = new ShopMetrics(database, { log, now: readTime });
  return {
    read: async () => {
      await metrics.refresh();
      return metrics.registry.metrics();
    },
    close: () => database.end({ timeout: 1 }),
  };
}

/** Serves the metrics of a single process. Rejects if the port is taken. */
export async function serveOwnMetrics(
  settings: MetricsSettings,
  own: OwnMetrics,
  { target, log }: { target: DatabaseTarget | null; log: Logger },
): Promise<{ close(): Promise<void> }> {
  const shop = target === null ? null : openShopMetrics(target, log);
  const read = async () => {
    const [registry, shopPage] = await Promise.all([own.read(), shop?.read() ?? ""]);
    return `${await registry.metrics()}\n${shopPage}`;
  };
  try {
    const server = await serveMetrics({ settings, read, log });
    return {
      close: async () => {
        server.close();
        own.stop();
        await shop?.close();
      },
    };
  } catch (error) {
    await shop?.close();
    throw error;
  }
}
