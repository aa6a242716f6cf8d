import postgres from "postgres";
import type { Database } from "./client.ts";

/** How long a result is reused; otherwise every write during an outage would check again. */
const RESULT_MS = 1_000;

type Pass = { result: Promise<boolean>; endsAt: number };
const latest = new WeakMap<Database, Pass>();

type Session = { isReadOnly: boolean; isNew: boolean; at: string };

/**
 * Closes the pool's idle read-only sessions once a new session may write. Whether a session may
 * write is decided when it starts, by the database's setting and the server that responds, and
 * pooled sessions outlive a change of either. Returns whether a session may write now; callers
 * within a second share the result. Throws when no server responds.
 */
export async function closeReadOnlySessions(database: Database): Promise<boolean> {
  const known = latest.get(database);
  if (known && known.endsAt > performance.now()) return known.result;
  const pass: Pass = { result: closeWhenWritable(database), endsAt: Number.POSITIVE_INFINITY };
  latest.set(database, pass);
  const finish = () => {
    pass.endsAt = performance.now() + RESULT_MS;
  };
  pass.result.then(finish, finish);
  return pass.result;
}

async function closeWhenWritable(database: Database): Promise<boolean> {
  return (await canWrite(database)) && closeAll(database);
}

/** Whether a session that starts now may write. Does not use the pool, which can still read. */
async function canWrite(database: Database): Promise<boolean> {
  // The driver also accepts parsed options, unlike its types.
  const options = { ...database.options, max: 1 } as unknown as postgres.Options<never>;
  const fresh = postgres(options);
  try {
    const [session] = await fresh<Pick<Session, "isReadOnly">[]>`
      SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`;
    return session?.isReadOnly === false;
  } finally {
    await fresh.end({ timeout: 1 });
  }
}

/** The pool returns the longest idle session first, so a new one comes after all old ones. */
async function closeAll(database: Database): Promise<boolean> {
  let startedAt: string | null = null;
  let isWritable = false;
  // One more than the pool's size, because all its connections may be old sessions.
  for (let left = database.options.max; left >= 0; left--) {
    const connection = await database.reserve();
    try {
      const [session]: Session[] = await connection<Session[]>`
        SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly",
          backend_start >= ${startedAt}::timestamptz IS TRUE AS "isNew",
          clock_timestamp()::text AS at
        FROM pg_stat_activity WHERE pid = pg_backend_pid()`;
      startedAt ??= session?.at ?? null;
      isWritable = session?.isReadOnly === false;
      if (session?.isNew) return isWritable;
      // The session ends before it can respond.
      if (!isWritable)
        await connection`SELECT pg_terminate_backend(pg_backend_pid())`.catch(() => {});
    } finally {
      connection.release();
    }
  }
  return isWritable;
}
