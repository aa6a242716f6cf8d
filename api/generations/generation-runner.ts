import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "#domain/errors.ts";
import { GENERATION_DEATHS_MAX } from "#domain/generations.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { CANCEL_MS_MAX, UNLIMITED } from "../providers/images/images.ts";
import { encodeImage } from "../purchases/download.ts";
import {
  type ClaimedGeneration,
  claimGeneration,
  finishGeneration,
  isAnyUnderway,
  lockQueue,
  renewClaim,
  settleStale,
} from "./generations.queries.ts";
import { Ended, settleFailure } from "./settle-failure.ts";
import { imageKey, retryStoring } from "./stored-image.ts";

/** How long the claim of a dead process keeps others from an image. */
const LEASE_MS = 20_000;
const RENEW_EVERY_MS = 4_000;
/** How often a process checks what others have queued or finished. */
export const POLL_EVERY_MS = 1_000;
/**
 * Length of a job run, limited so that its failures are noticed; the next one follows immediately.
 */
const RUN_MS = 30_000;
/** How long a generator whose image is no longer needed may keep its slot. */
const ABANDONED_AFTER_MS = CANCEL_MS_MAX + 1_000;
/**
 * The shorter limit while the process stops, for which the total time is limited
 * (server/lifecycle/shutdown.ts).
 */
const ABANDONED_AT_STOP_MS = 2_000;
/** For a product without a style. */
const STYLE = "watercolour";

type Running = { id: number; ended: AbortController; work: Promise<void> };

/**
 * Generates the queued images, as many concurrently as the generator allows. Each process has one
 * runner; the database decides which one generates an image, and a claim expires when its process
 * dies. Failed or cancelled images cost nothing: no money is touched here.
 */
export class GenerationRunner {
  readonly #deps: ApiDeps;
  /** Contains an image twice if its lease expired and this process claimed it again. */
  readonly #running = new Set<Running>();
  readonly #watchers = new Set<(id: number) => void>();
  #filling: Promise<void> | null = null;
  #isWokenAgain = false;
  #isStopped = false;

  constructor(deps: ApiDeps) {
    this.#deps = deps;
  }

