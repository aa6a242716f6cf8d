/** The long steps of rendering a page, in reverse order. */
const STEPS = ["render", "read", "begin"] as const;
export type Step = (typeof STEPS)[number];

/**
 * While requests for cached pages keep coming, they get this many times the duration of the last
 * long step: the smallest measured factor with which their p99 stays within 3 times that of a quiet
 * server.
 */
export const CACHED_SHARE = 3;
/** After a gap of this length no more are expected. */
const GAP_MS = 1;

const waiting: Record<Step, (() => void)[]> = { render: [], read: [], begin: [] };
let isScheduled = false;
let cachedPages = 0;

/** Counts a response made from a cached page. */
export function countCachedPage(): void {
  cachedPages++;
}

/**
 * Waits for the event loop's next free turn before a long step of a page: starting it, reading its
 * data from the API, rendering it. Every step has a turn to itself, so requests for cached pages
 * are served in between, and get the larger share of the time when there are many. A page that is
 * further along goes first: pages are then finished one after another, and few are held in memory
 * at the same time.
 */
export function waitForTurn(step: Step): Promise<void> {
  return new Promise((resolve) => {
    waiting[step].push(resolve);
    if (isScheduled) return;
    isScheduled = true;
    scheduleStep();
  });
}

function scheduleStep(): void {
  let beganAt = 0;
  setImmediate(() => {
    beganAt = performance.now();
    const step = STEPS.find((one) => waiting[one].length > 0);
    if (step) waiting[step].shift()?.();
  });
  // Runs once that step's promises have settled.
  setImmediate(() => {
    const endedAt = performance.now();
    serveCached(endedAt + CACHED_SHARE * (endedAt - beganAt), cachedPages);
  });
}

/**
 * Lets the event loop serve pending events, and cached pages for as long as they keep coming, until
 * `until` at the latest; then schedules the next step. `counted` is the number of cached pages
 * served so far.
 */
function serveCached(until: number, counted: number): void {
  setImmediate(() => {
    if (STEPS.every((one) => waiting[one].length === 0)) isScheduled = false;
    else if (cachedPages === counted || performance.now() >= until) scheduleStep();
    else setTimeout(serveCached, GAP_MS, until, cachedPages);
  });
}
