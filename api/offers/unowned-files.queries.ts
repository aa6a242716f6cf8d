import type { Sql } from "../db/client.ts";

/** Records keys that no offer may own at that time. A later time that is recorded already stays. */
export async function recordUnownedFiles(
  sql: Sql,
  keys: readonly string[],
  dueAt: Date,
): Promise<void> {
  // In one order: two transactions with the same keys would deadlock otherwise.
  await sql`
    INSERT INTO unowned_offer_files (file_key, due_at)
    SELECT key, ${dueAt} FROM unnest(${sql.array([...keys])}::text[]) AS key ORDER BY key
    ON CONFLICT (file_key)
      DO UPDATE SET due_at = greatest(unowned_offer_files.due_at, EXCLUDED.due_at)`;
}

/** Keys whose time has come, the longest waiting first. */
export async function listDueFiles(sql: Sql, now: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    SELECT file_key AS key FROM unowned_offer_files WHERE due_at <= ${now}
    ORDER BY due_at, file_key LIMIT ${limit}`;
  return rows.map(({ key }) => key);
}

/** Locks a recorded key, so that uploads of the same file wait; false when it is not recorded. */
export async function lockUnownedFile(sql: Sql, key: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM unowned_offer_files WHERE file_key = ${key} FOR UPDATE`;
  return rows.length > 0;
}

/** Forgets a key whose time has come; before it an upload may still be storing files. */
export async function forgetUnownedFile(sql: Sql, key: string, now: Date): Promise<void> {
  await sql`DELETE FROM unowned_offer_files WHERE file_key = ${key} AND due_at <= ${now}`;
}

/** Lets the job try other keys first. */
export async function postponeUnownedFile(sql: Sql, key: string, dueAt: Date): Promise<void> {
  await sql`UPDATE unowned_offer_files SET due_at = ${dueAt} WHERE file_key = ${key}`;
}
