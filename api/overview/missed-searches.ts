import { DAY_MS } from "#domain/dates.ts";
import { MISSED_SEARCH_DAYS, toMissedSearch } from "#domain/missed-searches.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job } from "../noun.ts";
import { countMissedSearch, deleteMissedSearches } from "./missed-searches.queries.ts";

/** Counts a search that found nothing. Never throws: the search must respond either way. */
export async function recordMissedSearch(
  deps: Pick<ApiDeps, "database" | "now" | "log">,
  text: string,
): Promise<void> {
  const words = toMissedSearch(text);
  if (words === null) return;
  try {
    await countMissedSearch(deps.database, words, deps.now());
  } catch (error) {
    deps.log.warn({ err: error }, "a search without a hit could not be counted");
  }
}

/** The job that deletes counts older than the privacy page states. */
export function missedSearchJobs(deps: ApiDeps): Job[] {
  const oldest = () => new Date(deps.now().getTime() - MISSED_SEARCH_DAYS * DAY_MS);
  return [
    {
      name: "delete old searches without a hit",
      everyMs: CLEAN_EVERY_MS,
      run: async () => void (await deleteMissedSearches(deps.database, oldest())),
    },
  ];
}
