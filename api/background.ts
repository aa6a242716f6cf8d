import { channel } from "node:diagnostics_channel";
import type { Logger } from "pino";
import { isWritableAfter } from "./db/client.ts";
import type { ApiDeps } from "./http/context.ts";
import { deleteEndedWindows } from "./http/rate-limit.queries.ts";
import { deleteExpiredSessions } from "./http/session.queries.ts";
import { CLEAN_OFTEN_MS, type Job, type Noun } from "./noun.ts";
import { nouns as allNouns } from "./nouns.ts";

export type JobRun = { name: string; failed: boolean };
const runs = channel("promptory:job");

/**
 * Calls `listener` after each run of a background job from now on; returns a function that
 * unsubscribes it.
 */
export function watchJobs(listener: (run: JobRun) => void): () => void {
  // Nothing else is published on this channel.
  const onMessage = (message: unknown) => listener(message as JobRun);
  runs.subscribe(onMessage);
  return () => runs.unsubscribe(onMessage);
}

/** Starts the background jobs of the pipeline and of the nouns. `stop` waits for running jobs. */
export function startBackground(
  deps: ApiDeps,
  nouns: readonly Noun[] = allNouns,
): { stop(): Promise<void> } {
  const jobs = listJobs(deps, nouns).map((job) => withWritableSessions(job, deps));
  return startJobs(jobs, deps.log);
}

/**
 * Returns the job with a check after each failure: if the session was read-only, the next run gets
 * a new one.
 */
function withWritableSessions(job: Job, { database }: ApiDeps): Job {
  const run = async (stopping?: AbortSignal) => {
    try {
      await job.run(stopping);
    } catch (error) {
      await isWritableAfter(error, database);
      throw error;
    }
  };
  return { ...job, run };
}

/** Returns the background jobs of the pipeline and of the nouns. */
export function listJobs(deps: ApiDeps, nouns: readonly Noun[] = allNouns): Job[] {
  return [...cleaningJobs(deps), ...nouns.flatMap((noun) => noun.jobs?.(deps) ?? [])];
}

/** How often a job that keeps failing is logged: without a database, all of them fail. */
export const SAME_FAILURE_MS = 60_000;

/**
 * Runs each job immediately (or after a random part of `everyMs` if `waitsAtStart` is set), then
 * again `everyMs` after each run ends, so that a job never overlaps itself. A job that throws is
 * retried after the same pause. Its error is logged when it first occurs, whenever it changes, and
 * otherwise once a minute until the job works again. On stop, running jobs receive the abort
 * signal.
 */
export function startJobs(jobs: readonly Job[], log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const failures = new Map<Job, { message: string; loggedAt: number; count: number }>();

  const logFailure = (job: Job, error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    const last = failures.get(job);
    const count = (last?.count ?? 0) + 1;
    const isKnown =
      last?.message === message && performance.now() - last.loggedAt < SAME_FAILURE_MS;
    failures.set(job, { message, count, loggedAt: isKnown ? last.loggedAt : performance.now() });
    if (!isKnown)
      log.error({ err: error, job: job.name, failures: count }, "background job failed");
  };
  const logSuccess = (job: Job) => {
    const count = failures.get(job)?.count ?? 0;
    failures.delete(job);
    if (count > 1) log.info({ job: job.name, failures: count }, "background job works again");
  };

  const runOnce = async (job: Job) => {
    try {
      await job.run(stopping.signal);
      runs.publish({ name: job.name, failed: false } satisfies JobRun);
      logSuccess(job);
    } catch (error) {
      runs.publish({ name: job.name, failed: true } satisfies JobRun);
      logFailure(job, error);
    }
    if (!stopping.signal.aborted) startIn(job, job.everyMs);
  };
  const startIn = (job: Job, pauseMs: number) => {
    const timer = setTimeout(() => start(job), pauseMs);
    timer.unref();
    timers.set(job, timer);
  };
  const start = (job: Job) => {
    const run = runOnce(job).finally(() => running.delete(run));
    running.add(run);
  };

  for (const job of jobs) {
    if (job.waitsAtStart) startIn(job, Math.random() * job.everyMs);
    else start(job);
  }
  return {
    stop: async () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

/** Cleans up what the request pipeline stores (api/http). */
function cleaningJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "delete expired sessions",
      everyMs: CLEAN_OFTEN_MS,
      run: async () => void (await deleteExpiredSessions(deps.database, deps.now())),
    },
    {
      name: "delete past rate limits",
      everyMs: CLEAN_OFTEN_MS,
      run: async () => void (await deleteEndedWindows(deps.database, deps.now())),
    },
  ];
}
