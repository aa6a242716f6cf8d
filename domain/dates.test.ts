import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatDateTime,
  formatDay,
  fromUnixSeconds,
  isDay,
  toDay,
  toDayText,
  toMoments,
  toUnixSeconds,
} from "./dates.ts";

const dates = fc.date({
  min: new Date("1970-01-01T00:00:00Z"),
  max: new Date("2999-12-31T23:59:59Z"),
  noInvalidDate: true,
});

describe("dates", () => {
  it.each([
    ["2026-02-28", true],
    ["2028-02-29", true],
    ["2026-02-29", false],
    ["2026-02-31", false],
    ["2026-13-01", false],
    ["0000-00-00", false],
    ["0000-01-01", false],
    ["9999-12-31", true],
    ["2026-2-1", false],
    ["", false],
  ])("%j is a day of the calendar: %s", (text, expected) => {
    expect(isDay(text)).toBe(expected);
  });

  it("from one to another are moments with both ends, which a database can read", () => {
    const write = (from?: string, to?: string) => {
      const moments = toMoments({ from, to });
      return [moments.from, moments.before].map((date) => date?.toISOString() ?? null);
    };
    expect(write("2026-02-28", "2026-02-28")).toEqual([
      "2026-02-28T00:00:00.000Z",
      "2026-03-01T00:00:00.000Z",
    ]);
    expect(write("0001-01-01", "9999-12-31")).toEqual([
      "0001-01-01T00:00:00.000Z",
      "9999-12-31T23:59:59.999Z",
    ]);
    expect([write(), write("0000-01-01", "2026-02-31")]).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it("are written dd.LL.yyyy HH:mm:ss", () => {
    expect(formatDateTime("2026-01-05T23:04:09Z")).toBe("05.01.2026 23:04:09");
    expect(formatDateTime("2026-01-05T00:00:00Z")).toBe("05.01.2026 00:00:00");
  });

  it("are read back from what is shown, to the second", () => {
    fc.assert(
      fc.property(dates, (date) => {
        const [, day, month, year, time] =
          /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(formatDateTime(date)) ?? [];
        expect(`${year}-${month}-${day}T${time}`).toBe(date.toISOString().slice(0, 19));
      }),
    );
  });

  it("without a time are written dd.LL.yyyy, as the day in UTC", () => {
    expect(formatDay("2026-11-24")).toBe("24.11.2026");
    expect(formatDay("2026-11-24T23:59:59Z")).toBe("24.11.2026");
    expect(toDay("2026-11-24T23:59:59Z")).toEqual({
      iso: "2026-11-24T23:59:59Z",
      text: "24.11.2026",
    });
  });

  it("are days in UTC for a database, to the last moment of each", () => {
    expect(toDayText(new Date("2026-11-24T00:00:00Z"))).toBe("2026-11-24");
    expect(toDayText(new Date("2026-11-24T23:59:59.999Z"))).toBe("2026-11-24");
  });

  it("are whole seconds in the contract, never a moment that is yet to come", () => {
    expect(toUnixSeconds(new Date("2026-11-24T00:00:00.999Z"))).toBe(1_795_478_400);
    fc.assert(
      fc.property(dates, (date) => {
        const late = date.getTime() - toUnixSeconds(date) * 1000;
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThan(1000);
      }),
    );
  });

  it("are read from whole seconds, and none from no time", () => {
    expect(fromUnixSeconds(1_795_478_400)).toBe("2026-11-24T00:00:00.000Z");
    expect(fromUnixSeconds(0)).toBe("1970-01-01T00:00:00.000Z");
    expect([fromUnixSeconds(null), fromUnixSeconds(undefined)]).toEqual([null, null]);
  });
});
