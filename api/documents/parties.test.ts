import { describe, expect, it } from "vitest";
import { toCompanyParty } from "./parties.ts";

const COMPANY = {
  name: "Fox",
  regNumber: null,
  address: null,
  country: "EE",
  vatId: null,
  isVatExempt: false,
  supportEmail: null,
  internalCurrencyName: "credits",
};

describe("the shop on its documents", () => {
  it.each([
    ["once, by its legal name", "Fox OÜ, Pikk 1, 10123 Tallinn", "Fox OÜ"],
    ["once, by the shop's name", "Fox, Pikk 1, 10123 Tallinn", "Fox"],
    ["by the shop's name", "Pikk 1, 10123 Tallinn", "Fox"],
  ])("is named %s", (_name, address, name) => {
    const party = toCompanyParty({ ...COMPANY, address });
    expect(party).toMatchObject({ name, lines: ["Pikk 1", "10123 Tallinn"] });
  });

  it.each([null, "", "Fox"])("is named alone with the address %j", (address) => {
    expect(toCompanyParty({ ...COMPANY, address })).toMatchObject({ name: "Fox", lines: [] });
  });
});
