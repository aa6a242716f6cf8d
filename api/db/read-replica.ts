import type { Logger } from "pino";
import type { Database } from "./client.ts";
import type { PublicChangeListener } from "./public-changes.ts";

/** A replica that is further behind than this is left out. */
const CHECK_MS = 1_000;
/** While a change is on its way to it. */
const CATCH_UP_MS = 100;

export type ReadReplica = {
  /** It has everything that guests were shown before, and lags by about a second at most. */
  readonly isInStep: boolean;
  /** A read from it has failed: it is left out until it responds again. */
  leaveOut(error: unknown): void;
  /** The same listener, which leaves the replica out before it hears of a change. */
  follow(listener: PublicChangeListener): PublicChangeListener;
  stop(): void;
};

/**
 * Follows a streaming replica of the database (DATABASE_READ_URL), to say when it may be read. What
 * guests see is kept for minutes, so a page made of yesterday's rows would outlive them: after each
 * change of public data the replica is left out until it has replayed the change, and before
 * `follow` listens for changes it is left out altogether.
 */
export function followReplica(
  database: Database,
  replica: Database,
  log: Pick<Logger, "info" | "warn">,
): ReadReplica {
  let isInStep = false;
  let hearsOfChanges = false;
  let changes = 0;
  /** What it must have replayed; null for all that the database has now. */
  let required: string | null = null;
  /** Which cluster the database is, asked once. */
  let cluster: string | undefined;
  let problem: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const check = async () => {
    const seen = changes;
    const position = required ?? (await readPosition(database));
    cluster ??= await readCluster(database);
    const isBehind = !(await hasReplayed(replica, position, cluster));
    // By the next check it must have what there is now.
    const next = isBehind ? position : await readPosition(database);
    if (seen !== changes) return;
    required = next;
    isInStep = !isBehind && hearsOfChanges;
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
    const isCatchingUp = hearsOfChanges && !isInStep && problem === null;
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
        hearsOfChanges = true;
        catchUp();
        listener.onChange(table);
      },
      onLost: () => {
        hearsOfChanges = false;
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

/** Of the last record, written to disk or not: a commit that was announced is before it. */
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

/** Throws for a server that is no replica of the cluster: positions of another mean nothing. */
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
