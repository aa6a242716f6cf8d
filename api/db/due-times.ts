import type { PendingQuery, Row } from "postgres";
import type { Sql } from "./client.ts";

/** `longestMs`: the longest pause that the queue ever makes, in milliseconds. */
export type DueBy = { now: Date; longestMs: number };

/**
 * The time after which no row of a queue can be due by its own rules. A later row was written while
 * the database's clock was ahead, and would otherwise wait for as long as that was. Twice the
 * longest pause, because the processes' clocks differ by seconds and a lease must not end early.
 */
export const beyondPauses = ({ now, longestMs }: DueBy): Date =>
  new Date(now.getTime() + 2 * longestMs);

/**
 * Whether the time in `column` has come, or was written by a clock that was ahead. `dueAt` is an
 * earlier time by which it must have come. A run that claims only what was due at its start gives
 * that time, and as `now` the present: by the time of its start, what it postpones itself would be
 * beyond all pauses once it has lasted long enough; and be due still, where the clock has been set
 * back since.
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
 * Gives another time to the rows of a queue that were written by a clock that was ahead. Not the
 * present: their work may be under way. Rows that are locked keep theirs.
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
