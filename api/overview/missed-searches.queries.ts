import { MISSED_SEARCHES_PER_DAY_MAX } from "#domain/missed-searches.ts";
import type { Sql } from "../db/client.ts";

/**
 * Counts a search without a hit. A day has so many different ones and no more: then only those that
 * are there are counted. (Of requests at the same moment each may add one beyond it.)
 */
export async function countMissedSearch(sql: Sql, words: string, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  await sql`
    INSERT INTO missed_searches (day, words, searches)
    SELECT ${day}::date, ${words}, 1
    WHERE EXISTS (SELECT 1 FROM missed_searches WHERE day = ${day}::date AND words = ${words})
      OR (SELECT count(*) FROM missed_searches WHERE day = ${day}::date)
        < ${MISSED_SEARCHES_PER_DAY_MAX}
    ON CONFLICT (day, words) DO UPDATE
      SET searches = least(missed_searches.searches + 1, 1000000000)`;
}

/** The most frequent of some days. */
export async function listMissedSearches(
  sql: Sql,
  { from, limit }: { from: string; limit: number },
): Promise<{ words: string; searches: number }[]> {
  return sql<{ words: string; searches: number }[]>`
    SELECT words, sum(searches)::bigint AS searches FROM missed_searches
    WHERE day >= ${from}::date GROUP BY words ORDER BY searches DESC, words LIMIT ${limit}`;
}

/** Removes those of the days before; returns how many. */
export async function deleteMissedSearches(sql: Sql, before: Date): Promise<number> {
  const result = await sql`
    DELETE FROM missed_searches WHERE day < ${before.toISOString().slice(0, 10)}::date`;
  return result.count;
}
