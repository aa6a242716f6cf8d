import { availableParallelism } from "node:os";
import pLimit from "p-limit";

/** The rest wait, so that one core stays free for pages. */
const ENCODERS = Math.max(1, availableParallelism() - 1);
const PAINTERS = Math.min(2, availableParallelism());

/**
 * Concurrent tasks of both queues: work that somebody waits for never queues behind a painting.
 */
export const TASKS_MAX = ENCODERS + PAINTERS;

const encoders = pLimit(ENCODERS);
const painters = pLimit(PAINTERS);

/**
 * Runs work that decodes or encodes images, a few at a time in order of arrival. Its time is
 * limited task by task (runImageTask). Throws what `work` throws.
 */
export function runEncoder<Result>(work: () => Promise<Result>): Promise<Result> {
  return encoders(work);
}

/**
 * Runs work that paints, or prepares what is not on a page yet, beside the encoders. Throws what
 * `work` throws.
 */
export function runPainter<Result>(work: () => Promise<Result>): Promise<Result> {
  return painters(work);
}
