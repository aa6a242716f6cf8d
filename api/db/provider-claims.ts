import type { PendingQuery, Row } from "postgres";
import type { Sql } from "./client.ts";
import { beyondPauses, isDue } from "./due-times.ts";

// Payouts and refunds are sent to their providers by one process at a time, which claims a row until
// `sending_until`, and are tried again at `due_at`.

/** Longer than the calls to a provider take; after that, the calling process is considered dead. */
const CLAIM_MS = 2 * 60_000;
/** The longest pause between two attempts. */
const PAUSE_MS_MAX = 60 * 60_000;

const claimedBy = (now: Date) => ({ now, longestMs: CLAIM_MS });

/** Returns when a claim that is made now ends. */
export const claimEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS);

/** True if no process has claimed the row, or its claim has ended. */
export const isUnclaimed = (sql: Sql, now: Date): PendingQuery<Row[]> =>
  sql`(sending_until IS NULL OR ${isDue(sql, sql`sending_until`, claimedBy(now))})`;

/** True while a process may be calling the provider. */
export const isClaimed = (sql: Sql, now: Date): PendingQuery<Row[]> =>
  sql`(sending_until > ${now} AND sending_until <= ${beyondPauses(claimedBy(now))})`;

/** Whether the row's next attempt has come (`isDue`). */
export const isAttemptDue = (sql: Sql, by: { dueAt: Date; now: Date }): PendingQuery<Row[]> =>
  isDue(sql, sql`due_at`, { ...by, longestMs: PAUSE_MS_MAX });

/** The time of the next attempt: in a minute, doubled so many times, up to an hour. */
export const nextAttempt = (
  sql: Sql,
  now: Date,
  doublings: PendingQuery<Row[]>,
): PendingQuery<Row[]> => sql`
  ${now}::timestamptz + least(interval '1 minute' * power(2, least(${doublings}, 10)),
    ${`${PAUSE_MS_MAX} milliseconds`}::interval)`;
