/**
 * "1-2 business days" as a date (spec §4, §9). Business days are Monday to Friday in UTC, the zone
 * of all displayed dates; holidays differ by country and are not counted. Banks' business days,
 * whose holidays are the same everywhere, are in bank-days.ts.
 */

import { DAY_MS, toDayText } from "./dates.ts";

/**
 * The date ("2026-11-24") after the given number of business days. The start day does not count:
 * two days from a Friday end on Tuesday, as do two days from the following Saturday or Sunday.
 */
export function addBusinessDays(from: Date, days: number): string {
  return addDays(Math.floor(from.getTime() / DAY_MS) * DAY_MS, days, isBusinessDay);
}

/**
 * The date after the given number of days for which `counts` is true; a date is the start of its
 * day in UTC, in ms.
 */
export function addDays(fromMs: number, days: number, counts: (dayMs: number) => boolean): string {
  let dayMs = fromMs;
  for (let left = days; left > 0; ) {
    dayMs += DAY_MS;
    if (counts(dayMs)) left -= 1;
  }
  return toDayText(new Date(dayMs));
}

/**
 * For a response time in business days: the moment before which submissions are overdue at `now`,
 * because the last day to respond (addBusinessDays) has passed.
 */
export function overdueBefore(now: Date, days: number): Date {
  let dayMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  while (!isOverdue(addBusinessDays(new Date(dayMs - DAY_MS), days), now)) dayMs -= DAY_MS;
  return new Date(dayMs);
}

/** True once the last day to respond ("2026-11-24", from addBusinessDays) has passed. */
export function isOverdue(lastDay: string, now: Date): boolean {
  return lastDay < toDayText(now);
}

function isBusinessDay(dayMs: number): boolean {
  const weekday = new Date(dayMs).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
