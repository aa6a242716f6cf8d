import { expect, it } from "vitest";
import { COUNTRY_CODES, isCountryCode, listNamedCountries, nameCountry } from "./countries.ts";

it("every country has a code of two capitals, once, with a name of its own", () => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  expect(COUNTRY_CODES).toHaveLength(249);
  expect(COUNTRY_CODES.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  expect(new Set(COUNTRY_CODES.map((code) => names.of(code))).size).toBe(COUNTRY_CODES.length);
});

it("a code is known as the standard writes it", () => {
  expect(COUNTRY_CODES.every(isCountryCode)).toBe(true);
  expect(["ee", "XX", "", " EE", "EE DE", "EST"].filter(isCountryCode)).toEqual([]);
});

it("countries are named and sorted in the reader's language, in Portugal's for Portuguese", () => {
  const german = listNamedCountries("de");
  expect(german).toHaveLength(COUNTRY_CODES.length);
  expect(german).toContainEqual({ id: "DE", name: "Deutschland" });
  const names = german.map(({ name }) => name);
  expect(names).toEqual(names.toSorted(new Intl.Collator("de").compare));
  expect(nameCountry("EE", "pt")).toBe("Estónia");
});
