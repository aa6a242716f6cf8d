import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import { toPlainWords } from "#domain/plain-words.ts";
import { type IndexedProduct, toDocument, toTombstone, toWords } from "./documents.ts";

const PRODUCT: IndexedProduct = {
  ...{ id: 7, category: "sea", styles: ["ink"], priceCents: 300, salesCount: 2, publishedUs: 5 },
  titles: { en: "The Last Lighthouse", de: "Der letzte Leuchtturm" },
  descriptions: { en: "A lone beacon" },
  motifs: { en: ["Sea gull"] },
  names: [{ en: "Ink", de: "Tusche" }, { en: "Ocean" }],
};

describe("the document of a product", () => {
  it("has its words by language, and its title by places", () => {
    expect(toDocument(PRODUCT)).toEqual({
      ...{ id: 7, is_listed: true, category: "sea", styles: ["ink"] },
      ...{ price_cents: 300, sales_count: 2, published_us: 5 },
      words: {
        en: "the last lighthouse sea gull ink ocean a lone beacon",
        de: "der letzte leuchtturm tusche",
      },
      title: { en: "the last lighthouse", de: "der letzte leuchtturm" },
      opening: { en: "the last lighthouse", de: "der letzte leuchtturm" },
      first: { en: "the", de: "der" },
    });
  });

  it("of one that is not for sale is its id alone", () => {
    expect(toTombstone(7)).toEqual({ id: 7, is_listed: false });
  });

  it("holds nothing but plain words, in languages that there are, whatever the texts say", () => {
    const text = fc.string({ unit: "binary", maxLength: 400 });
    const texts = fc.dictionary(fc.constantFrom(...LOCALES, "xx", "__proto__"), text);
    fc.assert(
      fc.property(texts, texts, (titles, descriptions) => {
        const { words, title } = {
          words: {},
          title: {},
          ...toDocument({ ...PRODUCT, titles, descriptions }),
        };
        for (const [locale, value] of [...Object.entries(words), ...Object.entries(title)]) {
          expect(LOCALES).toContain(locale);
          expect(value).not.toMatch(/\p{Surrogate}/u);
          expect(value).toMatch(/^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u);
        }
      }),
    );
  });

  it("cuts words that the engine would split, and no others", () => {
    expect(toWords("𠮷".repeat(300))).toEqual(["𠮷".repeat(120)]);
    const word = fc.string({ unit: fc.constantFrom("a", "é", "ж", "𠮷"), maxLength: 119 });
    fc.assert(
      fc.property(word, (text) => {
        expect(toWords(text)).toEqual(toPlainWords(text));
      }),
    );
  });
});
