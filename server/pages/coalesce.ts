/**
 * Runs `work` immediately, and once more at the end for all calls in the following `everyMs`: a
 * burst of changes costs no more than one per `everyMs`.
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
