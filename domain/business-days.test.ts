import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addBusinessDays, isWorkingDay, overdueBefore, workingDayFrom } from "./business-days.ts";

describe("business days", () => {
  it.each([
    ["a Monday", "2026-11-16T09:00:00Z", 1, "2026-11-17"],
    ["a Monday", "2026-11-16T09:00:00Z", 2, "2026-11-18"],
    ["a Thursday", "2026-11-19T09:00:00Z", 2, "2026-11-23"],
    ["a Friday", "2026-11-20T09:00:00Z", 1, "2026-11-23"],
    ["a Friday", "2026-11-20T09:00:00Z", 2, "2026-11-24"],
    ["a Saturday", "2026-11-21T09:00:00Z", 2, "2026-11-24"],
    ["a Sunday", "2026-11-22T09:00:00Z", 2, "2026-11-24"],
    ["a Friday", "2026-11-20T09:00:00Z", 5, "2026-11-27"],
    ["the last day of a year", "2026-12-31T12:00:00Z", 1, "2027-01-01"],
    ["the end of February", "2028-02-28T12:00:00Z", 1, "2028-02-29"],
  ])("counted from %s (%s): %i later is %s", (_day, from, days, date) => {
    expect(addBusinessDays(new Date(from), days)).toBe(date);
  });

  it("begin and end at midnight in UTC", () => {
    expect(addBusinessDays(new Date("2026-11-17T23:59:59.999Z"), 1)).toBe("2026-11-18");
    expect(addBusinessDays(new Date("2026-11-18T00:00:00Z"), 1)).toBe("2026-11-19");
  });

  it("none later is the day itself, whatever day that is", () => {
    expect(addBusinessDays(new Date("2026-11-21T09:00:00Z"), 0)).toBe("2026-11-21");
  });

  it("separate what is overdue from what is not", () => {
    const range = { min: new Date("2026-01-01"), max: new Date("2028-01-01"), noInvalidDate: true };
    fc.assert(
      fc.property(
        fc.date(range),
        fc.integer({ min: 0, max: 20 * 86_400_000 }),
        fc.integer({ min: 1, max: 5 }),
        (now, ageMs, days) => {
          const from = new Date(now.getTime() - ageMs);
          const isOverdue = addBusinessDays(from, days) < now.toISOString().slice(0, 10);
          expect(from < overdueBefore(now, days)).toBe(isOverdue);
        },
      ),
    );
  });
});

describe("working days", () => {
  const dayAfter = (day: string) =>
    new Date(workingDayFrom(Date.parse(day))).toISOString().slice(0, 10);

  it.each([
    ["a Monday is one", "2026-11-16", "2026-11-16"],
    ["a Saturday is none", "2026-11-21", "2026-11-23"],
    ["a Sunday is none", "2026-11-22", "2026-11-23"],
    ["New Year's Day on a Friday", "2027-01-01", "2027-01-04"],
    ["the first of May on a Tuesday", "2029-05-01", "2029-05-02"],
    ["both days of Christmas and their weekend", "2026-12-25", "2026-12-28"],
    ["Christmas Eve is one", "2026-12-24", "2026-12-24"],
  ])("%s", (_day, day, next) => {
    expect(dayAfter(day)).toBe(next);
  });

  it.each([
    ["2024-03-29", "2024-04-02"],
    ["2025-04-18", "2025-04-22"],
    ["2026-04-03", "2026-04-07"],
    ["2027-03-26", "2027-03-30"],
    ["2028-04-14", "2028-04-18"],
    // The earliest and the latest Easter of these centuries.
    ["2285-03-20", "2285-03-24"],
    ["2038-04-23", "2038-04-27"],
    ["2049-04-16", "2049-04-20"],
  ])("Good Friday %s is followed by Tuesday %s", (friday, tuesday) => {
    expect(dayAfter(friday)).toBe(tuesday);
    expect(isWorkingDay(Date.parse(friday) - 86_400_000)).toBe(true);
  });
});
