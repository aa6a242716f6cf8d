import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import { filterCountries, findFilledCountry, findTypedCountry } from "./country-filter.ts";

const COUNTRIES = [
  { id: "CI", name: "Côte d’Ivoire" },
  { id: "EE", name: "Estonia" },
  { id: "GW", name: "Guinea-Bissau" },
  { id: "PS", name: "Palestinian Territories" },
  { id: "EH", name: "Western Sahara" },
];
const find = (typed: string, countries = COUNTRIES) =>
  filterCountries(countries, typed).map((country) => country.id);
const findOne = (typed: string) => findTypedCountry(COUNTRIES, typed)?.id ?? null;

describe("finding a country by typed text (spec §5)", () => {
  it.each([
    ["Elfenbeinküste", "CI"],
    ["Côte d’Ivoire", "CI"],
    ["Estonia", "EE"],
    ["Estland", "EE"],
    ["ee", "EE"],
    ["EE", "EE"],
    ["Germany", null],
    ["", null],
  ])("takes %j as a browser fills it in for %j", (filled, id) => {
    const german = [
      { id: "CI", name: "Elfenbeinküste" },
      { id: "EE", name: "Estland" },
      { id: "17", name: "Nirgendwo" },
    ];
    expect(findFilledCountry(german, filled)?.id ?? null).toBe(id);
  });

  it("shows all while nothing is typed", () => {
    expect(find("  ")).toEqual(["CI", "EE", "GW", "PS", "EH"]);
  });

  it("puts names that begin with it first, then words that do, then the rest", () => {
    expect(find("est")).toEqual(["EE", "PS", "EH"]);
    expect(find("terr")).toEqual(["PS"]);
    expect(find("s")).toEqual(["EH", "EE", "GW", "PS"]);
  });

  it.each([
    ["COTE", "CI"],
    ["cote d'iv", "CI"],
    ["cote divoire", "CI"],
    ["guinea bi", "GW"],
  ])("ignores capitals, accents and punctuation: %s", (typed, id) => {
    expect(find(typed)).toEqual([id]);
  });

  it.each([
    ["de", "Österreich", ["Öst", "ost", "OST", "O\u0308st"]],
    ["de", "Weißrussland", ["weiss", "weiß"]],
    ["pl", "Włochy", ["Wło", "wlo"]],
    ["pl", "Łotwa", ["Łot", "lot"]],
    ["et", "Šveits", ["šv", "sve"]],
    ["es", "España", ["espan", "españ"]],
    ["pt", "São Tomé e Príncipe", ["sao t", "são"]],
    ["uk", "Йорданія", ["йорд", "ЙОР"]],
    ["uk", "Ємен", ["єме"]],
    ["ar", "ألمانيا", ["ألم", "الم"]],
    ["ar", "سورية", ["سورية", "سوريه"]],
  ])("in %s finds %s however it is typed", (_locale, name, inputs) => {
    const countries = [{ id: "XX", name }];
    for (const typed of inputs) expect(find(typed, countries), typed).toEqual(["XX"]);
  });

  it("prefers the letter that was typed to the same one with another accent", () => {
    const countries = ["Oman", "Osttimor", "Österreich"].map((name) => ({ id: name, name }));
    expect(find("Ö", countries)[0]).toBe("Österreich");
    expect(find("o", countries)).toEqual(["Oman", "Osttimor", "Österreich"]);
  });

  it("finds nothing for what no name contains", () => {
    expect(find("zzz")).toEqual([]);
  });

  it("finds every country of every locale by its own name, and the filter only narrows", () => {
    const codes = ["DE", "AT", "CI", "ST", "RO", "TR", "EE", "PL", "UA", "GB", "US", "KR"];
    fc.assert(
      fc.property(fc.constantFrom(...LOCALES), fc.constantFrom(...codes), fc.nat(), (...given) => {
        const [locale, code, cut] = given;
        const names = new Intl.DisplayNames(locale, { type: "region" });
        const countries = codes.map((id) => ({ id, name: names.of(id) ?? id }));
        const whole = names.of(code) ?? code;
        const typed = whole.slice(0, 1 + (cut % whole.length));
        expect(find(typed, countries)).toContain(code);
        expect(findTypedCountry(countries, whole)?.id).toBe(code);
      }),
    );
  });

  it("takes any text without losing or repeating a country", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (typed) => {
        const found = find(typed);
        expect(new Set(found).size).toBe(found.length);
        expect(COUNTRIES.map(({ id }) => id)).toEqual(expect.arrayContaining(found));
      }),
    );
  });
});

describe("the country that typed text names", () => {
  it("is the whole name's, or the only match", () => {
    expect(findOne("estonia")).toBe("EE");
    expect(findOne("guin")).toBe("GW");
  });

  it("is none when it is unclear or nothing matches", () => {
    expect(findOne("est")).toBeNull();
    expect(findOne("zzz")).toBeNull();
    expect(findOne("")).toBeNull();
  });
});
