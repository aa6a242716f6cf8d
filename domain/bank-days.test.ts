import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addBankDays, payoutArrivesBy } from "./bank-days.ts";
import { DAY_MS, toDayText } from "./dates.ts";

/** Good Friday and Easter Monday, from the European Central Bank's calendars. */
const EASTER: Record<number, [string, string]> = {
  2024: ["03-29", "04-01"],
  2025: ["04-18", "04-21"],
  2026: ["04-03", "04-06"],
  2027: ["03-26", "03-29"],
  2028: ["04-14", "04-17"],
  2029: ["03-30", "04-02"],
  2030: ["04-19", "04-22"],
  2031: ["04-11", "04-14"],
};
const CLOSED = new Set(
  Object.entries(EASTER).flatMap(([year, easter]) =>
    [...easter, "01-01", "05-01", "12-25", "12-26"].map((day) => `${year}-${day}`),
  ),
);
const isClosed = (day: string) =>
  ["Sat", "Sun"].includes(new Date(day).toUTCString().slice(0, 3)) || CLOSED.has(day);

/** The days after `from` and up to `to` on which TARGET operates. */
function listOpenDays(from: string, to: string): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return Array.from({ length: count }, (_, index) =>
    toDayText(new Date(Date.parse(from) + (index + 1) * DAY_MS)),
  ).filter((day) => !isClosed(day));
}

describe("business days of banks", () => {
  it.each([
    ["Christmas Eve", "2026-12-24T10:00:00Z", 1, "2026-12-28"],
    ["New Year's Eve", "2026-12-31T10:00:00Z", 1, "2027-01-04"],
    ["Maundy Thursday", "2027-03-25T10:00:00Z", 1, "2027-03-30"],
    ["the eve of May", "2029-04-30T10:00:00Z", 1, "2029-05-02"],
    ["the eve of a national holiday", "2026-10-02T10:00:00Z", 1, "2026-10-05"],
    ["a Wednesday before Christmas", "2026-12-23T10:00:00Z", 5, "2026-12-31"],
  ])("counted from %s (%s): %i later is %s", (_day, from, days, date) => {
    expect(addBankDays(new Date(from), days)).toBe(date);
  });

  it("begin and end at midnight in Frankfurt, in summer too", () => {
    expect(addBankDays(new Date("2026-11-17T22:59:59.999Z"), 1)).toBe("2026-11-18");
    expect(addBankDays(new Date("2026-11-17T23:00:00Z"), 1)).toBe("2026-11-19");
    expect(addBankDays(new Date("2026-06-16T21:59:59.999Z"), 1)).toBe("2026-06-17");
    expect(addBankDays(new Date("2026-06-16T22:00:00Z"), 1)).toBe("2026-06-18");
  });

  it("are those of the calendar of TARGET, every day of eight years", () => {
    const from = fc.integer({
      min: Date.parse("2024-01-01") / DAY_MS,
      max: Date.parse("2031-12-01") / DAY_MS,
    });
    fc.assert(
      fc.property(from, fc.integer({ min: 1, max: 14 }), (day, days) => {
        const start = toDayText(new Date(day * DAY_MS));
        const end = addBankDays(new Date(`${start}T12:00:00Z`), days);
        const open = listOpenDays(start, end);
        expect([open.length, open.at(-1)]).toEqual([days, end]);
      }),
      { numRuns: 1_000 },
    );
  });
});

it("a payout made before the holidays arrives after them", () => {
  const madeAt = new Date("2026-12-21T10:00:00Z");
  expect(payoutArrivesBy(madeAt, "sepa")).toBe("2026-12-29");
  expect(payoutArrivesBy(madeAt, "card")).toBe("2026-12-29");
});
