/**
 * Dates are shown as dd.LL.yyyy HH:mm:ss (spec §9), in the same time zone on server and browser.
 */

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
export const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** "21.11.2026 09:05:00" in UTC. Takes a Date or an ISO 8601 text; "" for no date. */
export function formatDateTime(value: Date | string): string {
  if (value === "") return "";
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: "UTC",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  const parts = format.formatToParts(new Date(value));
  const { day, month, year, hour, minute, second } = Object.fromEntries(
    parts.map((part) => [part.type, part.value]),
  );
  return `${day}.${month}.${year} ${hour}:${minute}:${second}`;
}

/** "21.11.2026": the same without the time. */
export function formatDay(value: Date | string): string {
  return formatDateTime(value).slice(0, 10);
}

/** "2026-11-22": the day in UTC, in the format of databases and `<time>`. */
export function toDayText(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** True for a valid calendar date such as "2026-02-28"; false for 31 February and the year 0. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Later dates have a five-digit year, which databases do not accept. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The interval between two dates (UTC), both inclusive, as its first moment and the first moment
 * after it. A missing or invalid date gives null: no limit.
 */
export function toMoments(days: { from?: string | undefined; to?: string | undefined }): {
  from: Date | null;
  before: Date | null;
} {
  const [first, last] = [days.from ?? "", days.to ?? ""].map((day) =>
    isDay(day) ? Date.parse(`${day}T00:00:00Z`) : null,
  );
  return {
    from: first == null ? null : new Date(first),
    before: last == null ? null : new Date(Math.min(last + DAY_MS, LAST_MS)),
  };
}

/** A time in machine-readable form and as a date. */
export type Day = { iso: string; text: string };

/** Takes an ISO 8601 text. */
export function toDay(iso: string): Day {
  return { iso, text: formatDay(iso) };
}

/** A time in Unix seconds, as in the contract (spec §3 Offer), rounded down. */
export function toUnixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** The inverse: an ISO 8601 text, as screens expect it; null if there is no time. */
export function fromUnixSeconds(seconds: number): string;
export function fromUnixSeconds(seconds: number | null | undefined): string | null;
export function fromUnixSeconds(seconds: number | null | undefined): string | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
