import type { Logger } from "pino";
import type { Database } from "./client.ts";
import { findPooler } from "./pooler.ts";
import type { PublicChangeListener } from "./public-changes.ts";

/** The interval of checks; a replica that lags further behind is not used. */
const CHECK_MS = 1_000;
/** The interval of checks while a change is being replicated. */
const CATCH_UP_MS = 100;

export type ReadReplica = {
  /**
   * Whether the replica contains everything that guests have already seen, and lags by at most
   * about a second.
   */
  readonly isInStep: boolean;
  /** Reports a failed read; the replica is not used until it responds again. */
  leaveOut(error: unknown): void;
  /** Wraps the listener: stops using the replica before passing a change on. */
  follow(listener: PublicChangeListener): PublicChangeListener;
  stop(): void;
};

/**
 * Monitors a streaming replica of the database (DATABASE_READ_URL) and decides when it may be read.
 * Guest pages are cached for minutes, so stale rows would stay in the cache. After each change of
 * public data the replica is therefore not used until it has replayed the change, nor before
 * `follow` listens for changes. `replica` is a pool of at least two connections.
 */
export function followReplica(
  database: Database,
  replica: Database,
  log: Pick<Logger, "info" | "warn">,
): ReadReplica {
  let isInStep = false;
  let isListening = false;
  let changes = 0;
  /** The position that the replica must have replayed; null for the database's current one. */
  let required: string | null = null;
  /** True once it is known that no pooler is in between, which would ignore the time limits. */
  let isDirect = false;
  /** The database's system identifier, read once. */
  let cluster: string | undefined;
  let problem: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const check = async () => {
    const seen = changes;
    const position = required ?? (await readPosition(database));
    if (!isDirect) await assertDirect(replica);
    isDirect = true;
    cluster ??= await readCluster(database);
    const isBehind = !(await hasReplayed(replica, position, cluster));
    // By the next check, it must have replayed the current position of the database.
    const next = isBehind ? position : await readPosition(database);
    if (seen !== changes) return;
    required = next;
    isInStep = !isBehind && isListening;
    if (problem !== null) log.info("the read replica responds again");
    problem = null;
  };
  const leaveOut = (error: unknown) => {
    isInStep = false;
    const message = error instanceof Error ? error.message : String(error);
    if (message !== problem) log.warn({ err: error }, "the read replica is left out");
    problem = message;
  };
  const run = async () => {
    await check().catch(leaveOut);
    if (isStopped) return;
    const isCatchingUp = isListening && !isInStep && problem === null;
    timer = setTimeout(run, isCatchingUp ? CATCH_UP_MS : CHECK_MS);
    timer.unref();
  };
  const catchUp = () => {
    changes += 1;
    required = null;
    isInStep = false;
  };
  void run();

  return {
    get isInStep() {
      return isInStep;
    },
    leaveOut,
    follow: (listener) => ({
      onChange: (table) => {
        isListening = true;
        catchUp();
        listener.onChange(table);
      },
      onLost: () => {
        isListening = false;
        catchUp();
        listener.onLost();
      },
    }),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Throws if a connection pooler is in between. The pool needs two connections. */
async function assertDirect(replica: Database): Promise<void> {
  const problem = await findPooler(replica);
  if (problem) throw new Error(`DATABASE_READ_URL is a connection pooler, which ${problem}`);
}

/** The insert position, flushed or not: every commit that has sent a notification is before it. */
async function readPosition(database: Database): Promise<string> {
  const [row] = await database<{ position: string }[]>`
    SELECT pg_current_wal_insert_lsn()::text AS position`;
  if (!row) throw new Error("a SELECT without FROM has one row");
  return row.position;
}

async function readCluster(database: Database): Promise<string | undefined> {
  const [row] = await database<{ cluster: string }[]>`
    SELECT system_identifier::text AS cluster FROM pg_control_system()`;
  return row?.cluster;
}

/** Throws if the server is not a replica of the cluster: its positions would be meaningless. */
async function hasReplayed(
  replica: Database,
  position: string,
  cluster: string | undefined,
): Promise<boolean> {
  const [row] = await replica<{ isReplica: boolean; hasReplayed: boolean; cluster: string }[]>`
    SELECT pg_is_in_recovery() AS "isReplica",
      coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) AS "hasReplayed",
      (SELECT system_identifier::text FROM pg_control_system()) AS cluster`;
  if (!row?.isReplica || row.cluster !== cluster) {
    throw new Error("DATABASE_READ_URL is no replica of DATABASE_URL");
  }
  return row.hasReplayed;
}
