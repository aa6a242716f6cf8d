import type { Logger } from "pino";
import { createLog } from "#api/providers/log.ts";
import type { Config } from "../config/config.ts";
import { assertConnectionsFit } from "../lifecycle/connections.ts";
import { Interrupted, watchInterrupts } from "../lifecycle/interrupts.ts";
import { closeShopDatabase, openShopDatabase } from "../lifecycle/shop-database.ts";
import { serveMetrics } from "../metrics/metrics-server.ts";
import { openShopMetrics } from "../metrics/start-metrics.ts";
import { readWorkers } from "./worker-metrics.ts";
import { WorkerPool } from "./worker-pool.ts";

/** Maximum drain time of workers (server/lifecycle/shutdown.ts), in addition to DRAIN_DELAY_MS. */
export const STOP_MS_MAX = 30_000;

/**
 * Runs the product as `config.workers` processes on one machine, which share the port and the
 * database. This process migrates the schema, starts the workers, restarts crashed ones and stops
 * them all. Never returns: the process exits with 0 after a requested shutdown in which all workers
 * ended cleanly.
 */
export async function runPrimary(config: Config, program: string): Promise<never> {
  const log = createLog(config.logLevel);
  for (const notice of config.notices) log.warn(notice);
  const interrupts = watchInterrupts();
  const held = config.apiUrl ? null : await openShopDatabase(config, log, interrupts.signal);
  try {
    if (held) await assertConnectionsFit(config, held.database, log);
    let stop = (_exitCode: number) => {};
    const stopped = new Promise<number>((resolve) => {
      stop = resolve;
    });
    const onStartFailure = () => stop(1);
    const pool = new WorkerPool({ count: config.workers, program, log, onStartFailure });
    const metrics = await watch(config, held?.target ?? null, { pool, log });
    interrupts.signal.throwIfAborted();
    stopOnSignalOrError(stop, log);
    interrupts.release();
    pool.start();
    const exitCode = await stopped;
    log.info("Stopping the workers ...");
    setTimeout(() => process.exit(1), STOP_MS_MAX + config.drainDelayMs).unref();
    const worst = await pool.stop();
    await metrics.close();
    if (held) await closeShopDatabase(held);
    process.exit(Math.max(exitCode, worst));
  } catch (error) {
    if (held) await closeShopDatabase(held);
    if (error instanceof Interrupted) process.exit(0);
    throw error;
  }
}

function stopOnSignalOrError(stop: (exitCode: number) => void, log: Logger): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(0));
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, `${event}: stopping`);
      stop(1);
    });
  }
}

/** Serves the metrics of all workers and of the shop, if monitoring is configured. */
async function watch(
  config: Config,
  target: Parameters<typeof openShopMetrics>[0] | null,
  { pool, log }: { pool: WorkerPool; log: Logger },
): Promise<{ close(): Promise<void> }> {
  if (!config.metrics) return { close: async () => {} };
  const shop = target === null ? null : openShopMetrics(target, log);
  const read = async () => {
    const pages = await Promise.all([readWorkers(pool.workers), shop?.read() ?? ""]);
    return pages.join("\n");
  };
  const server = await serveMetrics({ settings: config.metrics, read, log });
  return {
    close: async () => {
      server.close();
      await shop?.close();
    },
  };
}
