import postgres from "postgres";
import { withChildSpan } from "../tracing.ts";
import { closeReadOnlySessions } from "./read-only-sessions.ts";
import { assertTakesRows } from "./write-probe.ts";

/** A pool or a transaction: queries accept either. */
export type Sql = postgres.ISql<Record<string, never>>;
/** The pool itself; only it can open transactions. */
export type Database = postgres.Sql<Record<string, never>>;

const INT8_OID = 20;
/** Serialization failure and deadlock: the transaction is retried. */
const RETRYABLE = new Set(["40001", "40P01"]);
/** Matches the unique constraints on idempotency keys, named by Postgres or by a migration. */
const OPERATION_KEY = /_operation(_id_key)?$/;
const TRIES_MAX = 5;
/** A write in a read-only transaction. */
const READ_ONLY = "25006";

export type DatabaseTarget = string | postgres.Options<Record<string, postgres.PostgresType>>;

/** No request is worth waiting longer for. */
const TIME_LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
};
/**
 * Set explicitly, because a role or a database may have other defaults. Texts, because the driver
 * omits a 0, although its types only have numbers.
 */
const NO_TIME_LIMITS = {
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
} as unknown as typeof TIME_LIMITS;

/**
 * Fixes the text format of values and the properties of transactions, whatever the defaults of the
 * role, database or server.
 */
const FIXED_FORMS = {
  DateStyle: "ISO, YMD",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  extra_float_digits: 1,
  bytea_output: "hex",
  standard_conforming_strings: "on",
  array_nulls: "on",
  transform_null_equals: "off",
  default_transaction_isolation: "read committed",
} as const;

/**
 * Seconds from `statement_timeout` until the connection is closed and its queries fail. When a
 * machine is gone or a firewall has dropped the connection, nothing closes it: the kernel would
 * keep sending for a quarter of an hour.
 */
const RESPONSE_GRACE_S = 5;
/**
 * Idle seconds after which a connection is probed; without a reply it is closed ten seconds later.
 */
export const KEEP_ALIVE_S = 10;

/**
 * When the server gives up on an unreachable client machine: 25 s after its last packet, whether
 * the session is idle or has sent a response that is not acknowledged. Until then, by default for
 * two hours, the session keeps its locks and counts against `max_connections`. Ignored on Unix
 * sockets, and by servers whose operating system lacks such a setting, which log a line.
 */
export const LOST_MACHINE_LIMITS = {
  tcp_keepalives_idle: KEEP_ALIVE_S,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
};

/**
 * Opens a pool. `target` is a DATABASE_URL or the embedded server's connection. Only work that may
 * take hours (migrations, backups) runs without time limits, and its connections are not recycled.
 * int8 is parsed as a number: money and ids stay far below 2^53, and a larger value throws.
 */
export function openDatabase(
  target: DatabaseTarget,
  options: {
    connectionsMax?: number;
    hasTimeLimits?: boolean;
    /** Additional settings for the pool's sessions. */
    settings?: Record<string, string | number>;
  } = {},
): Database {
  const { connectionsMax = 14, hasTimeLimits = true, settings = {} } = options;
  const shared: postgres.Options<Record<string, postgres.PostgresType>> = {
    max: connectionsMax,
    idle_timeout: hasTimeLimits ? 60 : undefined,
    ...(hasTimeLimits ? { response_grace: RESPONSE_GRACE_S } : { max_lifetime: null }),
    connect_timeout: 5,
    keep_alive: KEEP_ALIVE_S,
    // The driver's default backoff grows to 20 s; this one is at most half a second.
    backoff: (retries) => Math.min(0.5, 3 ** retries / 100) * (0.5 + Math.random() / 2),
    onnotice: () => {},
    connection: {
      application_name: "promptory",
      ...LOST_MACHINE_LIMITS,
      ...FIXED_FORMS,
      // Plans are reused: planning takes longer than most statements run.
      plan_cache_mode: "auto",
      // The similarity above which a word counts as a correction.
      "pg_trgm.word_similarity_threshold": "0.4",
      // Enough for exact bitmaps: lossy ones would recheck the words of every row on a page.
      work_mem: "16MB",
      ...(hasTimeLimits ? TIME_LIMITS : NO_TIME_LIMITS),
      ...settings,
    },
    types: {
      int8: { to: INT8_OID, from: [INT8_OID], serialize: String, parse: parseInt8 },
    },
  };
  return typeof target === "string" ? postgres(target, shared) : postgres({ ...shared, ...target });
}

