import { expect, it } from "vitest";
import { countryName, listKnownCountries } from "./countries.server.ts";

it("names every country in the reader's language", () => {
  const countries = listKnownCountries("de");
  expect(countries.length).toBeGreaterThan(240);
  expect(countries).toContainEqual({ id: "DE", name: "Deutschland" });
});

it("falls back to the code of a country that is not listed", () => {
  expect(countryName([{ id: "EE", name: "Estonia" }], "EE")).toBe("Estonia");
  expect(countryName([], "EE")).toBe("EE");
});
