/**
 * Working days, on which statutory periods end (Regulation 1182/71), and the days on which banks
 * transfer euros. Business days, within which we promise a response, are in business-days.ts.
 */

import { DAY_MS } from "./dates.ts";

/** Saturday and Sunday, numbered as in `Date.getUTCDay`. */
const WEEKEND = [6, 0];

/**
 * Months and days that are public holidays in many member states. Each state has its own list; a
 * day too many only lengthens a period.
 */
const FIXED_HOLIDAYS = ["01-01", "01-06", "05-01", "08-15", "11-01", "12-25", "12-26"];
/** Good Friday, Easter Monday, Ascension Day and Whit Monday, in days from Easter. */
const EASTER_HOLIDAYS = [-2, 1, 39, 50];

/** The days on which TARGET, which settles SEPA transfers, is closed, besides weekends. */
const TARGET_FIXED_HOLIDAYS = ["01-01", "05-01", "12-25", "12-26"];
/** Good Friday and Easter Monday. */
const TARGET_EASTER_HOLIDAYS = [-2, 1];

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
  return isOpen(dayMs, FIXED_HOLIDAYS, EASTER_HOLIDAYS);
}

/** True for a day on which SEPA transfers are carried out, by the start of its date in UTC. */
export function isTargetDay(dayMs: number): boolean {
  return isOpen(dayMs, TARGET_FIXED_HOLIDAYS, TARGET_EASTER_HOLIDAYS);
}

function isOpen(dayMs: number, fixed: readonly string[], sinceEaster: readonly number[]): boolean {
  const day = new Date(dayMs);
  if (WEEKEND.includes(day.getUTCDay())) return false;
  if (sinceEaster.includes((dayMs - easterSunday(day.getUTCFullYear())) / DAY_MS)) return false;
  return !fixed.includes(day.toISOString().slice(5, 10));
}

/** Easter in the Gregorian calendar (Meeus' algorithm), as the start of the day in UTC. */
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
