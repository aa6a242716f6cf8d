import { describe, expect, it } from "vitest";
import { toLegalName } from "./legal-name.ts";

describe("the legal name of the company", () => {
  it.each([
    ["an address that begins with it", "Fox OÜ, Pikk 1, Tallinn", "Fox OÜ", "Pikk 1, Tallinn"],
    ["an address that begins with the shop's name", "Fox, Pikk 1", "Fox", "Pikk 1"],
    ["an address without it", "Pikk 1, Tallinn", "Fox", "Pikk 1, Tallinn"],
    ["a longer one", "Fox Media GmbH & Co. KG, Weg 1", "Fox Media GmbH & Co. KG", "Weg 1"],
    ["a street of a similar name", "Foxhall 1, London", "Fox", "Foxhall 1, London"],
    ["a street of the same name", "Fox Lane 1, London", "Fox", "Fox Lane 1, London"],
    ["a house of the same name", "Fox House, Lane 1", "Fox", "Fox House, Lane 1"],
    ["an address of the name alone", "Fox OÜ", "Fox", "Fox OÜ"],
    ["no address", null, "Fox", null],
  ])("is read from %s", (_name, given, name, address) => {
    expect(toLegalName("Fox", given)).toEqual({ name, address });
  });
});
