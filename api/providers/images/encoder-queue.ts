import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { limitTime } from "./time-limit.ts";

/** The decoder's own limit works between its steps; this one works at any point. */
const WORK_MS_MAX = 30_000;
/** The rest wait, so that pages keep a core however many images are requested. */
const ENCODERS = Math.max(1, availableParallelism() - 1);

const limit = pLimit(ENCODERS);

/**
 * Runs work that decodes or encodes images, a few at a time in the order of their arrival. Work that
 * takes longer than WORK_MS_MAX is rejected and makes room for the next. Throws what `work` throws.
 */
export function runEncoder<Result>(work: () => Promise<Result>): Promise<Result> {
  return limit(() => limitTime(work(), WORK_MS_MAX));
}
