import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { limitTime } from "./time-limit.ts";

/** The decoder checks its own limit only between steps; this one applies at any point. */
const WORK_MS_MAX = 30_000;
/** The rest wait, so that one core stays free for pages. */
const ENCODERS = Math.max(1, availableParallelism() - 1);

const limit = pLimit(ENCODERS);

/**
 * Runs work that decodes or encodes images, a few at a time in order of arrival. Work that takes
 * longer than WORK_MS_MAX is rejected and frees its slot. Throws what `work` throws.
 */
export function runEncoder<Result>(work: () => Promise<Result>): Promise<Result> {
  return limit(() => limitTime(work(), WORK_MS_MAX));
}
