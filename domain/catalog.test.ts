import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isProductSlug,
  isSlug,
  LIST_DEBOUNCE_MS,
  listSorts,
  PAGE_MAX,
  PAGE_SIZE,
  PRODUCT_SORTS,
  parseGroupUrls,
  parsePage,
  parseSlugList,
  SLUG_LIST_LENGTH_MAX,
} from "./catalog.ts";

const slugs = (count: number) => Array.from({ length: count }, (_, at) => `style-${at}`);

describe("a list of slugs", () => {
  it("keeps the first 50 different ones and no more", () => {
    expect(SLUG_LIST_LENGTH_MAX).toBe(50);
    expect(parseSlugList(slugs(50).join(","))).toEqual(slugs(50));
    expect(parseSlugList(slugs(51).join(","))).toEqual(slugs(50));
    expect(parseSlugList(["a", "a", ...slugs(50)].join(","))).toEqual(["a", ...slugs(49)]);
  });

  it("is bounded and holds slugs only, whatever is sent", () => {
    const part = fc.oneof(fc.stringMatching(/^[a-z0-9-]{0,6}$/), fc.string());
    fc.assert(
      fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
        const list = parseSlugList(parts.join(","));
        expect(list.length).toBeLessThanOrEqual(SLUG_LIST_LENGTH_MAX);
        expect(list.every(isSlug)).toBe(true);
        expect(new Set(list).size).toBe(list.length);
      }),
    );
  });
});

describe("a slug", () => {
  it.each(["a", "ink-wash", "80s", "a-1-b", "a".repeat(120)])("can be %s", (text) => {
    expect(isSlug(text)).toBe(true);
  });

  it.each([
    "",
    "-a",
    "a-",
    "a--b",
    "A",
    "a b",
    "a_b",
    "ä",
    "a\n",
    "a".repeat(121),
  ])("cannot be %j", (text) => {
    expect(isSlug(text)).toBe(false);
  });

  it.each(["fox", "3-foxes", "fox-3", "heroes"])("of a product can be %s", (text) => {
    expect(isProductSlug(text)).toBe(true);
  });

  it.each([
    "42",
    "Fox",
    "hero",
    "featured",
    "new",
    "top-sellers",
    "generate",
  ])("of a product cannot be %s: an id, no slug, or a path of the API", (text) => {
    expect(isProductSlug(text)).toBe(false);
  });
});

describe("the catalogue's parameters", () => {
  it.each([
    [null, 1],
    [undefined, 1],
    ["", 1],
    ["1", 1],
    ["02", 2],
    [String(PAGE_MAX), PAGE_MAX],
    [String(PAGE_MAX + 1), null],
    ["000001", null],
    ["0", null],
    ["-1", null],
    ["1.5", null],
    ["x1", null],
    ["1x", null],
    ["two", null],
  ])("page %j is %s", (text, page) => {
    expect(parsePage(text)).toBe(page);
  });

  it("keeps the slugs of a list that can be slugs", () => {
    expect(parseSlugList("nebula, ink-wash,nebula,A B,--,'")).toEqual(["nebula", "ink-wash"]);
    expect(parseSlugList(null)).toEqual([]);
    expect(parseSlugList(undefined)).toEqual([]);
  });

  it("keeps the URLs of another server's styles, and those that are nobody's", () => {
    expect(parseGroupUrls("Water_colour, WATERCOLOUR,ünder,ink-wash,,\0,a\ud800")).toEqual([
      "Water_colour",
      "WATERCOLOUR",
      "ünder",
      "ink-wash",
    ]);
    expect(parseGroupUrls(`${"a".repeat(201)},${"b".repeat(200)}`)).toEqual(["b".repeat(200)]);
  });

  it("sorts by match only where there are words to match", () => {
    expect(listSorts("fox")).toEqual(PRODUCT_SORTS);
    expect(listSorts("")).toEqual(["newest", "price_asc", "price_desc", "best_selling"]);
  });
});

it("a page has 15 products, and a list waits 300 ms after a change of its filters (spec §9)", () => {
  expect([PAGE_SIZE, LIST_DEBOUNCE_MS]).toEqual([15, 300]);
});
