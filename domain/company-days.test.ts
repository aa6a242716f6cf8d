import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { companyDay } from "./company-days.ts";
import { COUNTRY_CODES } from "./countries.ts";
import { DAY_MS, HOUR_MS, toDayText } from "./dates.ts";
import { EU_COUNTRIES } from "./vat.ts";

describe("the day where the company is established", () => {
  it.each([
    ["EE", "2026-12-31T21:59:59.999Z", "2026-12-31"],
    ["EE", "2026-12-31T22:00:00Z", "2027-01-01"],
    // Summer time.
    ["EE", "2026-06-30T21:00:00Z", "2026-07-01"],
    ["DE", "2026-12-31T22:59:59.999Z", "2026-12-31"],
    ["DE", "2026-12-31T23:00:00Z", "2027-01-01"],
    ["PT", "2026-12-31T23:59:59.999Z", "2026-12-31"],
    ["PT", "2026-06-30T23:00:00Z", "2026-07-01"],
    ["TR", "2026-12-31T21:00:00Z", "2027-01-01"],
    ["BY", "2026-12-31T20:59:59.999Z", "2026-12-31"],
    ["BY", "2026-12-31T21:00:00Z", "2027-01-01"],
    ["GI", "2026-12-31T23:00:00Z", "2027-01-01"],
    ["SJ", "2026-12-31T23:00:00Z", "2027-01-01"],
    ["FO", "2026-12-31T23:59:59.999Z", "2026-12-31"],
    ["FO", "2026-06-30T23:00:00Z", "2026-07-01"],
    // Several time zones, or none known: UTC.
    ["US", "2026-12-31T23:59:59.999Z", "2026-12-31"],
    ["RU", "2026-12-31T23:59:59.999Z", "2026-12-31"],
    [null, "2027-01-01T00:00:00Z", "2027-01-01"],
  ])("in %s at %s is %s", (country, at, day) => {
    expect(companyDay(new Date(at), country)).toBe(day);
  });

  it("is known of every member state: none has the clock of UTC in summer", () => {
    const at = new Date("2026-06-30T23:30:00Z");
    for (const country of EU_COUNTRIES) expect(companyDay(at, country)).toBe("2026-07-01");
  });

  it("is never behind the day in UTC, and at most three hours ahead of it", () => {
    const at = fc.date({
      min: new Date("2000-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(at, fc.constantFrom(...COUNTRY_CODES, null), (date, country) => {
        const late = new Date(date.getTime() + 3 * HOUR_MS);
        expect([toDayText(date), toDayText(late)]).toContain(companyDay(date, country));
        const next = new Date(date.getTime() + DAY_MS + HOUR_MS);
        expect(companyDay(next, country) > companyDay(date, country)).toBe(true);
      }),
    );
  });
});
