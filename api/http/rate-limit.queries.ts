import type { Sql } from "../db/client.ts";

/**
 * Counts a request in the current window; the first one after its end opens a new window. No window
 * ends later than a new one would, so a clock that was ahead does not prolong any.
 */
export async function incrementCount(
  sql: Sql,
  bucket: string,
  window: { now: Date; resetsAt: Date },
): Promise<{ hits: number; resetsAt: Date }> {
  const [row] = await sql<{ hits: number; resets_at: Date }[]>`
    INSERT INTO rate_limits AS r (bucket, hits, resets_at)
    VALUES (${bucket}, 1, ${window.resetsAt})
    ON CONFLICT (bucket) DO UPDATE SET
      hits = CASE WHEN r.resets_at <= ${window.now} THEN 1 ELSE r.hits + 1 END,
      resets_at = CASE WHEN r.resets_at <= ${window.now}
        THEN EXCLUDED.resets_at ELSE least(r.resets_at, EXCLUDED.resets_at) END
    RETURNING hits, resets_at`;
  if (!row) throw new Error("an upsert always returns its row");
  return { hits: row.hits, resetsAt: row.resets_at };
}

/** Uncounts a request in a window that is still open. */
export async function decrementCount(sql: Sql, bucket: string): Promise<void> {
  await sql`UPDATE rate_limits SET hits = hits - 1 WHERE bucket = ${bucket} AND hits > 0`;
}

/** Deletes a bucket, which restarts its count. */
export async function deleteCount(sql: Sql, bucket: string): Promise<void> {
  await sql`DELETE FROM rate_limits WHERE bucket = ${bucket}`;
}

/** Deletes all buckets of a key. */
export async function deleteCountsOf(sql: Sql, keyHash: string): Promise<void> {
  await sql`DELETE FROM rate_limits WHERE split_part(bucket, ':', 2) = ${keyHash}`;
}

/** Deletes expired windows; returns the number deleted. */
export async function deleteEndedWindows(sql: Sql, now: Date): Promise<number> {
  const result = await sql`DELETE FROM rate_limits WHERE resets_at <= ${now}`;
  return result.count;
}
