/**
 * Runs `work` at once, and for all calls in the `everyMs` after that once more at their end: many
 * changes in a row cost as much as one each `everyMs`.
 */
export function coalesce(work: () => void, everyMs: number): () => void {
  let timer: NodeJS.Timeout | null = null;
  let isDue = false;
  const run = () => {
    isDue = false;
    work();
    timer = setTimeout(() => {
      timer = null;
      if (isDue) run();
    }, everyMs);
    timer.unref();
  };
  return () => {
    if (timer === null) run();
    else isDue = true;
  };
}
