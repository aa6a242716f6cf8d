import type { Logger } from "pino";
import type { Database } from "./client.ts";

const COMPARE_EVERY_MS = 5_000;
/** A clock that is off by this much causes other problems: certificates, logs, signatures. */
const WARN_FROM_MS = 5_000;

export type DatabaseClock = {
  now(): Date;
  stop(): void;
};

/**
 * The database's time, used for everything that several processes must agree on: sessions, limits,
 * leases, expiry (decision 0054). Machine clocks differ and get adjusted; between two syncs this
 * clock follows the monotonic timer. Throws if the database does not respond at the start; after
 * that, the clock keeps running without it.
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
      // Corrected only when outside the possible range: otherwise a busy pool would make it jitter.
      originMs = Math.min(Math.max(originMs, earliest), latest);
      warnOfDifference();
    } catch {
      // The next sync corrects it.
    } finally {
      isComparing = false;
    }
  };
  warnOfDifference();
  const timer = setInterval(compare, everyMs);
  timer.unref();
  return { now, stop: () => clearInterval(timer) };
}

/**
 * Returns a clock that reads the database's time only once, for short-lived programs. Throws if the
 * database does not respond.
 */
export async function readDatabaseTime(database: Database): Promise<() => Date> {
  const { latest } = await readOrigin(database);
  return () => new Date(latest + performance.now());
}

/** The range of database times at which the process's timer was 0. */
async function readOrigin(database: Database): Promise<{ earliest: number; latest: number }> {
  const askedAt = performance.now();
  const [row] = await database<{ ms: number }[]>`
    SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`;
  if (!row) throw new Error("the database does not say the time");
  return { earliest: row.ms - performance.now(), latest: row.ms - askedAt };
}
