import fc from "fast-check";
import { expect, it } from "vitest";
import { cutText, SUMMARY_LENGTH_MAX, toSummary } from "./cut-text.ts";

it("cuts between characters, never within one", () => {
  expect(cutText("PAYOUT-1", 35)).toBe("PAYOUT-1");
  expect(cutText("PAYOUT-1", 6)).toBe("PAYOUT");
  expect(cutText("ab😀cd", 3)).toBe("ab😀");
  expect(cutText("😀😀😀", 2)).toBe("😀😀");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(40), (text, most) => {
      const cut = cutText(text, most);
      expect(text.startsWith(cut)).toBe(true);
      expect([...cut]).toHaveLength(Math.min(most, [...text].length));
      expect(cut).not.toMatch(/\p{Cs}/u);
    }),
  );
});

it.each([
  ["", ""],
  ["  A quiet\n bay. ", "A quiet bay."],
  ["word ".repeat(32), "word ".repeat(32).trim()],
  ["word ".repeat(33), `${"word ".repeat(30)}word…`],
  ["x".repeat(300), `${"x".repeat(159)}…`],
  [" ".repeat(1_000), ""],
  [`${" ".repeat(1_000)}fog`, "fog"],
  ["🌫".repeat(160), "🌫".repeat(160)],
])("summarizes %j", (text, summary) => {
  expect(toSummary(text)).toBe(summary);
});

it("summarizes any text on one short line that is its beginning", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 900 }), (text) => {
      const summary = toSummary(text);
      expect([...summary].length).toBeLessThanOrEqual(SUMMARY_LENGTH_MAX);
      expect(summary).not.toMatch(/\p{Cs}|[\n\r\t]| {2}/u);
      const beginning = summary.replace(/…$/, "");
      expect(text.replace(/\s+/g, " ").trim().startsWith(beginning)).toBe(true);
    }),
  );
});
