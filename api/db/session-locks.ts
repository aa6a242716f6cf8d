import type { Database, Sql } from "./client.ts";

/** False when another connection holds it. Released when the connection is lost. */
export async function tryLock(sql: Sql, key: number): Promise<boolean> {
  const [row] = await sql<{ isHeld: boolean }[]>`SELECT pg_try_advisory_lock(${key}) AS "isHeld"`;
  return row?.isHeld ?? false;
}

export async function unlock(sql: Sql, key: number): Promise<void> {
  await sql`SELECT pg_advisory_unlock(${key})`;
}

/** Runs `work` unless it runs in another process, or in this one: then does nothing. */
export async function whileLocked(
  database: Database,
  key: number,
  work: () => Promise<void>,
): Promise<void> {
  // A session-level lock: released when the process dies.
  const connection = await database.reserve();
  try {
    if (!(await tryLock(connection, key))) return;
    try {
      await work();
    } finally {
      await unlock(connection, key);
    }
  } finally {
    connection.release();
  }
}
