import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compactVatId,
  decideVat,
  EU_COUNTRIES,
  isVatIdOf,
  pricesIncludeVat,
  rateOn,
  splitCredit,
  splitGross,
  toPercent,
  type VatRate,
  vatIdCountry,
} from "./vat.ts";

const RATES: VatRate[] = [
  { country: "EE", validFrom: "2025-07-01", basisPoints: 2400 },
  { country: "EE", validFrom: "2024-01-01", basisPoints: 2200 },
  { country: "DE", validFrom: "2021-01-01", basisPoints: 1900 },
  { country: "FI", validFrom: "2024-09-01", basisPoints: 2550 },
  { country: "FR", validFrom: "2014-01-01", basisPoints: 2000 },
];
const SHOP = { country: "EE", vatId: "EE100000010", isExempt: false };
const decide = (
  buyer: { country: string | null; vatId?: string },
  seller: Partial<typeof SHOP> = {},
  day = "2026-11-22",
) =>
  decideVat({
    seller: { ...SHOP, ...seller },
    buyer: { vatId: null, ...buyer },
    rates: RATES,
    day,
  });

describe("the rate of a country", () => {
  it.each([
    ["EE", "2023-12-31", null],
    ["EE", "2024-01-01", 2200],
    ["EE", "2025-06-30", 2200],
    ["EE", "2025-07-01", 2400],
    ["US", "2026-01-01", null],
  ])("%s on %s is %s", (country, day, expected) => {
    expect(rateOn(RATES, country, day)).toBe(expected);
  });

  it("does not depend on the order of the table", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(RATES, { minLength: RATES.length }), (rates) => {
        expect(rateOn(rates, "EE", "2026-01-01")).toBe(2400);
      }),
    );
  });
});

describe("prices", () => {
  it.each([
    ["of a shop that charges VAT", SHOP, true],
    ["of one in Monaco, whose VAT is French", { country: "MC", vatId: "FR40303265045" }, true],
    ["of an exempt shop with a VAT ID", { isExempt: true }, false],
    ["of an exempt shop without one", { vatId: null, isExempt: true }, false],
    ["of a shop outside the EU", { country: "CH", vatId: null }, false],
    ["of a shop without company data", { country: null, vatId: null }, false],
  ])("%s: VAT is part of them for consumers at home: %j", (_name, seller, expected) => {
    expect(pricesIncludeVat({ ...SHOP, ...seller })).toBe(expected);
  });

  it("include VAT whether or not its rate is known", () => {
    expect(pricesIncludeVat({ ...SHOP, country: "SE", vatId: "SE556036079301" })).toBe(true);
  });
});

describe("the VAT of a sale", () => {
  it.each([
    ["a person in the shop's country", { country: "EE" }, "standard", "EE", 2400],
    ["a person elsewhere in the EU", { country: "FI" }, "standard", "FI", 2550],
    ["somebody of whom no country is known", { country: null }, "standard", "EE", 2400],
    ["a person outside the EU", { country: "US" }, "outside_eu", "US", 0],
    [
      "a business elsewhere in the EU",
      { country: "DE", vatId: "DE136695976" },
      "reverse_charge",
      "DE",
      0,
    ],
    [
      "a business whose VAT ID is of another country than its address",
      { country: "EE", vatId: "DE136695976" },
      "reverse_charge",
      "DE",
      0,
    ],
    [
      "a business in the shop's country",
      { country: "DE", vatId: "EE100931558" },
      "standard",
      "EE",
      2400,
    ],
  ] as const)("to %s", (_name, buyer, treatment, country, basisPoints) => {
    expect(decide(buyer)).toEqual({ treatment, country, basisPoints });
  });

  it.each([
    ["a person in Monaco", { country: "MC" }, SHOP, "standard", "FR", 2000],
    [
      "a business in Monaco",
      { country: "MC", vatId: "FR40303265045" },
      SHOP,
      "reverse_charge",
      "FR",
      0,
    ],
    [
      "a French business, of a shop in Monaco",
      { country: "FR", vatId: "FR40303265045" },
      { country: "MC", vatId: "FR40303265045" },
      "standard",
      "FR",
      2000,
    ],
    [
      "a German business, of a shop in Monaco",
      { country: "DE", vatId: "DE136695976" },
      { country: "MC", vatId: "FR40303265045" },
      "reverse_charge",
      "DE",
      0,
    ],
    [
      "somebody of whom no country is known, of a shop in Monaco",
      { country: null },
      { country: "MC", vatId: "FR40303265045" },
      "standard",
      "FR",
      2000,
    ],
  ] as const)("to %s is that of France", (_name, buyer, seller, treatment, country, rate) => {
    expect(decide(buyer, seller)).toEqual({ treatment, country, basisPoints: rate });
  });

  // Art. 6, and states that have left: territories of Finland, France, the United Kingdom and
  // others.
  it.each(
    "AX BL GF GP MF MQ NC PF PM RE TF WF YT AW BQ CW SX FO GL IM GG JE GI GB VA SM AD".split(" "),
  )("to a person in %s, which is not in the VAT area, is none", (country) => {
    expect(decide({ country })).toEqual({ treatment: "outside_eu", country, basisPoints: 0 });
  });

  it("between businesses goes by the states of both VAT IDs, not by addresses", () => {
    const buyer = { country: "FI", vatId: "EE100931558" };
    const seller = { country: "EE", vatId: "DE136695976" };
    expect(decide(buyer, seller)).toMatchObject({ treatment: "reverse_charge", country: "EE" });
  });

  it.each([
    ["another member state", "EE", "reverse_charge", "EE", 0],
    ["the seller's country", "DE", "standard", "DE", 1900],
    ["a country outside the EU", "US", "outside_eu", "US", 0],
  ] as const)("to a business without a VAT ID in %s", (_name, of, treatment, country, rate) => {
    const buyer = { country: of, vatId: null, isBusiness: true };
    const seller = { country: "DE", vatId: "DE136695976", isExempt: false };
    const decision = decideVat({ seller, buyer, rates: RATES, day: "2026-11-22" });
    expect(decision).toEqual({ treatment, country, basisPoints: rate });
  });

  it("is nothing where the shop is exempt, for any buyer", () => {
    for (const buyer of [{ country: "DE" }, { country: "DE", vatId: "DE136695976" }]) {
      expect(decide(buyer, { isExempt: true })).toMatchObject({
        treatment: "exempt",
        basisPoints: 0,
      });
    }
  });

  it("follows the day", () => {
    expect(decide({ country: "EE" }, {}, "2025-06-30").basisPoints).toBe(2200);
  });

  it("of a member state without a rate is rejected instead of left out", () => {
    expect(() => decide({ country: "SK" })).toThrow("no VAT rate of SK");
  });
});

