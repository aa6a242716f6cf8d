/**
 * "1-2 business days" as a date (spec §4, §9). Business days are Monday to Friday in UTC, the zone
 * of all displayed dates; holidays differ by country and are not counted.
 */

import { DAY_MS } from "./dates.ts";

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
  return new Date(dayMs).toISOString().slice(0, 10);
}

/**
 * For a response time in business days, the moment before which submissions are overdue at `now`:
 * the last day to respond (addBusinessDays) has passed.
 */
export function overdueBefore(now: Date, days: number): Date {
  const today = now.toISOString().slice(0, 10);
  let dayMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  while (addBusinessDays(new Date(dayMs - DAY_MS), days) >= today) dayMs -= DAY_MS;
  return new Date(dayMs);
}

function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
