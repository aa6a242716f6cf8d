import { describe, expect, it } from "vitest";
import { formatDay } from "./print-sheet.ts";

describe("a day in a document", () => {
  it.each([
    ["en", "2026-12-01", "1 December 2026"],
    ["de", "2026-12-01", "1. Dezember 2026"],
    ["nl", "2026-12-01", "1 december 2026"],
    ["fr", "2026-12-01", "1er décembre 2026"],
    ["fr", "2026-12-11", "11 décembre 2026"],
    ["fr", "2026-12-21", "21 décembre 2026"],
  ])("is written in %s as its readers print it: %s", (locale, day, text) => {
    expect(formatDay(day, locale)).toBe(text);
  });
});
