import fc from "fast-check";
import { expect, it } from "vitest";
import { RECORDS_KEPT_YEARS, recordsKeptFrom } from "./retention.ts";

it.each([
  ["2026-12-31T23:59:59Z", "2019-01-01T00:00:00.000Z"],
  ["2027-01-01T00:00:00Z", "2020-01-01T00:00:00.000Z"],
])("at %s keeps what is from %s on", (now, from) => {
  expect(recordsKeptFrom(new Date(now)).toISOString()).toBe(from);
});

it("keeps every record for seven years after its own year, and no year longer", () => {
  const moments = fc.date({
    min: new Date("2000-01-01"),
    max: new Date("2100-01-01"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, (at) => {
      const last = new Date(Date.UTC(at.getUTCFullYear() + RECORDS_KEPT_YEARS, 11, 31, 23, 59, 59));
      const after = new Date(last.getTime() + 1000);
      expect(at >= recordsKeptFrom(last)).toBe(true);
      expect(at < recordsKeptFrom(after)).toBe(true);
    }),
  );
});
