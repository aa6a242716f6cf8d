/**
 * A company's calendar: tax law counts days at the place where it is established (Directive
 * 2006/112/EC Art. 226(1) and 226(7)), so documents do too, while screens show UTC.
 */

/**
 * A time zone for each country, because Intl has no such list. Territories with a different time,
 * such as the Canary Islands and the Azores, use the capital's. No zone is behind UTC, on which the
 * retention of documents relies (`anonymizeParties`).
 */
const ZONES: Record<string, string> = {
  "Europe/Lisbon": "FO GB GG IE IM JE PT",
  "Europe/Brussels":
    "AD AL AT BA BE CH CZ DE DK ES FR GI HR HU IT LI LU MC ME MK MT NL NO PL RS SE SI SJ SK SM VA",
  "Europe/Athens": "AX BG CY EE FI GR LT LV RO UA",
  "Europe/Chisinau": "MD",
  "Europe/Istanbul": "TR",
  "Europe/Minsk": "BY",
};
const DEFAULT_ZONE = "UTC";

const zones = new Map(
  Object.entries(ZONES).flatMap(([zone, countries]) =>
    countries.split(" ").map((country) => [country, zone] as const),
  ),
);

/**
 * The date ("2026-11-22") of a moment where the company is established, by its country code; in UTC
 * without a country, or for one that is not in the table.
 */
export function companyDay(at: Date, country: string | null): string {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zones.get(country ?? "") ?? DEFAULT_ZONE,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const parts = format.formatToParts(at).map((part) => [part.type, part.value]);
  const { year, month, day } = Object.fromEntries(parts);
  return `${year}-${month}-${day}`;
}
