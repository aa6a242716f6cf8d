/** The long steps of a page, the last first. */
const STEPS = ["render", "read", "begin"] as const;
export type Step = (typeof STEPS)[number];

const waiting: Record<Step, (() => void)[]> = { render: [], read: [], begin: [] };
let isScheduled = false;

/**
 * Waits for the event loop's next free turn before a long step of a page: beginning it, reading what
 * it shows from the API, rendering it. Every step has a turn to itself, so requests for cached pages
 * are served in between. A page that is further along goes first: pages are then finished one after
 * the other, and few are held in memory at the same time.
 */
export function waitForTurn(step: Step): Promise<void> {
  return new Promise((resolve) => {
    waiting[step].push(resolve);
    schedule();
  });
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    const step = STEPS.find((one) => waiting[one].length > 0);
    if (!step) return;
    waiting[step].shift()?.();
    schedule();
  });
}
