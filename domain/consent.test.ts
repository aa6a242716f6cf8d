import { describe, expect, it } from "vitest";
import { consentEndsAt, readAllowedKinds, readConsent, writeChoices } from "./consent.ts";

describe("the choice of the cookie banner", () => {
  it.each([
    ["cookies-consent=essential", "essential"],
    ["a=1; cookies-consent=all", "all"],
    ["cookies-consent=custom;b=2", "custom"],
    ["a; cookies-consent = all ; b=2", "all"],
  ])("is read from %j", (header, consent) => {
    expect(readConsent(header)).toBe(consent);
  });

  it.each([
    null,
    "",
    "cookies-consent=",
    "cookies-consent=everything",
    "cookies-consent",
    "cookies-consent-old=all",
    "old-cookies-consent=all",
    "a=cookies-consent=all",
  ])("is missing in %j", (header) => {
    expect(readConsent(header)).toBeNull();
  });
});

describe("the kinds that a choice allows", () => {
  it.each([
    [null, []],
    ["cookies-consent=essential; cookies-choices=statistics", []],
    ["cookies-consent=all", ["preferences", "statistics"]],
    ["cookies-consent=custom", []],
    ["cookies-consent=custom; cookies-choices=none", []],
    ["cookies-consent=custom; cookies-choices=statistics", ["statistics"]],
    [
      "cookies-choices=statistics.preferences.else; cookies-consent=custom",
      ["preferences", "statistics"],
    ],
  ])("%j", (header, kinds) => {
    expect(readAllowedKinds(header)).toEqual(kinds);
  });

  it.each([
    [[], "none"],
    [["statistics"], "statistics"],
    [["statistics", "preferences"], "preferences.statistics"],
    [["everything", 7, null], "none"],
  ])("%j is kept as %j", (chosen, value) => {
    expect(writeChoices(chosen)).toBe(value);
  });
});

describe("a choice holds", () => {
  it.each([
    ["2026-03-04T10:00:00Z", "2027-04-05T10:00:00.000Z"],
    ["2026-12-31T23:59:59Z", "2028-02-01T23:59:59.000Z"],
    ["2027-01-31T00:00:00Z", "2028-03-03T00:00:00.000Z"],
  ])("from %s for 1 year, 1 month and 1 day", (now, end) => {
    expect(consentEndsAt(new Date(now)).toISOString()).toBe(end);
  });

  it("never longer than the 400 days that browsers keep a cookie", () => {
    const dayMs = 24 * 60 * 60 * 1000;
    const start = Date.UTC(2026, 0, 1);
    for (let day = 0; day < 4 * 366; day++) {
      const now = new Date(start + day * dayMs);
      expect((consentEndsAt(now).getTime() - now.getTime()) / dayMs).toBeLessThanOrEqual(400);
    }
  });
});
