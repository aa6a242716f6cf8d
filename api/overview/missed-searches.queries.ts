import { toDayText } from "#domain/dates.ts";
import { MISSED_SEARCHES_PER_DAY_MAX } from "#domain/missed-searches.ts";
import type { Sql } from "../db/client.ts";

/**
 * Counts a search without results. The number of distinct texts per day is limited; beyond the
 * limit only known texts are counted. (Concurrent requests may each add one beyond the limit.)
 */
export async function countMissedSearch(sql: Sql, words: string, now: Date): Promise<void> {
  const day = toDayText(now);
  await sql`
    INSERT INTO missed_searches (day, words, searches)
    SELECT ${day}::date, ${words}, 1
    WHERE EXISTS (SELECT 1 FROM missed_searches WHERE day = ${day}::date AND words = ${words})
      OR (SELECT count(*) FROM missed_searches WHERE day = ${day}::date)
        < ${MISSED_SEARCHES_PER_DAY_MAX}
    ON CONFLICT (day, words) DO UPDATE
      SET searches = least(missed_searches.searches + 1, 1000000000)`;
}

/** The most frequent searches without results since a day. */
export async function listMissedSearches(
  sql: Sql,
  { from, limit }: { from: string; limit: number },
): Promise<{ words: string; searches: number }[]> {
  return sql<{ words: string; searches: number }[]>`
    SELECT words, sum(searches)::bigint AS searches FROM missed_searches
    WHERE day >= ${from}::date GROUP BY words ORDER BY searches DESC, words LIMIT ${limit}`;
}

/** Deletes the counts of earlier days; returns the number deleted. */
export async function deleteMissedSearches(sql: Sql, before: Date): Promise<number> {
  const result = await sql`
    DELETE FROM missed_searches WHERE day < ${toDayText(before)}::date`;
  return result.count;
}
