import type { Sql } from "../db/client.ts";

/** Counts one more hit in a window; the first hit after its end opens a new one. */
export async function countHit(
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
        THEN EXCLUDED.resets_at ELSE r.resets_at END
    RETURNING hits, resets_at`;
  if (!row) throw new Error("an upsert always returns its row");
  return { hits: row.hits, resetsAt: row.resets_at };
}

/** Takes one hit back out of a window that is still open. */
export async function discountHit(sql: Sql, bucket: string): Promise<void> {
  await sql`UPDATE rate_limits SET hits = hits - 1 WHERE bucket = ${bucket} AND hits > 0`;
}

/** Forgets a bucket: the next hit is the first. */
export async function clearHits(sql: Sql, bucket: string): Promise<void> {
  await sql`DELETE FROM rate_limits WHERE bucket = ${bucket}`;
}

/** Forgets the buckets of a subject, whatever they count. */
export async function deleteHitsOf(sql: Sql, subjectHash: string): Promise<void> {
  await sql`DELETE FROM rate_limits WHERE split_part(bucket, ':', 2) = ${subjectHash}`;
}

/** Removes windows that are over; returns how many. */
export async function deleteEndedWindows(sql: Sql, now: Date): Promise<number> {
  const result = await sql`DELETE FROM rate_limits WHERE resets_at <= ${now}`;
  return result.count;
}
