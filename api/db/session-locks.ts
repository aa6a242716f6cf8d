import pLimit, { type LimitFunction } from "p-limit";
import type { Database, Sql } from "./client.ts";

/** A lock, or a lock on one of many rows: the number of the kind and the row's id. */
export type LockKey = number | readonly [kind: number, id: number];

/** Postgres takes two four-byte numbers. */
const keyOf = (sql: Sql, key: LockKey) =>
  typeof key === "number" ? sql`${key}` : sql`${key[0]}, ${key[1] % 2 ** 31}`;

/** False if another connection holds the lock. Released when the connection is lost. */
export async function tryLock(sql: Sql, key: LockKey): Promise<boolean> {
  const [row] = await sql<{ isHeld: boolean }[]>`
    SELECT pg_try_advisory_lock(${keyOf(sql, key)}) AS "isHeld"`;
  return row?.isHeld ?? false;
}

/** The same, but released when the transaction ends. */
export async function tryLockInTransaction(sql: Sql, key: LockKey): Promise<boolean> {
  const [row] = await sql<{ isHeld: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${keyOf(sql, key)}) AS "isHeld"`;
  return row?.isHeld ?? false;
}

export async function unlock(sql: Sql, key: LockKey): Promise<void> {
  await sql`SELECT pg_advisory_unlock(${keyOf(sql, key)})`;
}

const turns = new WeakMap<Database, LimitFunction>();

/**
 * At most half of a pool's connections hold locks. If all of them did, each would wait for another
 * connection to do its work, and so would every request.
 */
function turnsOf(database: Database): LimitFunction {
  const limit = turns.get(database) ?? pLimit(Math.max(1, Math.floor(database.options.max / 2)));
  turns.set(database, limit);
  return limit;
}

/**
 * Runs `work`, or does nothing if it is already running, in this process or another. Waits while
 * too many others run.
 */
export function whileLocked(
  database: Database,
  key: LockKey,
  work: () => Promise<void>,
): Promise<void> {
  return turnsOf(database)(() => runLocked(database, key, work));
}

async function runLocked(
  database: Database,
  key: LockKey,
  work: () => Promise<void>,
): Promise<void> {
  // A session-level lock, which is released when the process dies.
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
