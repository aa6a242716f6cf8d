import { STATUS_POLL_MS, STATUS_POLLS_MAX } from "#domain/deposits.ts";

/**
 * Calls `ask` every STATUS_POLL_MS (spec §4, §9) and, after STATUS_POLLS_MAX times, `giveUp`.
 * Returns the function that stops both.
 */
export function pollStatus({ ask, giveUp }: { ask: () => void; giveUp: () => void }): () => void {
  // A hidden tab need not ask, but its time keeps running.
  const poll = setInterval(() => {
    if (!document.hidden) ask();
  }, STATUS_POLL_MS);
  const late = setTimeout(() => {
    clearInterval(poll);
    giveUp();
  }, STATUS_POLLS_MAX * STATUS_POLL_MS);
  return () => {
    clearInterval(poll);
    clearTimeout(late);
  };
}
