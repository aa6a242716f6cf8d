import type { PendingQuery, Row } from "postgres";
import type { Sql } from "./client.ts";

/** `longestMs`: the longest pause the queue ever makes, in milliseconds. */
export type DueBy = { now: Date; longestMs: number };

/**
 * The latest time at which a row of a queue can be due. A later time was written while the
 * database's clock was ahead, and would otherwise delay the row by that much. Twice the longest
 * pause, because the processes' clocks differ by seconds and a lease must not end early.
 */
export const beyondPauses = ({ now, longestMs }: DueBy): Date =>
  new Date(now.getTime() + 2 * longestMs);

/**
 * Whether the time in `column` has come, or was written by a clock that was ahead. `dueAt` is an
 * earlier time by which it must have come. A run that claims only rows that were due at its start
 * passes its start as `dueAt` and the current time as `now`. With the start as `now`, rows the run
 * itself postpones would lie beyond all pauses once it has run long enough, or would still be due
 * if the clock has been set back since.
 */
export const isDue = (
  sql: Sql,
  column: PendingQuery<Row[]>,
  { dueAt, ...due }: DueBy & { dueAt?: Date },
): PendingQuery<Row[]> => {
  const by = dueAt && dueAt < due.now ? dueAt : due.now;
  return sql`(${column} <= ${by} OR ${column} > ${beyondPauses(due)})`;
};

/**
 * Moves the rows of a queue that were written by a clock that was ahead to `dueAt`. Do not pass the
 * current time: their work may be in progress. Locked rows are left alone.
 */
export async function redateBeyondPauses(
  sql: Sql,
  queue: { table: PendingQuery<Row[]>; key: PendingQuery<Row[]> },
  { dueAt, ...due }: DueBy & { dueAt: Date },
): Promise<void> {
  const { table, key } = queue;
  await sql`
    UPDATE ${table} SET due_at = ${dueAt} WHERE ${key} IN (
      SELECT ${key} FROM ${table} WHERE due_at > ${beyondPauses(due)} FOR UPDATE SKIP LOCKED)`;
}
