import type { Logger } from "pino";
import { accountJobs } from "./accounts/accounts.jobs.ts";
import { searchJobs } from "./catalog/searchable.ts";
import { depositJobs } from "./deposits/deposits.jobs.ts";
import type { ApiDeps } from "./http/context.ts";
import { deleteEndedWindows } from "./http/rate-limit.queries.ts";
import { deleteExpiredSessions } from "./http/session.queries.ts";
import { mailJobs } from "./mails/mails.jobs.ts";
import { newsletterJobs } from "./newsletter/newsletter.jobs.ts";
import { offerJobs } from "./offers/offers.jobs.ts";
import { DOWNLOADS_BYTES_MAX, DOWNLOADS_FOLDER } from "./purchases/download.ts";
import { verificationJobs } from "./verification/verification.jobs.ts";

/** Work that nobody waits for. `run` must bear running again after any interruption. */
export type Job = { name: string; everyMs: number; run(): Promise<void> };

const CLEAN_EVERY_MS = 10 * 60_000;

/** Starts the API's background jobs. `stop` waits for those that are running. */
export function startBackground(deps: ApiDeps): { stop(): Promise<void> } {
  const jobs = [
    accountJobs,
    searchJobs,
    cleaningJobs,
    depositJobs,
    mailJobs,
    newsletterJobs,
    offerJobs,
    verificationJobs,
  ];
  return startJobs(
    jobs.flatMap((list) => list(deps)),
    deps.log,
  );
}

/**
 * Runs each job at once and then again `everyMs` after it ended, so that no job ever overlaps
 * itself. A job that throws is logged and runs again in its turn.
 */
export function startJobs(jobs: Job[], log: Logger): { stop(): Promise<void> } {
  let isStopped = false;
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const runOnce = async (job: Job) => {
    try {
      await job.run();
    } catch (error) {
      log.error({ err: error, job: job.name }, "background job failed");
    }
    if (isStopped) return;
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
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

function cleaningJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "end expired sessions",
      everyMs: CLEAN_EVERY_MS,
      run: async () => void (await deleteExpiredSessions(deps.database, deps.now())),
    },
    {
      name: "forget past rate limits",
      everyMs: CLEAN_EVERY_MS,
      run: async () => void (await deleteEndedWindows(deps.database, deps.now())),
    },
    {
      name: "trim kept downloads",
      everyMs: CLEAN_EVERY_MS,
      run: async () => void (await deps.files.trim(DOWNLOADS_FOLDER, DOWNLOADS_BYTES_MAX)),
    },
  ];
}
