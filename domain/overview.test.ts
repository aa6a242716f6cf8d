import { expect, it } from "vitest";
import { listDays, startOfMonth } from "./overview.ts";

it("the days of the charts end with today, across months, in UTC", () => {
  expect(listDays(new Date("2026-03-02T00:00:00Z"), 4)).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
    "2026-03-02",
  ]);
  expect(listDays(new Date("2026-03-02T23:59:59Z"), 1)).toEqual(["2026-03-02"]);
  expect(startOfMonth(new Date("2026-03-31T23:59:59Z"))).toBe("2026-03-01");
});
