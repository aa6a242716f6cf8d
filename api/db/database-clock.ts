import type { Logger } from "pino";
import type { Database } from "./client.ts";

const COMPARE_EVERY_MS = 5_000;
/** A machine whose clock is that wrong has a problem of its own: certificates, logs, signatures. */
const WARN_FROM_MS = 5_000;

export type DatabaseClock = {
  now(): Date;
  stop(): void;
};

/**
 * The time of the database, by which everything is decided that several processes have to agree
 * about: sessions, limits, leases, what expires (decision 0054). Machines' clocks differ, and
 * somebody sets them; between two comparisons this one goes on by what counts durations. Throws when
 * the database does not respond at first; later the time goes on without it.
 */
export async function startDatabaseClock(
  database: Database,
  { log, everyMs = COMPARE_EVERY_MS }: { log: Pick<Logger, "warn">; everyMs?: number },
): Promise<DatabaseClock> {
  /** The database's time when this process's counter was 0. */
  let originMs = await readOrigin(database).then(({ latest }) => latest);
  let warnedMs = 0;
  const now = () => new Date(originMs + performance.now());
  const warnOfDifference = () => {
    const differenceMs = Date.now() - now().getTime();
    if (Math.abs(differenceMs - warnedMs) < WARN_FROM_MS) return;
    warnedMs = differenceMs;
    const aheadSeconds = Math.round(differenceMs / 1000);
    log.warn(
      { aheadSeconds },
      "this machine's clock is not the database's, which the shop goes by",
    );
  };
  let isComparing = false;
  const compare = async () => {
    if (isComparing) return;
    isComparing = true;
    try {
      const { earliest, latest } = await readOrigin(database);
      // What is still possible stays: a busy pool would make the time go to and fro.
      originMs = Math.min(Math.max(originMs, earliest), latest);
      warnOfDifference();
    } catch {
      // The next time.
    } finally {
      isComparing = false;
    }
  };
  warnOfDifference();
  const timer = setInterval(compare, everyMs);
  timer.unref();
  return { now, stop: () => clearInterval(timer) };
}

/** The same for programs that end soon. Throws when the database does not respond. */
export async function readDatabaseTime(database: Database): Promise<() => Date> {
  const { latest } = await readOrigin(database);
  return () => new Date(latest + performance.now());
}

/** Between which two moments of the database's the process's counter was 0. */
async function readOrigin(database: Database): Promise<{ earliest: number; latest: number }> {
  const askedAt = performance.now();
  const [row] = await database<{ ms: number }[]>`
    SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`;
  if (!row) throw new Error("the database does not say the time");
  return { earliest: row.ms - performance.now(), latest: row.ms - askedAt };
}