/**
 * Sizes of the pools for word searches, for lists, and for lists read in an index's order, which
 * take a tenth of a millisecond.
 */
export const SEARCH_CONNECTIONS = { searches: 3, lists: 2, indexedLists: 1 } as const;
export type SearchPool = keyof typeof SEARCH_CONNECTIONS;

/**
 * Opens a pool reserved for searches or lists: however many there are, they wait only for each
 * other and block nothing else. A list that takes seconds is aborted (503). Searches and lists with
 * their own index reuse one plan, because planning takes as long as running them; other lists need
 * different plans for rare and common styles.
 */
export function openSearchDatabase(target: DatabaseTarget, pool: SearchPool): Database {
  return openDatabase(target, {
    connectionsMax: SEARCH_CONNECTIONS[pool],
    settings: {
      plan_cache_mode: pool === "lists" ? "force_custom_plan" : "force_generic_plan",
      statement_timeout: 3_000,
      // The planner does not know how frequent a word is; a tier has hundreds of thousands of rows.
      enable_seqscan: "off",
      // Tiers are read in order, not in parallel.
      max_parallel_workers_per_gather: 0,
    },
  });
}

/**
 * Runs `work` in one READ COMMITTED transaction. Runs it again after a serialization failure or
 * deadlock; when a concurrent request has stored the same operation, whose result `work` then
 * finds; and when its session was read-only but new ones are not. Throws whatever `work` throws,
 * after a rollback.
 */
export async function inTransaction<Result>(
  database: Database,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  return withChildSpan("transaction", async () => {
    for (let tries = 1; ; tries++) {
      try {
        // The driver's type allows arrays of promises, which it would await.
        return (await database.begin((sql) => work(sql))) as Result;
      } catch (error) {
        const canRetry = isRetryable(error) || (await isWritableAfter(error, database));
        if (tries >= TRIES_MAX || !canRetry) throw error;
        await new Promise((resolve) => setTimeout(resolve, 10 * tries * (1 + Math.random())));
      }
    }
  });
}

function isRetryable(error: unknown): boolean {
  if (isUniqueViolation(error)) return OPERATION_KEY.test(postgresConstraint(error) ?? "");
  return RETRYABLE.has(postgresCode(error) ?? "");
}

/**
 * Throws when no server responds, or it is read-only, a standby or out of space, or when the role
 * may not insert. Closes sessions that date from a time when the server was read-only.
 */
export async function assertWritable(database: Database): Promise<void> {
  const [row] = await database<{ isReadOnly: boolean }[]>`
    SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`;
  const isWritable = row?.isReadOnly === false || (await closeReadOnlySessions(database));
  if (!isWritable) throw new Error("the database is read-only");
  await assertTakesRows(database);
}

/**
 * True when `error` came from a read-only session but new sessions may write; the pool's read-only
 * sessions are then closed. False for any other error, and if the database does not respond.
 */
export async function isWritableAfter(error: unknown, database: Database): Promise<boolean> {
  if (postgresCode(error) !== READ_ONLY) return false;
  return closeReadOnlySessions(database).catch(() => false);
}

/** The constraint named by a Postgres error, or null. */
export function postgresConstraint(error: unknown): string | null {
  return error instanceof postgres.PostgresError ? (error.constraint_name ?? null) : null;
}

/** True when a row was rejected because another one has the same unique value (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return postgresCode(error) === "23505";
}

/** The SQLSTATE of a Postgres error; null for any other error. */
export function postgresCode(error: unknown): string | null {
  return error instanceof postgres.PostgresError ? error.code : null;
}

/**
 * True for an error with which Postgres rejects or ends the whole session, whatever its code: for
 * example a role that no longer exists, or a database that accepts no connections.
 */
export function hasEndedSession(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^(?:FATAL|PANIC)$/.test(error.severity);
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond safe integers: ${text}`);
  return value;
}
