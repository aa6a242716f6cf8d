import { channel } from "node:diagnostics_channel";
import type { Logger } from "pino";
import type { ApiDeps } from "./http/context.ts";
import { deleteEndedWindows } from "./http/rate-limit.queries.ts";
import { deleteExpiredSessions } from "./http/session.queries.ts";
import { CLEAN_OFTEN_MS, type Job, type Noun } from "./noun.ts";
import { nouns as allNouns } from "./nouns.ts";

export type JobRun = { name: string; failed: boolean };
const runs = channel("promptory:job");

/** Calls `listener` after each run of a background job from now on; returns what ends that. */
export function watchJobs(listener: (run: JobRun) => void): () => void {
  // Nothing else is published on this channel.
  const onMessage = (message: unknown) => listener(message as JobRun);
  runs.subscribe(onMessage);
  return () => runs.unsubscribe(onMessage);
}

/** Starts the background jobs of the pipeline and of the nouns. `stop` waits for the running ones. */
export function startBackground(
  deps: ApiDeps,
  nouns: readonly Noun[] = allNouns,
): { stop(): Promise<void> } {
  return startJobs(listJobs(deps, nouns), deps.log);
}

/** The background jobs of the pipeline and of the nouns. */
export function listJobs(deps: ApiDeps, nouns: readonly Noun[] = allNouns): Job[] {
  return [...cleaningJobs(deps), ...nouns.flatMap((noun) => noun.jobs?.(deps) ?? [])];
}

/**
 * Runs each job at once and then again `everyMs` after it ended, so that no job ever overlaps
 * itself. A job that throws is logged and runs again after the same pause. What runs when it stops is told so.
 */
export function startJobs(jobs: readonly Job[], log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const runOnce = async (job: Job) => {
    try {
      await job.run(stopping.signal);
      runs.publish({ name: job.name, failed: false } satisfies JobRun);
    } catch (error) {
      runs.publish({ name: job.name, failed: true } satisfies JobRun);
      log.error({ err: error, job: job.name }, "background job failed");
    }
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => start(job), job.everyMs);
    timer.unref();
    timers.set(job, timer);
  };
  const start = (job: Job) => {
    const run = runOnce(job).finally(() => running.delete(run));
    running.add(run);
  };

  for (const job of jobs) start(job);
  return {
    stop: async () => {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

/** What the pipeline of requests leaves behind (api/http). */
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
