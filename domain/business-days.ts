/**
 * "1-2 business days" as a date (spec §4, §9). Business days are Monday to Friday in UTC, the zone
 * of all displayed dates; holidays differ by country and are not counted.
 */

import { DAY_MS, toDayText } from "./dates.ts";

/**
 * The date ("2026-11-24") after the given number of business days. The start day does not count:
 * two days from Friday are Tuesday, and so are two from the Saturday and Sunday after it.
 */
export function addBusinessDays(from: Date, days: number): string {
  let dayMs = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
  for (let left = days; left > 0; ) {
    dayMs += DAY_MS;
    if (isBusinessDay(new Date(dayMs))) left -= 1;
  }
  return toDayText(new Date(dayMs));
}

/**
 * For a response time in business days, the moment before which submissions are overdue at `now`:
 * the last day to respond (addBusinessDays) has passed.
 */
export function overdueBefore(now: Date, days: number): Date {
  let dayMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  while (!isOverdue(addBusinessDays(new Date(dayMs - DAY_MS), days), now)) dayMs -= DAY_MS;
  return new Date(dayMs);
}

/** True once the last day to respond ("2026-11-24", as addBusinessDays gives it) has passed. */
export function isOverdue(lastDay: string, now: Date): boolean {
  return lastDay < toDayText(now);
}

function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
