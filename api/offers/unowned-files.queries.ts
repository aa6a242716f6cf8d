import { DAY_MS } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import type { Sql } from "../db/client.ts";
import { type DueBy, redateBeyondPauses } from "../db/due-times.ts";

/**
 * Records keys whose files are removed at `dueAt` if no offer owns them by then. A later time that
 * is already recorded stays. `isAbandoned` marks keys that no offer may take any more.
 */
export async function recordUnownedFiles(
  sql: Sql,
  keys: readonly string[],
  { dueAt, isAbandoned }: { dueAt: Date; isAbandoned: boolean },
): Promise<void> {
  // Sorted: two transactions with the same keys could deadlock otherwise.
  await sql`
    INSERT INTO unowned_offer_files (file_key, due_at, is_abandoned)
    SELECT key, ${dueAt}, ${isAbandoned} FROM unnest(${sql.array([...keys])}::text[]) AS key
    ORDER BY key
    ON CONFLICT (file_key) DO UPDATE
      SET due_at = greatest(unowned_offer_files.due_at, EXCLUDED.due_at),
        is_abandoned = unowned_offer_files.is_abandoned OR EXCLUDED.is_abandoned`;
}

/** Corrects the times of keys that were recorded while the clock was ahead. */
export async function redateUnownedFiles(sql: Sql, due: DueBy & { dueAt: Date }): Promise<void> {
  await redateBeyondPauses(sql, { table: sql`unowned_offer_files`, key: sql`file_key` }, due);
}

/** The keys that are due, longest waiting first. */
export async function listDueFiles(sql: Sql, now: Date, limit: number): Promise<string[]> {
  // The previous release names files by content, so a failed upload may be repeated under the same
  // key. A day after the upgrade it is no longer in use.
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const rows = await sql<{ key: string }[]>`
    SELECT file_key AS key FROM unowned_offer_files
    WHERE due_at <= ${now}
      AND (is_abandoned OR due_at <= ${dayAgo} OR file_key !~ '^offers/[0-9a-f]{64}$')
    ORDER BY due_at, file_key LIMIT ${limit}`;
  return rows.map(({ key }) => key);
}

/**
 * Locks a due key in the caller's transaction. False if it is no longer recorded, or is locked by
 * another process, which removes its files or gives them to an offer.
 */
export async function lockDueFile(sql: Sql, key: string, now: Date): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM unowned_offer_files WHERE file_key = ${key} AND due_at <= ${now}
    FOR UPDATE SKIP LOCKED`;
  return rows.length > 0;
}

/** Marks a recorded key as abandoned: from then on no offer can take its files. */
export async function abandonFile(sql: Sql, key: string): Promise<void> {
  await sql`UPDATE unowned_offer_files SET is_abandoned = true WHERE file_key = ${key}`;
}

/**
 * Takes a recorded key for an offer, in the transaction that creates it. Throws storage_unavailable
 * if its files may already have been removed.
 */
export async function takeUnownedFile(sql: Sql, key: string): Promise<void> {
  const { count } = await sql`
    DELETE FROM unowned_offer_files WHERE file_key = ${key} AND NOT is_abandoned`;
  if (count === 0) throw new DomainError("storage_unavailable");
}

/** Forgets a key once it is due; before that, a request may still be storing files under it. */
export async function deleteUnownedFile(sql: Sql, key: string, now: Date): Promise<void> {
  await sql`DELETE FROM unowned_offer_files WHERE file_key = ${key} AND due_at <= ${now}`;
}

/** Postpones a key, so that the job tries others first. */
export async function postponeUnownedFile(sql: Sql, key: string, dueAt: Date): Promise<void> {
  await sql`UPDATE unowned_offer_files SET due_at = ${dueAt} WHERE file_key = ${key}`;
}