const gross = fc.integer({ min: 0, max: 9_999_999 });
const basisPoints = fc.integer({ min: 0, max: 5_000 });

describe("a price split into net and VAT", () => {
  it.each([
    [12_400, 2400, 2_400],
    [250, 1900, 40],
    [100, 2550, 20],
    [1, 2400, 0],
    [1_000, 0, 0],
  ])("%i cents at %i", (grossCents, rate, vatCents) => {
    expect(splitGross(grossCents, rate).vatCents).toBe(vatCents);
  });

  it("adds up to the cent, and is at most half a cent off", () => {
    fc.assert(
      fc.property(gross, basisPoints, (grossCents, rate) => {
        const { netCents, vatCents } = splitGross(grossCents, rate);
        expect(netCents + vatCents).toBe(grossCents);
        expect(vatCents).toBeGreaterThanOrEqual(0);
        const exact = (grossCents * rate) / (10_000 + rate);
        expect(Math.abs(vatCents - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 60])("rejects %s", (cents) => {
    expect(() => splitGross(cents, 2400)).toThrow(RangeError);
  });
});

describe("the credit notes of an invoice", () => {
  it("add up to its VAT and its net, however it is credited", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, basisPoints, (cents, rate) => {
        const grossCents = cents.reduce((sum, part) => sum + part, 0);
        const invoice = { grossCents, basisPoints: rate };
        let beforeCents = 0;
        const sums = { netCents: 0, vatCents: 0, grossCents: 0 };
        for (const part of cents) {
          const credit = splitCredit(invoice, { beforeCents, cents: part });
          expect(credit.netCents + credit.vatCents).toBe(part);
          expect(credit.vatCents).toBeGreaterThanOrEqual(0);
          beforeCents += part;
          for (const key of ["netCents", "vatCents", "grossCents"] as const) {
            sums[key] += credit[key];
          }
        }
        expect(sums).toEqual(splitGross(grossCents, rate));
      }),
    );
  });

  it.each([
    [0, 0],
    [0, 101],
    [50, 51],
    [-1, 1],
  ])("after %i cents never credit %i of 100", (beforeCents, cents) => {
    const invoice = { grossCents: 100, basisPoints: 2400 };
    expect(() => splitCredit(invoice, { beforeCents, cents })).toThrow(RangeError);
  });
});

describe("a VAT ID", () => {
  it("is stored without what people put between", () => {
    expect(compactVatId(" de 136.695-976 ")).toBe("DE136695976");
    expect(compactVatId("\u202aDE136695976\u202c")).toBe("DE136695976");
    expect(compactVatId("DE١٣٦٦٩٥٩٧٦")).toBe("DE136695976");
  });

  it.each([
    ["DE136695976", "DE", true],
    ["DE136695976", "FR", false],
    ["EL094259216", "GR", true],
    ["FR40303265045", "MC", true],
    ["DE136695976", "MC", false],
    ["FR40303265045", "RE", false],
  ])("%s with an address in %s fits: %s", (vatId, country, fits) => {
    expect(isVatIdOf(vatId, country)).toBe(fits);
  });

  it("names its country, Greece by letters of its own", () => {
    expect(vatIdCountry("EL094259216")).toBe("GR");
    expect(vatIdCountry("DE136695976")).toBe("DE");
  });

  it("is known of 27 states, and a rate is shown as a percentage", () => {
    expect(new Set(EU_COUNTRIES).size).toBe(27);
    expect(toPercent(2550)).toBe(25.5);
  });
});
