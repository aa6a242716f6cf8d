import { readTableQuery } from "#app/staff/table/table-path.ts";
import { isDay } from "#domain/dates.ts";

const FILTERS = ["q", "kind", "from", "to"];

/** The audit log's filters in the URL, on screen and in the export; an invalid date is ignored. */
export function readAuditQuery(search: URLSearchParams): Readonly<Record<string, string>> {
  const isKnown = ([name, value]: [string, string]) =>
    (name !== "from" && name !== "to") || isDay(value);
  return Object.fromEntries(Object.entries(readTableQuery(search, FILTERS)).filter(isKnown));
}
