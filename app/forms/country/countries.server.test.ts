import { expect, it } from "vitest";
import { countryName } from "./countries.server.ts";

it("falls back to the code of a country that is not listed", () => {
  expect(countryName([{ id: "EE", name: "Estonia" }], "EE")).toBe("Estonia");
  expect(countryName([], "EE")).toBe("EE");
});
