import { describe, expect, it } from "vitest";
import { isSlug } from "#domain/catalog.ts";
import { LOCALES } from "#domain/locales.ts";
import { seedCategories, seedProducts, seedStyles } from "./index.ts";
import { nameMotifs } from "./motifs.ts";
import { translations } from "./translations.ts";
import type { SeedProduct } from "./types.ts";

const LEAKED_RUN_WORDS = 6;

const styleSlugs = [
  "watercolour",
  "flow-field",
  "low-poly",
  "ink-wash",
  "stained-glass",
  "isometric",
  "nebula",
  "pixel-art",
  "paper-cut",
  "botanical",
  "art-deco",
  "bauhaus",
];

function countWords(text: string): number {
  return text.trim().split(/\s+/).length;
}

function listRuns(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, Math.max(0, words.length - LEAKED_RUN_WORDS + 1))
    .map((_, start) => words.slice(start, start + LEAKED_RUN_WORDS).join(" "));
}

function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/’/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function listRepeats(values: (string | number)[]): (string | number)[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function listSlugs(matches: (product: SeedProduct) => boolean): string[] {
  return seedProducts.filter(matches).map((product) => product.slug);
}

describe("the demo catalogue", () => {
  it("has the twelve styles", () => {
    expect(seedStyles.map((style) => style.slug)).toEqual(styleSlugs);
  });

  it("names every category and style once, in English and German, under a well-formed slug", () => {
    for (const group of [seedCategories, seedStyles]) {
      expect(listRepeats(group.map((entry) => entry.slug))).toEqual([]);
      for (const { slug, name } of group) {
        expect(isSlug(slug), slug).toBe(true);
        expect(name.en.trim(), slug).not.toBe("");
        expect(name.de.trim(), slug).not.toBe("");
      }
    }
  });

  it.each(styleSlugs)("draws seven products in the style %s", (slug) => {
    expect(listSlugs((product) => product.styles[0] === slug)).toHaveLength(7);
  });

  it.each(
    seedCategories.map((category) => category.slug),
  )("has at least six products in the category %s", (slug) => {
    expect(listSlugs((product) => product.category === slug).length).toBeGreaterThanOrEqual(6);
  });

  it("uses only known categories, and one known style per product", () => {
    const categorySlugs = seedCategories.map((category) => category.slug);
    expect(listSlugs((product) => !categorySlugs.includes(product.category))).toEqual([]);
    expect(
      listSlugs(({ styles }) => styles.length !== 1 || !styleSlugs.includes(styles[0])),
    ).toEqual([]);
  });

  it("has a cover for each style, which home shows nowhere else", () => {
    const covers = seedProducts.filter((product) => product.cover);
    expect(covers.map((product) => product.styles[0]).sort()).toEqual([...styleSlugs].sort());
    expect(covers.filter((product) => product.hero || product.featured)).toEqual([]);
    expect(seedProducts.slice(0, 24).filter((product) => product.cover)).toEqual([]);
  });

  it("features twelve products, one of each style, and shows five others as heroes", () => {
    const featured = seedProducts.filter((product) => product.featured);
    expect(new Set(featured.map((product) => product.styles[0])).size).toBe(12);
    expect(featured).toHaveLength(12);
    expect(listSlugs((product) => product.hero === true)).toHaveLength(5);
    expect(featured.filter((product) => product.hero)).toEqual([]);
  });

  it("never repeats a slug, a title, a description, a prompt or a seed", () => {
    const readers: ((product: SeedProduct) => string | number)[] = [
      (product) => product.slug,
      (product) => product.title.en,
      (product) => product.title.de,
      (product) => product.description.en,
      (product) => product.description.de,
      (product) => product.prompt,
      (product) => product.seed,
    ];
    for (const read of readers) expect(listRepeats(seedProducts.map(read))).toEqual([]);
  });

  it("makes every slug from the English title", () => {
    expect(listSlugs((product) => !isSlug(product.slug))).toEqual([]);
    expect(listSlugs((product) => product.slug !== slugify(product.title.en))).toEqual([]);
  });

  it("says every title and description in German, and in other words than English", () => {
    expect(listSlugs((product) => product.title.de.trim() === "")).toEqual([]);
    expect(listSlugs((product) => product.description.de.trim() === "")).toEqual([]);
    expect(listSlugs((product) => product.description.de === product.description.en)).toEqual([]);
    const sameTitle = listSlugs((product) => product.title.de === product.title.en);
    expect(sameTitle.length).toBeLessThanOrEqual(4);
  });

  it.each(
    LOCALES.filter((locale) => locale !== "en" && locale !== "de"),
  )("has every text in %s", (locale) => {
    const { categories, styles, products } = translations[locale] ?? {};
    const slugs = (entries: { slug: string }[]) => entries.map(({ slug }) => slug).sort();
    expect(Object.keys(categories ?? {}).sort()).toEqual(slugs(seedCategories));
    expect(Object.keys(styles ?? {}).sort()).toEqual(slugs(seedStyles));
    expect(Object.keys(products ?? {}).sort()).toEqual(slugs(seedProducts));
    const unnamed = seedProducts.filter(
      ({ motifs }) => nameMotifs(motifs)[locale]?.length !== motifs.length,
    );
    expect(slugs(unnamed)).toEqual([]);
  });

  it("writes prompts of 30 to 80 words", () => {
    expect(listSlugs(({ prompt }) => countWords(prompt) < 30 || countWords(prompt) > 80)).toEqual(
      [],
    );
  });

  it("never gives away six words in a row of a prompt in its title or description", () => {
    const leaking = listSlugs(({ prompt, title, description }) => {
      const secret = new Set(listRuns(prompt));
      return [title.en, title.de, description.en, description.de]
        .flatMap(listRuns)
        .some((run) => secret.has(run));
    });
    expect(leaking).toEqual([]);
  });

  it("asks whole, varied prices from 1.50 to 14.90 and draws from whole-numbered seeds", () => {
    const isPrice = (cents: number) => Number.isInteger(cents) && cents >= 150 && cents <= 1490;
    expect(listSlugs((product) => !isPrice(product.priceCents))).toEqual([]);
    expect(listSlugs((product) => !Number.isSafeInteger(product.seed))).toEqual([]);
    expect(new Set(seedProducts.map((product) => product.priceCents)).size).toBeGreaterThan(20);
  });
});
