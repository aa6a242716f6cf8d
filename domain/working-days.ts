/**
 * Working days, on which periods of the law end (Regulation 1182/71). Business days, in which we
 * promise a response, are in business-days.ts.
 */

import { DAY_MS } from "./dates.ts";

/** Saturday and Sunday, as `Date.getUTCDay`. */
const WEEKEND = [6, 0];

/**
 * Months and days that are public holidays in many member states. Each state has its own list; a day
 * too many only lengthens a period.
 */
const FIXED_HOLIDAYS = ["01-01", "01-06", "05-01", "08-15", "11-01", "12-25", "12-26"];
/** Good Friday, Easter Monday, Ascension Day and Whit Monday, in days from Easter. */
const EASTER_HOLIDAYS = [-2, 1, 39, 50];

/**
 * The day itself if it is a working day, else the next one (Regulation 1182/71 Art. 3(4)). Days are
 * the Unix times in ms at which they start in UTC.
 */
export function workingDayFrom(dayMs: number): number {
  let nextMs = dayMs;
  while (!isWorkingDay(nextMs)) nextMs += DAY_MS;
  return nextMs;
}

/** False for a Saturday, Sunday or widespread public holiday (Regulation 1182/71 Art. 2(2)). */
export function isWorkingDay(dayMs: number): boolean {
  const day = new Date(dayMs);
  if (WEEKEND.includes(day.getUTCDay())) return false;
  const sinceEaster = (dayMs - easterSunday(day.getUTCFullYear())) / DAY_MS;
  if (EASTER_HOLIDAYS.includes(sinceEaster)) return false;
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
