import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPdf } from "#tests/setup/read-pdf.ts";
import { renderDocument } from "./render-document.ts";
import { toVisualRuns } from "./text-runs.ts";

/** Returns the visual order of a line: its letters from left to right. */
const drawn = (line: string) =>
  toVisualRuns(line, "text")
    .map(({ text }) => text)
    .join("");

const NAMES = {
  Arabic: "مريم الحسن",
  Armenian: "Արամ",
  Chinese: "王小明",
  Cyrillic: "Їжак Ґалаґан",
  Devanagari: "अमिताभ",
  Georgian: "გიორგი",
  Greek: "Ελένη Παπαδοπούλου",
  Hebrew: "שרה כהן",
  Japanese: "山田 たろう",
  Korean: "김민수",
  Thai: "สมชาย",
  Vietnamese: "Nguyễn Thị Ánh",
};

const INVOICE = { number: "INV-2026-000001", issuedAt: new Date("2026-11-22T12:00:00Z") };

const sheetFor = (name: string) => ({
  title: "Invoice",
  number: INVOICE.number,
  locale: "en",
  issuer: { name: "Promptory", lines: ["Tallinn"] },
  parties: [{ label: "Buyer", lines: [name, `Street of ${name}`] }],
  facts: [],
  columns: ["Description", "Amount"],
  rows: [[name, "€10.00"]],
  totals: [],
  notes: [],
});

describe("the text of a PDF", () => {
  it("has its letters, also those that were drawn as a part of another first", async () => {
    const readName = async (name: string) => {
      const { bytes } = await renderDocument({ ...INVOICE, sheet: sheetFor(name) });
      return (await readPdf(bytes)).text;
    };
    await readName("Ü Ô Ý Ã");
    expect(await readName("UOYA")).toContain("UOYA");
  });
});

describe("a line of a PDF", () => {
  it.each(Object.entries(NAMES))("has the letters of a name in %s", (_script, name) => {
    const letters = (text: string) => [...text.normalize("NFC").replace(/\s/g, "")].sort();
    expect(letters(drawn(name))).toEqual(letters(name));
  });

  it.each([
    ["شارع ١٢", "١٢"],
    ["شارع ١٢٣ بناية 45", "45١٢٣"],
    ["خیابان ۱۲۳", "۱۲۳"],
    ["١٢٣", "١٢٣"],
    ["House ١٢, flat 3", "١٢3"],
  ])("draws the digits of %s in their order", (line, digits) => {
    const glyphs = toVisualRuns(line, "text").flatMap(({ text, font }) => {
      const { font: shaper } = font;
      return shaper.layout(text).glyphs.flatMap(({ codePoints }) => codePoints);
    });
    expect(String.fromCodePoint(...glyphs).replace(/\P{Nd}/gu, "")).toBe(digits);
  });

  it("names a letter that no font has", () => {
    expect(drawn("Bea \u{1FAE8}\u{e0100} B")).toMatch(/^Bea\s\[U\+1FAE8\]\sB$/);
  });

  it("has a mark in a font that knows it", () => {
    for (const { text, font } of toVisualRuns("Zo\u0327\u0489e", "heading")) {
      for (const character of text) {
        expect([text, font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)]).toEqual([
          text,
          true,
        ]);
      }
    }
  });

  it("is drawn in fonts that have all of its letters, whatever a name holds", () => {
    const styles = fc.constantFrom("text", "strong", "heading");
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), styles, (name, style) => {
        for (const { text, font } of toVisualRuns(name, style)) {
          for (const character of text) {
            if (!font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false;
          }
        }
        return true;
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a PDF", () => {
  it("is made whatever the buyer's name is", async () => {
    const graphemes = fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 40 });
    const anything = fc.string({ unit: "binary", minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(graphemes, anything), async (name) => {
        const { bytes } = await renderDocument({ ...INVOICE, sheet: sheetFor(name) });
        return bytes.subarray(0, 5).toString() === "%PDF-";
      }),
      { numRuns: 60, examples: Object.values(NAMES).map((name): [string] => [name]) },
    );
  });
});
