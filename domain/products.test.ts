import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isProductSlug, RESERVED_PRODUCT_SLUGS } from "./catalog.ts";
import { findPublishProblems, listChangedFields, listMissingLocales, toSlug } from "./products.ts";

describe("toSlug", () => {
  it.each([
    ["Fog over the Bay", "fog-over-the-bay"],
    ["Straße in Łódź, für Ærø", "strasse-in-lodz-fur-aero"],
    ["The Keeper’s Garden", "the-keepers-garden"],
    ["منارة", ""],
    ["2024", "2024-prompt"],
    ["Featured", "featured-prompt"],
  ])("makes of %s %s", (title, slug) => expect(toSlug(title)).toBe(slug));

  it("gives nothing, or what a product may be called", () => {
    const titles = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.constantFrom(...RESERVED_PRODUCT_SLUGS, "1".repeat(500)),
    );
    fc.assert(
      fc.property(titles, (title) => {
        const slug = toSlug(title);
        expect(slug === "" || isProductSlug(slug)).toBe(true);
      }),
    );
  });
});

describe("a product", () => {
  it("can be published with an English title, a prompt and a picture", () => {
    const whole = { titles: { en: "Fog" }, prompt: "fog", hasImage: true };
    expect(findPublishProblems(whole)).toEqual({});
    expect(findPublishProblems({ titles: { de: "Nebel" }, prompt: " ", hasImage: false })).toEqual({
      "titles.en": [{ code: "title_required" }],
      prompt: [{ code: "prompt_required" }],
      picture: [{ code: "file_required" }],
    });
  });

  it("misses texts in the languages without a title", () => {
    expect(listMissingLocales({ en: "Fog", de: "" }, ["en", "de", "ar"])).toEqual(["de", "ar"]);
  });

  it("has changed where a value differs", () => {
    const before = { price: 1, titles: { en: "Fog" }, slug: "fog" };
    expect(listChangedFields(before, { ...before, price: 2, titles: { en: "Mist" } })).toEqual([
      "price",
      "titles",
    ]);
  });
});
