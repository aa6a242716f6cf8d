import { availableParallelism } from "node:os";
import pLimit from "p-limit";

/** Further tasks wait, so that one core stays free for pages. */
const ENCODERS = Math.max(1, availableParallelism() - 1);
const PAINTERS = Math.min(2, availableParallelism());

/** Concurrent tasks of both queues: a task that somebody waits for never waits for a painting. */
export const TASKS_MAX = ENCODERS + PAINTERS;

const encoders = pLimit(ENCODERS);
const painters = pLimit(PAINTERS);

/**
 * Runs work that decodes or encodes images: a few at a time, in order of arrival. Each task has its
 * own time limit (runImageTask). Throws what `work` throws.
 */
export function runEncoder<Result>(work: () => Promise<Result>): Promise<Result> {
  return encoders(work);
}

/**
 * Runs work that paints, or prepares images that are not on a page yet, in parallel to the
 * encoders. Throws what `work` throws.
 */
export function runPainter<Result>(work: () => Promise<Result>): Promise<Result> {
  return painters(work);
}