  /** Starts due images in the background. */
  wake(): void {
    if (this.#filling) {
      // The pass in progress may have read the queue before the latest change.
      this.#isWokenAgain = true;
      return;
    }
    this.#isWokenAgain = false;
    this.#filling = this.#fill()
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, "pictures could not be taken from the queue");
      })
      .finally(() => {
        this.#filling = null;
        if (this.#isWokenAgain && !this.#isStopped) this.wake();
      });
  }

  /**
   * Aborts this process's work on a cancelled image; other processes notice the cancellation soon.
   */
  cancel(id: number): void {
    for (const running of this.#running) {
      if (running.id === id) running.ended.abort(new Ended("claim lost"));
    }
    this.#notify(id);
  }

  /** Resolves when this process notices a change of the image's state, or after `ms`. */
  async waitForChange(id: number, ms: number): Promise<void> {
    const changed = new AbortController();
    const watcher = (changedId: number) => {
      if (changedId === id) changed.abort();
    };
    this.#watchers.add(watcher);
    try {
      await pause(ms, undefined, { signal: changed.signal }).catch(() => null);
    } finally {
      this.#watchers.delete(watcher);
    }
  }

  /** Polls for images for a while; on shutdown, requeues those in progress. */
  async run(stopping: AbortSignal): Promise<void> {
    const until = performance.now() + RUN_MS;
    while (!stopping.aborted && performance.now() < until) {
      if (this.#running.size > 0 || (await isAnyUnderway(this.#deps.database))) this.wake();
      await pause(POLL_EVERY_MS, undefined, { signal: stopping }).catch(() => null);
    }
    if (stopping.aborted) await this.stop();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#filling;
    const works = [...this.#running].map(({ ended, work }) => {
      ended.abort(new Ended("stopping"));
      return work;
    });
    await Promise.all(works);
  }

  async #fill(): Promise<void> {
    const { max, per } = this.#deps.images.concurrency;
    while (!this.#isStopped && this.#running.size < max) {
      const { claimed, ended } = await this.#claim(per === "shop" ? max : null);
      for (const id of ended) this.#notify(id);
      if (!claimed) return;
      const controller = new AbortController();
      const work = this.#work(claimed, controller).finally(() => {
        this.#running.delete(running);
        this.#notify(claimed.id);
        if (!this.#isStopped) this.wake();
      });
      const running: Running = { id: claimed.id, ended: controller, work };
      this.#running.add(running);
    }
  }

  #claim(runningMax: number | null) {
    const { database } = this.#deps;
    return inTransaction(database, async (sql) => {
      await lockQueue(sql);
      const now = this.#deps.now();
      const ended = await settleStale(sql, { now, deathsMax: GENERATION_DEATHS_MAX });
      const leasedUntil = this.#leasedUntil();
      return { claimed: await claimGeneration(sql, { now, leasedUntil, runningMax }), ended };
    });
  }

  #leasedUntil(): Date {
    return new Date(this.#deps.now().getTime() + LEASE_MS);
  }

  #notify(id: number): void {
    for (const watcher of this.#watchers) watcher(id);
  }

  async #work(claimed: ClaimedGeneration, ended: AbortController): Promise<void> {
    const { database, log } = this.#deps;
    let progress: number | null = null;
    const renewing = setInterval(() => {
      const renewal = { leasedUntil: this.#leasedUntil(), progress };
      renewClaim(database, claimed, renewal).then(
        (isOurs) => {
          if (!isOurs) ended.abort(new Ended("claim lost"));
        },
        // The database may recover before the lease ends.
        (error: unknown) => log.warn({ err: error }, "a claim could not be renewed"),
      );
    }, RENEW_EVERY_MS);
    const deadline = setTimeout(() => ended.abort(new Ended("timeout")), this.#limitMs(claimed));
    try {
      await this.#make(claimed, ended.signal, (share) => {
        progress = share;
      });
    } catch (error) {
      const reason = ended.signal.aborted ? ended.signal.reason : error;
      await settleFailure(this.#deps, claimed, reason).catch((settling: unknown) => {
        // The lease expires, and the image is then claimed again.
        log.error({ err: settling, generation: claimed.id }, "a picture could not be settled");
      });
    } finally {
      clearInterval(renewing);
      clearTimeout(deadline);
    }
  }

  /** Returns the generator's own limit, or the image's remaining time if that is shorter. */
  #limitMs({ expiresAt }: ClaimedGeneration): number {
    const leftMs = expiresAt.getTime() - this.#deps.now().getTime();
    return Math.max(0, Math.min(this.#deps.images.deadlineMs, leftMs));
  }

  async #make(
    claimed: ClaimedGeneration,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<void> {
    const { images, files, database, now } = this.#deps;
    const { prompt, style, seed, widthPx, heightPx, format } = claimed;
    if (claimed.refundedAt !== null) throw new DomainError("order_refunded");
    const request = { prompt, style: style ?? STYLE, seed, widthPx, heightPx };
    const work = { signal, onProgress, person: this.#hashPerson(claimed.userId) };
    const original = await resultUnlessAborted(images.generate(request, work), signal);
    const image = await encodeImage(
      original,
      { format, size: { widthPx, heightPx } },
      images.source,
    );
    signal.throwIfAborted();
    const fileKey = imageKey(claimed);
    await retryStoring(() => files.put(fileKey, image), signal);
    const finish = () => finishGeneration(database, claimed, { fileKey, now: now() });
    const isOurs = await retryStoring(finish, signal);
    // Cancelled at the last moment, so the file is removed immediately; if that fails, it goes with
    // its row. The usual signal is already aborted.
    if (!isOurs) await retryStoring(() => files.remove(fileKey), UNLIMITED.signal);
  }

  /** Returns a key that distinguishes people for a provider without identifying them. */
  #hashPerson(userId: number | null): string | undefined {
    if (userId === null) return undefined;
    const [secret] = this.#deps.config.sessionSecrets;
    const mac = createHmac("sha256", secret).update(`image provider ${userId}`);
    return mac.digest("hex").slice(0, 32);
  }
}

/**
 * Returns the work's result, or throws the signal's reason once the work has ended: until then it
 * may still be cancelling the job on a model's server, and the next image must wait. A generator
 * that ignores the signal is abandoned after some seconds.
 */
async function resultUnlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let onAbort = () => {};
  let limit: NodeJS.Timeout | undefined;
  const abandoned = new Promise<never>((_, reject) => {
    onAbort = () => {
      const { reason } = signal;
      const isStopping = reason instanceof Ended && reason.why === "stopping";
      const pause = isStopping ? ABANDONED_AT_STOP_MS : ABANDONED_AFTER_MS;
      limit = setTimeout(() => reject(reason), pause);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, abandoned]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    clearTimeout(limit);
    // A late failure of abandoned work must not crash the process.
    work.catch(() => null);
    signal.throwIfAborted();
  }
}

const runners = new WeakMap<ApiDeps, GenerationRunner>();

/** Returns the process's only runner. */
export function runnerOf(deps: ApiDeps): GenerationRunner {
  const runner = runners.get(deps) ?? new GenerationRunner(deps);
  runners.set(deps, runner);
  return runner;
}
