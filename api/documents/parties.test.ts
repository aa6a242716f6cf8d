import { describe, expect, it } from "vitest";
import type { CustomerRow } from "./facts.queries.ts";
import { toCompanyParty, toCustomerParty, toTaxParty } from "./parties.ts";

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

const CUSTOMER: CustomerRow = {
  userId: 1,
  email: "ada@example.test",
  name: "Ada",
  surname: "Byron",
  locale: "en",
  companyName: "Byron GmbH",
  vatId: "DE136695976",
  billingAddress: null,
  billingCity: null,
  billingPostCode: null,
  billingCountry: null,
  contact: null,
};

describe("a business on its documents", () => {
  it.each([
    ["DE136695976", "DE", true],
    ["DE136695976", "FR", false],
    ["EL094259216", "GR", true],
    ["FR40303265045", "MC", true],
    // Nothing contradicts it.
    ["DE136695976", null, true],
  ])("with the VAT ID %s and the address in %s has it: %j", (vatId, country, counts) => {
    const contact = country === null ? null : { country };
    const customer = { ...CUSTOMER, vatId, contact };
    const party = toCustomerParty(customer);
    expect(party).toMatchObject({ name: "Byron GmbH", country, vatId: counts ? vatId : null });
    expect(toTaxParty(customer, party)).toEqual({ country, vatId: counts ? vatId : null });
  });
});
