import type { Sql } from "#api/db/client.ts";
import type { SeriesKind } from "#domain/documents.ts";

export type AdvancedSeries = { series: SeriesKind; year: number; lastNumber: number };

/**
 * Adds `gap` to the last number of each series in each year since then, and records the numbers
 * that stay unused. Extends the range by a day at both ends, because in the company's time zone a
 * year may begin earlier or later, and caps its start at the current time, because the clock of the
 * original machine may have been ahead.
 */
export function advanceSeries(
  sql: Sql,
  { series, since, gap }: { series: readonly SeriesKind[]; since: string; gap: number },
): Promise<AdvancedSeries[]> {
  return sql<AdvancedSeries[]>`
    WITH years AS (SELECT generate_series(
      extract(year FROM least(${since}::timestamptz, now()) AT TIME ZONE 'UTC'
        - interval '1 day')::int,
      extract(year FROM now() AT TIME ZONE 'UTC' + interval '1 day')::int) AS year),
    moved AS (
      INSERT INTO document_series (series, year, last_number)
      SELECT series, year, ${gap} FROM unnest(${sql.array([...series])}::text[]) AS series, years
      ON CONFLICT (series, year)
        DO UPDATE SET last_number = document_series.last_number + EXCLUDED.last_number
      RETURNING series, year, last_number),
    unused AS (
      INSERT INTO document_gaps (series, year, first_number, last_number)
      SELECT series, year, last_number - ${gap} + 1, last_number FROM moved)
    SELECT series, year, last_number AS "lastNumber" FROM moved ORDER BY year, series`;
}

/** Signs everybody out; returns the number of sessions deleted. */
export async function deleteSessions(sql: Sql): Promise<number> {
  return (await sql`DELETE FROM sessions`).count;
}

/** Empties the outbox, except for mails that were given up; returns the number deleted. */
export async function deleteWaitingMails(sql: Sql): Promise<number> {
  return (await sql`DELETE FROM mails WHERE gave_up_at IS NULL`).count;
}

/**
 * Marks the requested refunds as tried before, so that each is soon looked up at its provider
 * before it is sent; returns their number.
 */
export async function markRefundsTried(sql: Sql): Promise<number> {
  const result = await sql`
    UPDATE refunds SET attempts = greatest(attempts, 2), due_at = NULL WHERE status = 'requested'`;
  return result.count;
}
