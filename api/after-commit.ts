import { setTimeout as pause } from "node:timers/promises";

/** The transaction is committed, so a slow bucket or provider must not delay the response. */
const WAIT_MS_MAX = 2_000;

/**
 * Waits for work that follows a commit, but at most two seconds. The work then continues in the
 * background and must handle its own errors.
 */
export async function waitAfterCommit(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, pause(WAIT_MS_MAX, undefined, { ref: false })]);
}
