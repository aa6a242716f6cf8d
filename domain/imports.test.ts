import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinCsv } from "#tests/setup/records/csv.ts";
import { fromCsvCell } from "./csv.ts";
import {
  IMPORT_VALUE_LENGTH_MAX,
  parseTableRow,
  TABLE_COLUMNS,
  type TableProduct,
  toColumn,
  toShownValue,
  toTableRow,
} from "./imports.ts";
import { AMOUNT_CENTS_MAX } from "./money.ts";

const row = (cells: Record<string, string>) => new Map(Object.entries(cells));
const WHOLE = { title_en: "Fog", category: "sea", price: "3,20" };
const problemsOf = (cells: Record<string, string>) =>
  parseTableRow(row(cells)).problems.map(({ column, code }) => `${column}: ${code}`);

describe("a row of a table of products", () => {
  it("needs a title, a category and a price; it is a draft by itself", () => {
    const { product, problems } = parseTableRow(row(WHOLE));
    expect(problems).toEqual([]);
    expect(product).toMatchObject({ status: "draft", priceCents: 320, titles: { en: "Fog" } });
    expect(problemsOf({})).toEqual([
      "price: price_required",
      "category: category_required",
      "title_en: title_required",
    ]);
  });

  it.each([
    [{ price: "0" }, "price: amount_invalid"],
    [{ price: "1.005" }, "price: amount_invalid"],
    [{ status: "sold" }, "status: choice_invalid"],
    [{ slug: "Fog!" }, "slug: slug_invalid"],
    [{ slug: "featured" }, "slug: slug_invalid"],
    [{ title_en: "x".repeat(121) }, "title_en: text_too_long"],
    [{ prompt: "x".repeat(10_001) }, "prompt: text_too_long"],
    [{ prompt: "a\0b" }, "prompt: character_invalid"],
    [{ slug: "fo\0g" }, "slug: character_invalid"],
    [{ status: "dr\0aft" }, "status: character_invalid"],
    [{ title_en: "Fog\nat sea" }, "title_en: character_invalid"],
    [{ title_de: "Nebel\u0007" }, "title_de: character_invalid"],
    [{ motifs_en: "fox, a\u202egnp.exe" }, "motifs_en: character_invalid"],
    [{ licence: "all\u2066rights" }, "licence: character_invalid"],
    [{ price: "1,000" }, "price: amount_invalid"],
    [{ price: "1 00" }, "price: amount_invalid"],
    [
      { motifs_de: Array.from({ length: 21 }, (_, index) => index).join() },
      "motifs_de: value_invalid",
    ],
  ])("%j is wrong by its column", (cells, expected) => {
    expect(problemsOf({ ...WHOLE, ...cells })).toEqual([expected]);
  });

  it("takes a line without the marks that it was pasted between", () => {
    const pasted = { title_en: "\u2068Fog\u2069", motifs_en: "\u202afox\u202c, \u200bsea" };
    const { product, problems } = parseTableRow(row({ ...WHOLE, ...pasted }));
    expect(problems).toEqual([]);
    expect([product.titles.en, product.motifs.en]).toEqual(["Fog", ["fox", "sea"]]);
  });

  it("keeps no character that cannot be stored, neither of a cell nor of a column's name", () => {
    const nul = { ...WHOLE, description_en: "a\0b", motifs_en: "c\0,d", category: "s\0ea" };
    expect(JSON.stringify(parseTableRow(row(nul)))).not.toContain("\\u0000");
    expect(toColumn("col\0our")).toBe("col\ufffdour");
  });

  it.each([
    ["1 234,50", 123_450],
    ["1\u00a0234,50", 123_450],
    ["1\u202f234", 123_400],
    ["1.234,50", 123_450],
    ["1,234.50", 123_450],
  ])("takes a price of thousands as spreadsheets write it: %s", (price, cents) => {
    const { product, problems } = parseTableRow(row({ ...WHOLE, price }));
    expect([product.priceCents, problems]).toEqual([cents, []]);
  });

  it("may have lines in what is more than one line", () => {
    expect(
      problemsOf({ ...WHOLE, description_en: "a\nb", prompt: "fox,\n35mm", motifs_en: "a,\nb" }),
    ).toEqual([]);
  });

  it("keeps of a text that is too long only what a product may have", () => {
    const long = { ...WHOLE, title_en: "x".repeat(500_000), prompt: `${"x".repeat(9_999)}🦊` };
    const { product } = parseTableRow(row(long));
    expect(product.titles.en).toBe("x".repeat(120));
    expect(product.prompt).toBe(`${"x".repeat(9_999)}\ufffd`);
  });

  it("knows its columns as people write them", () => {
    expect(["Title", " Title-DE ", "PRICE", "motifs fr"].map(toColumn)).toEqual([
      "title_en",
      "title_de",
      "price",
      "motifs_fr",
    ]);
  });

  it("is the product again that an export wrote", () => {
    const text = fc.string({ maxLength: 60 }).map((given) => given.replaceAll("\0", "").trim());
    const word = text.map((given) => given.replaceAll(",", "").trim()).filter(Boolean);
    const product: fc.Arbitrary<TableProduct> = fc.record({
      slug: fc.constantFrom("", "fog", "fog-2"),
      status: fc.constantFrom("draft", "published", "withdrawn"),
      category: word,
      styles: fc.uniqueArray(word, { maxLength: 12 }),
      priceCents: fc.integer({ min: 1, max: AMOUNT_CENTS_MAX }),
      ...{ picture: text, prompt: text, licence: text, model: text, seed: text },
      titles: fc.record({ en: word, ar: word }),
      descriptions: fc.record({ de: word }),
      motifs: fc.record({ uk: fc.uniqueArray(word, { minLength: 1, maxLength: 20 }) }),
    });
    fc.assert(
      fc.property(product, (given) => {
        const cells = TABLE_COLUMNS.map(
          (column, index) => [column, toTableRow(given)[index] ?? ""] as const,
        );
        expect(parseTableRow(new Map(cells))).toEqual({ product: given, problems: [] });
      }),
    );
  });
});

describe("a cell of CSV", () => {
  it("that is no formula any more is the same text again", async () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string().map((text) => `'=${text}`),
      fc.constant("-5"),
    );
    await fc.assert(
      fc.asyncProperty(cell, async (text) => {
        const csv = await joinCsv([[[text]]]);
        const [line = ""] = csv.slice(1).split(/\r\n$/);
        const bare = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
        expect(/^[=+@\t\r]/.test(bare)).toBe(false);
        expect(fromCsvCell(bare)).toBe(text);
      }),
    );
  });
});

describe("what is shown of a cell with an error", () => {
  it("is its start in one line", () => {
    expect(toShownValue("  sky\n\tblue ")).toBe("sky blue");
    expect(toShownValue("a\0b")).toBe("a\ufffdb");
    expect(toShownValue("x".repeat(IMPORT_VALUE_LENGTH_MAX))).toBe("x".repeat(40));
    expect(toShownValue("🌊".repeat(41))).toBe(`${"🌊".repeat(40)}…`);
  });

  it("can be stored, whatever is in the cell", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 450 }), (cell) => {
        const shown = toShownValue(cell);
        expect(shown).not.toMatch(/[\0\n]|\p{Cs}/u);
        expect([...shown].length).toBeLessThanOrEqual(IMPORT_VALUE_LENGTH_MAX + 1);
      }),
    );
  });
});
