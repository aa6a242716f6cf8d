/**
 * The work's result, or an error after `limitMs`, which frees the caller and its slot. It does not
 * stop the work itself; only its runner can (process-pool.ts kills the process).
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
