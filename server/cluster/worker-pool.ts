import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";

const RESTART_MS = 500;
const RESTART_MS_MAX = 30_000;
/** A worker that has run for this long did not fail to start: it is replaced without a pause. */
const STABLE_AFTER_MS = 60_000;

type Options = {
  count: number;
  /** The built program that a worker runs. */
  program: string;
  log: Logger;
  /** Called when a worker exits on its own before any has served: the product cannot start. */
  onStartFailure(): void;
};

/**
 * The processes that serve the shop together on one port. A crashed one is restarted, with growing
 * pauses while it crashes soon after its start.
 */
export class WorkerPool {
  readonly #options: Options;
  /** By slot, 1 to `count`: a replacement takes its predecessor's slot. */
  readonly #workers = new Map<number, Worker>();
  /** While no worker is running, only these timers keep the primary alive. */
  readonly #restarts = new Set<NodeJS.Timeout>();
  #isStopping = false;
  #hasServed = false;
  #worstExit = 0;

  constructor(options: Options) {
    this.#options = options;
    // Workers accept connections themselves. If the primary handed them out, a connection that a
    // dying worker had not yet taken would stay open in the primary, without a response.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: options.program, args: [] });
  }

  get workers(): readonly Worker[] {
    return [...this.#workers.values()];
  }

  start(): void {
    for (let place = 1; place <= this.#options.count; place++) this.#fork(place, RESTART_MS);
  }

  /** Stops all workers with SIGTERM, and resolves to the highest of their exit codes. */
  async stop(): Promise<number> {
    this.#isStopping = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    const gone = this.workers.map(
      (worker) => new Promise<void>((resolve) => worker.once("exit", () => resolve())),
    );
    for (const worker of this.workers) worker.process.kill("SIGTERM");
    await Promise.all(gone);
    return this.#worstExit;
  }

  #fork(place: number, pauseMs: number): void {
    const startedAt = performance.now();
    const worker = cluster.fork({ PROMPTORY_WORKER: String(place) });
    this.#workers.set(place, worker);
    worker.once("listening", () => {
      this.#hasServed = true;
    });
    worker.once("exit", (code, signal) => {
      this.#workers.delete(place);
      if (this.#isStopping) {
        this.#worstExit = Math.max(this.#worstExit, code ?? 1);
        return;
      }
      // A worker that was killed, for example for its memory use, says nothing about the settings.
      if (!this.#hasServed && signal === null) return this.#options.onStartFailure();
      const isStable = performance.now() - startedAt > STABLE_AFTER_MS;
      const nextMs = isStable ? RESTART_MS : pauseMs;
      this.#options.log.error({ place, code, signal, nextMs }, "a worker ended: starting another");
      this.#forkLater(place, nextMs);
    });
  }

  #forkLater(place: number, pauseMs: number): void {
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      this.#fork(place, Math.min(pauseMs * 2, RESTART_MS_MAX));
    }, pauseMs);
    this.#restarts.add(restart);
  }
}
