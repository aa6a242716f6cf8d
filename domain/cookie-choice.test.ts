import { describe, expect, it } from "vitest";
import {
  cookieChoiceEndsAt,
  readAllowedKinds,
  readCookieChoice,
  writeChoices,
} from "./cookie-choice.ts";

describe("the choice of the cookie banner", () => {
  it.each(["essential", "all", "custom"])("is read: %s", (consent) => {
    expect(readCookieChoice({ a: "1", "cookies-consent": consent })).toBe(consent);
  });

  it.each([
    {},
    { "cookies-consent": "" },
    { "cookies-consent": "everything" },
    { "cookies-consent": '"all"' },
    { "cookies-consent-old": "all" },
    { a: "cookies-consent=all" },
  ])("is missing in %j", (cookies) => {
    expect(readCookieChoice(cookies)).toBeNull();
  });
});

describe("the kinds that a choice allows", () => {
  it.each([
    [undefined, undefined, []],
    ["essential", "statistics", []],
    ["all", undefined, ["preferences", "statistics"]],
    ["custom", undefined, []],
    ["custom", "none", []],
    ["custom", "statistics", ["statistics"]],
    ["custom", "statistics.preferences.else", ["preferences", "statistics"]],
  ])("%s, %s: %j", (consent, choices, kinds) => {
    const cookies = { "cookies-consent": consent, "cookies-choices": choices };
    expect(readAllowedKinds(cookies)).toEqual(kinds);
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
    expect(cookieChoiceEndsAt(new Date(now)).toISOString()).toBe(end);
  });

  it("never longer than the 400 days that browsers keep a cookie", () => {
    const dayMs = 24 * 60 * 60 * 1000;
    const start = Date.UTC(2026, 0, 1);
    for (let day = 0; day < 4 * 366; day++) {
      const now = new Date(start + day * dayMs);
      expect((cookieChoiceEndsAt(now).getTime() - now.getTime()) / dayMs).toBeLessThanOrEqual(400);
    }
  });
});
