import { Gauge, type Registry } from "prom-client";
import type { Database } from "#api/db/client.ts";

/** The time that a scrape waits for the pools; a slower one is reported with the time so far. */
const WAIT_MS_MAX = 1_000;

/**
 * Measures how long a query waits for a connection of each pool, with one `SELECT 1` at a time,
 * because the driver does not report its queue.
 */
export class PoolWaits {
  readonly #probes: Probe[];
  readonly #gauge: Gauge;

  constructor(registry: Registry, pools: Record<string, Database>) {
    this.#probes = Object.entries(pools).map(([pool, database]) => new Probe(pool, database));
    this.#gauge = new Gauge({
      name: "promptory_database_wait_seconds",
      help: "Seconds that a trivial query took through each pool: waiting for a connection, and the response.",
      labelNames: ["pool"],
      aggregator: "max",
      registers: [registry],
    });
  }

  /** Call it before a scrape. Never throws and never takes longer than a second. */
  async refresh(): Promise<void> {
    const timeout = new Promise<void>((resolve) => {
      setTimeout(resolve, WAIT_MS_MAX).unref();
    });
    await Promise.race([Promise.all(this.#probes.map((probe) => probe.run())), timeout]);
    for (const probe of this.#probes) this.#gauge.set({ pool: probe.pool }, probe.seconds);
  }
}

class Probe {
  #running: Promise<void> | null = null;
  #startedAt = 0;
  #lastMs = 0;
  readonly #database: Database;

  constructor(
    readonly pool: string,
    database: Database,
  ) {
    this.#database = database;
  }

  get seconds(): number {
    return (this.#running ? performance.now() - this.#startedAt : this.#lastMs) / 1000;
  }

  run(): Promise<void> {
    if (this.#running) return this.#running;
    this.#startedAt = performance.now();
    const ended = () => {
      this.#lastMs = performance.now() - this.#startedAt;
      this.#running = null;
    };
    // If the database is down, queries fail immediately or by timeout; /readyz reports that.
    this.#running = this.#database`SELECT 1`.then(ended, ended);
    return this.#running;
  }
}
