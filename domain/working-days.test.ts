import { describe, expect, it } from "vitest";
import { isWorkingDay, workingDayFrom } from "./working-days.ts";

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
    ["Ascension Day on a Thursday", "2027-05-06", "2027-05-07"],
    ["Whit Monday", "2027-05-17", "2027-05-18"],
  ])("%s", (_day, day, next) => {
    expect(dayAfter(day)).toBe(next);
  });

  it.each([
    ["2024-03-29", "2024-04-02"],
    ["2025-04-18", "2025-04-22"],
    ["2026-04-03", "2026-04-07"],
    ["2027-03-26", "2027-03-30"],
    ["2028-04-14", "2028-04-18"],
    // The earliest and latest Easter of these centuries.
    ["2285-03-20", "2285-03-24"],
    ["2038-04-23", "2038-04-27"],
    ["2049-04-16", "2049-04-20"],
  ])("Good Friday %s is followed by Tuesday %s", (friday, tuesday) => {
    expect(dayAfter(friday)).toBe(tuesday);
    expect(isWorkingDay(Date.parse(friday) - 86_400_000)).toBe(true);
  });
});
