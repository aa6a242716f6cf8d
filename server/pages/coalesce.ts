/**
 * Runs `work` immediately, and for all calls in the following `everyMs` once more at the end: a
 * burst of changes costs as much as one per `everyMs`.
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
