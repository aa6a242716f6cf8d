/**
 * The work's result, or an error after `limitMs`: the caller goes on and the slot is free again.
 * It does not stop the work itself; only what runs it can (worker-pool.ts ends the thread).
 */
export async function limitTime<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
