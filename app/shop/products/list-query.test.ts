import { describe, expect, it } from "vitest";
import {
  listWrongPrices,
  readListState,
  readPriceRange,
  toListPath,
  withPresentSlugs,
} from "./list-query.ts";

const read = (query: string) => readListState(new URLSearchParams(query));

describe("the listing's URL", () => {
  it("reads lists that are joined and lists that are repeated alike", () => {
    expect(read("style=nebula,ink-wash").styles).toEqual(["nebula", "ink-wash"]);
    expect(read("style=nebula&style=ink-wash").styles).toEqual(["nebula", "ink-wash"]);
  });

  it("writes what it reads", () => {
    const path =
      "/products?search=fox&category=animals&style=nebula,ink-wash&price_min=2&price_max=9,50&sort=price_asc&page=3";
    expect(toListPath(read(path.split("?")[1] ?? ""), { page: 3 })).toBe(path);
  });

  it("goes back to page 1 with any change of a filter", () => {
    expect(toListPath(read("style=nebula&page=4"), { sort: "best_selling" })).toBe(
      "/products?style=nebula&sort=best_selling",
    );
  });

  it("drops what it does not know", () => {
    const state = read("style=a%00b,nebula&sort=cheapest&page=0&search=%00x");
    expect(state).toEqual({
      styles: ["nebula"],
      categories: [],
      priceMin: "",
      priceMax: "",
      search: "x",
      sort: null,
      page: null,
    });
  });

  it.each([
    ["", null, "best_match is none without a search", "best_match"],
    ["", null, "newest is the list's own", "newest"],
    ["fox", null, "best_match is the search's own", "best_match"],
    ["fox", "newest", "newest is another than the search's own", "newest"],
  ])("orders %j by %j: %s", (search, sort, _why, asked) => {
    expect(read(`search=${search}&sort=${asked}`).sort).toBe(sort);
  });

  it.each([
    ["2", "9,50", 200, 950],
    ["9.50", "2", 200, 950],
    ["", "3", null, 300],
    ["3", "", 300, null],
    ["-1", "abc", null, null],
    ["1e3", "0x10", null, null],
  ])("means by prices from %j to %j: %j to %j cents", (from, to, fromCents, toCents) => {
    const state = read(`price_min=${from}&price_max=${to}`);
    expect(state).toMatchObject({ priceMin: from, priceMax: to });
    expect(readPriceRange(state, "en")).toEqual({ fromCents, toCents });
  });

  it.each([
    ["ar", "٢٫٥٠", "٥", 250, 500],
    ["de", "1.000,50", "2.000", 100_050, 200_000],
    ["fr", "1 000,50", "", 100_050, null],
    ["en", "1,000", "1.000", 100_000, null],
  ])("means by prices in %s from %j to %j: %j to %j cents", (locale, from, to, fromCents, toCents) => {
    const state = read(String(new URLSearchParams({ price_min: from, price_max: to })));
    expect(readPriceRange(state, locale)).toEqual({ fromCents, toCents });
    const wrong = to !== "" && toCents === null ? ["priceMax"] : [];
    expect(listWrongPrices(state, locale)).toEqual(wrong);
  });

  it.each(["", " ", "\u200f\u200f", "\u00ad \u200b"])("has no search for %j", (search) => {
    expect(read(String(new URLSearchParams({ search }))).search).toBe("");
  });

  it("keeps of an endless price what fits its field", () => {
    expect(read(`price_min=${"9".repeat(10_000)}`).priceMin).toHaveLength(12);
  });

  it("has the present slugs of what was renamed or merged, each once", () => {
    const ink = { url: "ink", formerUrls: ["ink-wash", "sumi", "nebula"] };
    const groups = { styles: [ink, { url: "nebula", formerUrls: [] }], categories: [] };
    const path = (query: string) => toListPath(withPresentSlugs(read(query), groups));
    expect(path("style=sumi,ink-wash&search=fox")).toBe("/products?search=fox&style=ink");
    // The group that has the slug now takes precedence; a category is not a style.
    expect(path("style=nebula,gone")).toBe("/products?style=nebula,gone");
    expect(path("category=sumi")).toBe("/products?category=sumi");
  });

  it("has the present slugs of what is asked for in other letter case, if there is one", () => {
    const of = (url: string, ...formerUrls: string[]) => ({ url, formerUrls });
    const styles = [of("ink", "sumi"), of("Neo-Noir"), of("ART"), of("Art")];
    const path = (query: string) =>
      toListPath(withPresentSlugs(read(query), { styles, categories: [of("fox")] }));
    expect(path("style=INK,Sumi,neo-noir&category=Fox")).toBe(
      "/products?category=fox&style=ink,Neo-Noir",
    );
    expect(path("style=Neo-Noir,ART,Art")).toBe("/products?style=Neo-Noir,ART,Art");
    // It is unknown which of the two is meant.
    expect(path("style=art")).toBe("/products?style=art");
  });

  it.each([
    " noir",
    "noir,ink",
    "ink,noir",
    "no\u0001ir",
    "n".repeat(201),
  ])("stays where the present slug %j could not be read from an address", (url) => {
    const groups = { styles: [{ url, formerUrls: ["noir", "ink"] }], categories: [] };
    const lead = (path: string) =>
      toListPath(withPresentSlugs(read(path.split("?")[1] ?? ""), groups));
    for (const path of ["/products?style=noir", "/products?style=noir,ink"]) {
      expect(lead(path)).toBe(path);
    }
  });
});
