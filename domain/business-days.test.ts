import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addBusinessDays, isOverdue, overdueBefore } from "./business-days.ts";

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

  it("leave the whole last day to respond", () => {
    expect(isOverdue("2026-11-24", new Date("2026-11-24T23:59:59.999Z"))).toBe(false);
    expect(isOverdue("2026-11-24", new Date("2026-11-25T00:00:00Z"))).toBe(true);
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
          const isLate = addBusinessDays(from, days) < now.toISOString().slice(0, 10);
          expect(from < overdueBefore(now, days)).toBe(isLate);
        },
      ),
    );
  });
});
