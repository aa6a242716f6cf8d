/** Pictures that members generate from their prompts (spec §1, §2 generate, §7 generate-image). */

import { DAY_MS } from "./dates.ts";

export const GENERATION_STATES = ["queued", "running", "done", "failed", "cancelled"] as const;
/**
 * `queued` waits for its turn, `running` is being made by one process; the other three are final.
 */
export type GenerationState = (typeof GENERATION_STATES)[number];

/**
 * What a picture costs, whatever makes it: nothing (spec §7 has no price for it). The contract and what
 * the shop says of itself (`free_images`) read it here; with nothing to pay, a picture that fails or
 * is cancelled has nothing to give back.
 */
export const GENERATION_PRICE_CENTS = 0;

/** Queued and running pictures of one member. */
export const GENERATIONS_PER_MEMBER_MAX = 2;
/** Pictures that wait in the whole shop; those who come later are asked to come again. */
export const GENERATIONS_WAITING_MAX = 40;
/** The second click of a double click may come after the first one's picture. */
export const GENERATION_REPEAT_MS = 3_000;
/** Whatever became of it, a picture is given up this long after it was asked for. */
export const GENERATION_WITHIN_MS = 20 * 60_000;
/** How long a generated picture can be fetched again. */
export const GENERATIONS_KEPT_DAYS = 30;

/** Attempts at one picture where its server fails in a way that another attempt may cure. */
export const GENERATION_ATTEMPTS_MAX = 3;
/** Attempts whose process died: one more, and no third, for it may be the picture that kills. */
export const GENERATION_DEATHS_MAX = 2;
const PAUSE_MS = 2_000;
const PAUSE_MS_MAX = 60_000;

const FINAL: readonly GenerationState[] = ["done", "failed", "cancelled"];

export const isFinalState = (state: GenerationState): boolean => FINAL.includes(state);

/**
 * When to try again after this many attempts, or null to give up: after a pause that doubles, or as long
 * as the server asks for, if that is before the picture is given up anyway.
 */
export function nextAttemptAt(facts: {
  attempts: number;
  now: Date;
  expiresAt: Date;
  retryAfterMs?: number | undefined;
}): Date | null {
  const { attempts, now, expiresAt, retryAfterMs } = facts;
  if (attempts >= GENERATION_ATTEMPTS_MAX) return null;
  const pauseMs = retryAfterMs ?? Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (attempts - 1));
  const at = new Date(now.getTime() + pauseMs);
  return at < expiresAt ? at : null;
}

/** Pictures that were finished before this are deleted. */
export function generationsFinishedBefore(now: Date): Date {
  return new Date(now.getTime() - GENERATIONS_KEPT_DAYS * DAY_MS);
}
