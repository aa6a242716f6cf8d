import { describe, expect, it } from "vitest";
import { createFormat } from "#app/i18n/i18n.tsx";
import { createTranslate } from "#app/i18n/translate.ts";
import ar from "#locales/ar.json" with { type: "json" };
import en from "#locales/en.json" with { type: "json" };
import { readListState } from "./list-query.ts";
import { describeLength, namePage, summarize } from "./list-summary.ts";

const GROUPS = {
  styles: ["Nebula", "Bauhaus", "Mosaic"].map((title) => ({ title, url: title.toLowerCase() })),
  categories: ["Animals", "Space"].map((title) => ({ title, url: title.toLowerCase() })),
};

function inLanguage(locale: string, words: Record<string, string>) {
  const format = createFormat(locale, words, "Credits");
  return { t: createTranslate(locale, words), format, locale };
}

function summarizeQuery(query: string, locale = "en", words: Record<string, string> = en) {
  const state = readListState(new URLSearchParams(query));
  return summarize(state, GROUPS, inLanguage(locale, words));
}

describe("a list's title", () => {
  it.each([
    ["", "All prompts"],
    ["sort=price_asc", "All prompts"],
    ["style=nebula", "Nebula"],
    ["style=nebula,bauhaus", "Nebula, Bauhaus"],
    ["category=animals&style=nebula&price_max=5", "Nebula, Animals"],
    ["style=nebula,bauhaus,mosaic", "Nebula, Bauhaus, Mosaic"],
    ["style=nebula,bauhaus,mosaic&category=space", "Nebula, Bauhaus, Mosaic, …"],
    ["price_max=5,5", "Up to 5.50\u00a0credits"],
    ["search=koi&style=nebula", "Search: koi"],
  ])("of %j is %j", (query, title) => {
    expect(summarizeQuery(query).title).toBe(title);
  });

  it("separates names by the comma of the reader's language", () => {
    expect(summarizeQuery("style=nebula,bauhaus", "ar", ar).title).toBe("Nebula، Bauhaus");
  });
});

describe("a list of one style or category", () => {
  it.each([
    ["style=nebula", "/products?style=nebula"],
    ["category=animals&sort=price_asc", "/products?category=animals"],
    ["style=nebula&page=3&sort=price_asc", "/products?style=nebula&page=3"],
    ["style=nebula&utm_source=mail", "/products?style=nebula"],
    ["", "/products"],
    ["page=2", "/products?page=2"],
  ])("is a page of its own, or the whole list is: %j", (query, canonical) => {
    expect(summarizeQuery(query).canonical).toBe(canonical);
  });

  it.each([
    "style=nebula,bauhaus",
    "style=nebula&category=animals",
    "style=nebula&search=koi",
    "style=nebula&price_max=5",
    "price_min=1",
    "search=koi",
    // Not listed by the shop: its title would be whatever the link says.
    "style=cheap-pills",
  ])("is no page of its own with other filters: %j", (query) => {
    expect(summarizeQuery(query)).toMatchObject({ canonical: null, group: null });
  });

  it.each([
    ["style=nebula", "Nebula: AI image prompts", "AI image prompts in the style “Nebula”."],
    ["category=space", "Space: AI image prompts", "AI image prompts in the category “Space”."],
    ["style=nebula&page=2", "Nebula: AI image prompts, page 2", "in the style “Nebula”."],
  ])("has the name in title and description: %j", (query, title, description) => {
    const summary = summarizeQuery(query);
    const state = readListState(new URLSearchParams(query));
    expect(namePage(summary, state, inLanguage("en", en))).toBe(title);
    expect(summary.group?.description).toContain(description);
  });

  it("says of a text search only what was searched", () => {
    const state = readListState(new URLSearchParams("search=koi&page=2"));
    const title = namePage(summarizeQuery("search=koi&page=2"), state, inLanguage("en", en));
    expect(title).toBe("Search: koi, page 2");
  });
});

describe("a list's length", () => {
  it.each([
    [0, "Nothing found", "Show 0 pictures"],
    [1, "1 picture", "Show 1 picture"],
    [7, "7 pictures", "Show 7 pictures"],
    [null, null, "Results"],
  ])("of %j is %j, and %j on the button", (total, count, show) => {
    expect(describeLength(total, inLanguage("en", en))).toEqual({ count, show });
  });

  it.each([
    [0, "عرض 0 صورة"],
    [1, "عرض صورة واحدة"],
    [2, "عرض صورتين"],
    [7, "عرض 7 صور"],
    [11, "عرض 11 صورة"],
  ])("of %i has its form in Arabic", (total, show) => {
    expect(describeLength(total, inLanguage("ar", ar)).show).toBe(show);
  });
});
