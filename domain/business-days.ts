/**
 * "1-2 business days" as a date (spec §4, §9). Business days are Monday to Friday in UTC, the zone
 * of all displayed dates; holidays differ by country and are not counted. Periods of the law end on
 * working days, which leave out the holidays that the member states share.
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

/** Months and days that are public holidays in all or nearly all member states. */
const FIXED_HOLIDAYS = ["01-01", "05-01", "12-25", "12-26"];
const GOOD_FRIDAY_MS = -2 * DAY_MS;
const EASTER_MONDAY_MS = DAY_MS;

/**
 * The day itself if it is a working day, else the next one (Regulation 1182/71 Art. 3(4)). Days are
 * the Unix times in ms at which they start in UTC.
 */
export function workingDayFrom(dayMs: number): number {
  let nextMs = dayMs;
  while (!isWorkingDay(nextMs)) nextMs += DAY_MS;
  return nextMs;
}

/** False for a Saturday, Sunday or common public holiday (Regulation 1182/71 Art. 2(2)). */
export function isWorkingDay(dayMs: number): boolean {
  const day = new Date(dayMs);
  if (!isBusinessDay(day)) return false;
  const sinceEaster = dayMs - easterSunday(day.getUTCFullYear());
  if (sinceEaster === GOOD_FRIDAY_MS || sinceEaster === EASTER_MONDAY_MS) return false;
  return !FIXED_HOLIDAYS.includes(day.toISOString().slice(5, 10));
}

/** Easter of the Gregorian calendar (the algorithm of Meeus), as the start of the day in UTC. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const leap = Math.floor(century / 4);
  const moon = Math.floor((8 * century + 13) / 25);
  const golden = year % 19;
  const epact = (19 * golden + century - leap - moon + 15) % 30;
  const late = Math.floor((golden + 11 * epact) / 319);
  const rest = year % 100;
  const weekday =
    (2 * (century % 4) + 2 * Math.floor(rest / 4) - (rest % 4) - epact + late + 32) % 7;
  const month = Math.floor((epact - late + weekday + 90) / 25);
  const day = (epact - late + weekday + month + 19) % 32;
  return Date.UTC(year, month - 1, day);
}

function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
