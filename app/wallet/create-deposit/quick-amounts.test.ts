import { describe, expect, it } from "vitest";
import {
  listQuickAmounts,
  previewCredit,
  readRequestedAmount,
  toFieldAmount,
} from "./quick-amounts.ts";

const LIMITS = { minCents: 100, maxCents: 200_000 };

describe("quick amounts", () => {
  it("are 10, 20, 50 and 100", () => {
    expect(listQuickAmounts(LIMITS)).toEqual([1000, 2000, 5000, 10_000]);
  });

  it("leave out what the limits reject, on both sides of each", () => {
    expect(listQuickAmounts({ minCents: 2000, maxCents: 5000 })).toEqual([2000, 5000]);
    expect(listQuickAmounts({ minCents: 2001, maxCents: 4999 })).toEqual([]);
  });

  it.each([
    [1000, "en", "10"],
    [1000, "de", "10"],
    [1250, "en", "12.50"],
    [1250, "de", "12,50"],
    [1205, "ar", "12.05"],
  ])("write %i cents in %s as %s", (cents, locale, text) => {
    expect(toFieldAmount(cents, locale)).toBe(text);
  });
});

describe("the amount that a link asks for", () => {
  it.each([
    ["20", "en", "20"],
    ["20.00", "en", "20"],
    ["12,5", "en", "12.50"],
    ["12.5", "fr", "12,50"],
  ])("reads %j in %s as %s", (text, locale, amount) => {
    expect(readRequestedAmount(text, locale)).toBe(amount);
  });

  it.each([null, "", "0", "-5", "1e3", "<b>", "99999999999"])("is empty for %j", (text) => {
    expect(readRequestedAmount(text, "en")).toBe("");
  });
});

describe("what is credited", () => {
  it("follows the rate, rounded down", () => {
    expect(previewCredit("20", LIMITS, 10_000, "en")).toBe(2000);
    expect(previewCredit("10,01", LIMITS, 15_000, "en")).toBe(1501);
  });

  it.each(["", "ten", "0.99", "2000.01"])("is nothing for %j", (typed) => {
    expect(previewCredit(typed, LIMITS, 10_000, "en")).toBeNull();
  });

  it("stands at the very limits", () => {
    expect(previewCredit("1", LIMITS, 10_000, "en")).toBe(100);
    expect(previewCredit("2000", LIMITS, 10_000, "en")).toBe(200_000);
  });
});
