import { Gauge, type Registry } from "prom-client";
import type { Readiness } from "../lifecycle/readiness.ts";

/** The time that a scrape waits for the checks; a slower one is reported by the next scrape. */
const WAIT_MS_MAX = 1_000;

/**
 * The states shown by `/readyz`, for alerts, so that they do not depend on a load balancer asking.
 */
export class ReadyGauge {
  readonly #readiness: Pick<Readiness, "listStates">;
  readonly #gauge: Gauge;

  constructor(registry: Registry, readiness: Pick<Readiness, "listStates">) {
    this.#readiness = readiness;
    this.#gauge = new Gauge({
      name: "promptory_ready",
      help: "Whether the database takes writes and files can be written, as /readyz says: 1 or 0.",
      labelNames: ["check"],
      aggregator: "min",
      registers: [registry],
    });
  }

  /** Call it before a scrape. Never throws and never takes longer than a second. */
  async refresh(): Promise<void> {
    const timeout = new Promise<void>((resolve) => {
      setTimeout(resolve, WAIT_MS_MAX).unref();
    });
    await Promise.race([this.#read(), timeout]);
  }

  async #read(): Promise<void> {
    for (const { name, isReady } of await this.#readiness.listStates())
      this.#gauge.set({ check: name }, isReady ? 1 : 0);
  }
}
