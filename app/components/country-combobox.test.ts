import { describe, expect, it } from "vitest";
import { filterCountries } from "./country-combobox.tsx";

const COUNTRIES = [
  { id: "CI", name: "Côte d’Ivoire" },
  { id: "EE", name: "Estonia" },
  { id: "PS", name: "Palestinian Territories" },
  { id: "EH", name: "Western Sahara" },
];
const find = (typed: string) => filterCountries(COUNTRIES, typed).map((country) => country.id);

describe("finding a country by typed text", () => {
  it("shows all while nothing is typed", () => {
    expect(find("  ")).toEqual(["CI", "EE", "PS", "EH"]);
  });

  it("puts names that begin with it before names that hold it, each once", () => {
    expect(find("est")).toEqual(["EE", "PS", "EH"]);
  });

  it("does not mind capitals and accents", () => {
    expect(find("COTE")).toEqual(["CI"]);
  });

  it("finds nothing for what no name holds", () => {
    expect(find("zzz")).toEqual([]);
  });
});
