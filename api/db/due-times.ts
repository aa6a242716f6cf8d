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

/** Whether the time in `column` has come, or was written by a clock that was ahead. */
export const isDue = (sql: Sql, column: PendingQuery<Row[]>, due: DueBy): PendingQuery<Row[]> =>
  sql`(${column} <= ${due.now} OR ${column} > ${beyondPauses(due)})`;
