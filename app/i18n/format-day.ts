import { formatDateTime } from "#domain/dates.ts";

/** "26.11.2026": the day of spec §9's date and time. Takes a date ("2026-11-26") or an ISO 8601 text. */
export function formatDay(value: string): string {
  return formatDateTime(value).slice(0, 10);
}
