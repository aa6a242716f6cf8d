import { Gauge, type Registry } from "prom-client";
import type { Database } from "#api/db/client.ts";

/** How long a scrape waits for the pools; what takes longer is reported as having taken so long yet. */
const WAIT_MS_MAX = 1_000;

/**
 * Measures how long a query waits for a connection of each pool, by one `SELECT 1` at a time: the
 * driver does not say how many queries wait.
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

  /** Before a scrape. Never throws and never takes longer than a second. */
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

  constructor(
    readonly pool: string,
    private readonly database: Database,
  ) {}

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
    // A database that is down fails at once or in time: that is /readyz's to say.
    this.#running = this.database`SELECT 1`.then(ended, ended);
    return this.#running;
  }
}
