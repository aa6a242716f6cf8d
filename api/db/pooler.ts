import { type Database, postgresCode, type Sql } from "./client.ts";

/** Settings of our sessions for which no server has the same default. */
const NAMES = [
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "pg_trgm.word_similarity_threshold",
];
const TOO_MANY_CONNECTIONS = "53300";

/**
 * How a pooler between this process and its database (such as PgBouncer) breaks sessions, as the
 * end of a sentence; null if each connection is a session with our settings. Uses no prepared
 * statements, which such a pooler would lose.
 */
export async function findPooler(database: Database): Promise<string | null> {
  const first = await database.reserve();
  try {
    const dropped = await findDropped(first, database.options.connection);
    if (dropped) return `drops the settings of sessions (${dropped})`;
    const isShared = await areSessionsShared(first, database);
    return isShared ? "gives one session to several connections" : null;
  } finally {
    first.release();
  }
}

/** The first setting that does not have the requested value, compared independent of its unit. */
async function findDropped(
  sql: Sql,
  asked: Record<string, string | number | boolean | undefined>,
): Promise<string | undefined> {
  for (const name of NAMES.filter((known) => asked[known] !== undefined)) {
    const value = String(asked[name]).replaceAll("'", "''");
    const [before] = await sql.unsafe(`SELECT current_setting('${name}', true) AS value`);
    const [after] = await sql.unsafe(`SELECT set_config('${name}', '${value}', true) AS value`);
    if (before?.value !== after?.value) return name;
  }
  return undefined;
}

/**
 * Whether `first` shares its session with a second connection, or gets another one while that is in
 * a transaction.
 */
async function areSessionsShared(first: Sql, database: Database): Promise<boolean> {
  const before = await readSession(first);
  try {
    return await database.begin(async (second) => {
      if ((await readSession(second)) === before) return true;
      return (await readSession(first)) !== before;
    });
  } catch (error) {
    // No other connection is available: the log reports that, and the start continues with one.
    if (postgresCode(error) === TOO_MANY_CONNECTIONS) return false;
    throw error;
  }
}

async function readSession(sql: Sql): Promise<number> {
  const [row] = await sql.unsafe<{ pid: number }[]>("SELECT pg_backend_pid() AS pid");
  if (!row) throw new Error("a SELECT without FROM has one row");
  return row.pid;
}
