import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toMissedSearch } from "./missed-searches.ts";

describe("a search without a hit", () => {
  it.each([
    ["  Unicorn   FRAPPÉ! ", "unicorn frappe"],
    ["Фламинго", "фламинго"],
    ["route 66", "route 66"],
    ["", null],
    ["?!", null],
    ["ada@example.com", null],
    ["ada＠example.com", null],
    ["https://example.com/me", null],
    ["+372 555 01234", null],
    ["0171\u00ad2345", null],
    ["4111-1111-1111-1111", null],
    ["٠١٢٣٤٥٦", null],
    ["x".repeat(61), null],
  ])("%j is counted as %j", (text, words) => {
    expect(toMissedSearch(text)).toBe(words);
  });

  it("fits its column, and is counted as the same when it is typed again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (text) => {
        const words = toMissedSearch(text);
        if (words === null) return;
        expect(words.length).toBeGreaterThan(0);
        expect(words.length).toBeLessThanOrEqual(60);
        expect(toMissedSearch(words)).toBe(words);
        expect(words).not.toMatch(/\p{N}{5}/u);
      }),
    );
  });
});
