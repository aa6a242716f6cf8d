/**
 * "1-2 business days" as a date (spec §4, §9). Business days are Monday to Friday in UTC, the zone
 * of all displayed dates; holidays differ by country and are not counted. Those of banks, which have
 * the same holidays everywhere, are in bank-days.ts.
 */

import { DAY_MS, toDayText } from "./dates.ts";

/**
 * The date ("2026-11-24") after the given number of business days. The start day does not count:
 * two days from Friday are Tuesday, and so are two from the Saturday and Sunday after it.
 */
export function addBusinessDays(from: Date, days: number): string {
  return addDays(Math.floor(from.getTime() / DAY_MS) * DAY_MS, days, isBusinessDay);
}

/** The date after the given number of days that count; dates are their start in UTC, in ms. */
export function addDays(fromMs: number, days: number, counts: (dayMs: number) => boolean): string {
  let dayMs = fromMs;
  for (let left = days; left > 0; ) {
    dayMs += DAY_MS;
    if (counts(dayMs)) left -= 1;
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

function isBusinessDay(dayMs: number): boolean {
  const weekday = new Date(dayMs).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
