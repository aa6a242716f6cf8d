import type { Sql } from "./client.ts";

/** False when another connection holds it. Released when the connection is lost. */
export async function tryLock(sql: Sql, key: number): Promise<boolean> {
  const [row] = await sql<{ isHeld: boolean }[]>`SELECT pg_try_advisory_lock(${key}) AS "isHeld"`;
  return row?.isHeld ?? false;
}

export async function unlock(sql: Sql, key: number): Promise<void> {
  await sql`SELECT pg_advisory_unlock(${key})`;
}
