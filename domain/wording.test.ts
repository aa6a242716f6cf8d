import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTranslate } from "#app/i18n/translate.ts";
import { runs } from "#tests/setup/sample.ts";
import { applyWording, listPlaces, validateWording } from "./wording.ts";

const ENGLISH = {
  "cart.title": "Your cart",
  "cart.sum": "{{count}} designs for {{ amount }}",
  items_one: "{{count}} design by {{name}}",
  items_other: "{{count}} designs by {{name}}",
};
const codeOf = (key: string, text: string) => validateWording(key, text, ENGLISH)?.code ?? null;

describe("the shop's own wording", () => {
  it.each([
    ["cart.title", "Your basket", null],
    ["cart.title", "<b>Basket</b> & more", null],
    ["cart.title", " ", "wording_required"],
    ["cart.title", "x".repeat(2_001), "text_too_long"],
    ["cart.title", "Basket of {{name}}", "wording_places_unknown"],
    ["cart.sum", "{{amount}} for {{count}}", null],
    ["cart.sum", "{{amount}} for {{cuont}}", "wording_places_differ"],
    ["cart.sum", "{{amount}}", "wording_places_differ"],
    ["items_one", "A single design by {{name}}", null],
    ["items_few", "{{count}} designs by {{name}}", null],
    ["items_few", "{{count}} designs", "wording_places_differ"],
    ["cart.title_few", "Baskets", "text_unknown"],
    ["__proto__", "x", "text_unknown"],
    ["toString", "x", "text_unknown"],
    ["cart.title", "See $t(cart.sum)", "wording_notation_invalid"],
    ["cart.sum", "{{count}} {{amount}} {{- amount}}", "wording_notation_invalid"],
    ["cart.sum", "{{count}} {{amount, uppercase}}", "wording_notation_invalid"],
    ["cart.sum", "{{count}} {{amount}} {{", "wording_notation_invalid"],
  ])("%s as %j: %s", (key, text, code) => {
    expect(codeOf(key, text)).toBe(code);
  });

  it("says which places an English text has", () => {
    expect(validateWording("cart.sum", "no place", ENGLISH)?.params).toEqual({
      places: "{{amount}} {{count}}",
    });
  });

  it("that is accepted shows every value and leaves no place open", () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom("{{count}}", "{{ amount }}", "{{name}}", "{{", "}}", "$t(", "{", "}"),
    );
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (wording) => {
        fc.pre(codeOf("cart.sum", wording) === null);
        const words = applyWording(ENGLISH, { "cart.sum": wording }, ENGLISH);
        const shown = createTranslate("en", words)("cart.sum", { count: 17, amount: "9.99 EUR" });
        expect(shown).toContain("17");
        expect(shown).toContain("9.99 EUR");
        expect(listPlaces(shown)).toEqual([]);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("is left out when a release has changed the English text below it", () => {
    const own = { "cart.title": "Basket", "cart.sum": "{{old}}", gone: "x" };
    expect(applyWording({ "cart.title": "Warenkorb" }, own, ENGLISH)).toEqual({
      "cart.title": "Basket",
    });
  });
});
