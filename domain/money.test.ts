import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AMOUNT_CENTS_MAX,
  assertCents,
  createCreditsFormat,
  createRateFormat,
  eurToInternal,
  formatEuro,
  formatRate,
  internalToEur,
  parseAmount,
  parseRate,
  parseSum,
  priceInEur,
  RATE_BASIS_POINTS_MAX,
  RATE_BASIS_POINTS_MIN,
  toCents,
  toDecimal,
} from "./money.ts";

const amounts = fc.integer({ min: 0, max: AMOUNT_CENTS_MAX });
const rates = fc.integer({ min: 1, max: 100_000 });

describe("money", () => {
  it.each([
    ["12", 1200],
    ["12.5", 1250],
    ["12,50", 1250],
    [" 0.01 ", 1],
    [12.5, 1250],
    ["99999.99", AMOUNT_CENTS_MAX],
  ])("reads %j as %i cents", (text, cents) => {
    expect(parseAmount(text)).toBe(cents);
    expect(toCents(String(text))).toBe(cents);
  });

  it.each([
    "",
    " ",
    "1.005",
    "1e3",
    "0x10",
    "-1",
    "+1",
    "1.",
    ".5",
    "NaN",
    "100000",
    "1 000",
    "١٢",
  ])("rejects %j", (text) => {
    expect(parseAmount(text)).toBeNull();
    expect(() => toCents(text)).toThrow("not checked");
  });

  it.each([
    null,
    undefined,
    [],
    ["12"],
    {},
    { toString: () => "12" },
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    true,
  ])("rejects %s, which is no amount at all", (value) => {
    expect(parseAmount(value)).toBeNull();
  });

  it("reads back what it writes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: AMOUNT_CENTS_MAX }), (cents) => {
        expect(parseAmount(toDecimal(cents))).toBe(cents);
      }),
    );
  });

  it("reads sums that no single amount may have, such as a wallet's", () => {
    expect(parseSum("1234567.89")).toBe(123_456_789);
    expect(parseAmount("1234567.89")).toBeNull();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999_999_99 }), (cents) => {
        expect(parseSum(toDecimal(cents))).toBe(cents);
      }),
    );
    expect(parseSum("99999999999999.00")).toBeNull();
  });

  it("reads any text as no more and no less than the amount it shows", () => {
    const sign = fc.constantFrom("", " ", "-", "+", "0", "x");
    const point = fc.constantFrom(".", ",", "", "..");
    const digits = fc.stringMatching(/^\d{0,8}$/);
    fc.assert(
      fc.property(sign, digits, point, digits, (start, whole, middle, rest) => {
        const text = `${start}${whole}${middle}${rest}`;
        const isAmount = /^ ?\d{1,7}([.,]\d{1,2})?$/.test(text);
        const cents = Math.round(Number(text.replace(",", ".")) * 100);
        expect(parseAmount(text)).toBe(isAmount && cents <= AMOUNT_CENTS_MAX ? cents : null);
      }),
      { numRuns: 2000 },
    );
  });

  it("writes negative amounts too", () => {
    expect(toDecimal(-5)).toBe("-0.05");
    expect(toDecimal(-1250)).toBe("-12.50");
    expect(toDecimal(0)).toBe("0.00");
  });

  it("credits the whole cents that were paid for, and never one more", () => {
    fc.assert(
      fc.property(amounts, rates, (cents, rate) => {
        const credited = eurToInternal(cents, rate);
        expect(credited * 10_000).toBeLessThanOrEqual(cents * rate);
        expect((credited + 1) * 10_000).toBeGreaterThan(cents * rate);
      }),
    );
  });

  it("shows the euro value of a price to the nearest cent", () => {
    expect(internalToEur(250, 10_000)).toBe(250);
    expect(internalToEur(250, 20_000)).toBe(125);
    expect(internalToEur(1, 30_000)).toBe(0);
    expect(internalToEur(2, 30_000)).toBe(1);
    fc.assert(
      fc.property(amounts, rates, (cents, rate) => {
        const error = Math.abs(internalToEur(cents, rate) * rate - cents * 10_000);
        expect(error * 2).toBeLessThanOrEqual(rate);
      }),
    );
  });

  it.each([0, -1])("has no euro value at a rate of %i", (rate) => {
    expect(() => internalToEur(250, rate)).toThrow(new RangeError("the rate must be positive"));
  });

  it.each([
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
  ])("is never %d: amounts and rates are whole and safe", (wrong) => {
    const error = new RangeError(`not whole minor units: ${wrong}`);
    expect(() => assertCents(wrong)).toThrow(error);
    expect(() => toDecimal(wrong)).toThrow(error);
    expect(() => eurToInternal(wrong, 10_000)).toThrow(error);
    expect(() => eurToInternal(100, wrong)).toThrow(error);
    expect(() => internalToEur(wrong, 10_000)).toThrow(error);
  });

  it("is written in euros as the reader's language does, with the digits of banks", () => {
    const plain = (text: string) => text.replace(/[\p{Zs}\p{Cf}]/gu, " ");
    expect(formatEuro(123_450, "en")).toBe("€1,234.50");
    expect(plain(formatEuro(123_450, "de"))).toBe("1.234,50 €");
    expect(formatEuro(123_450, "ar-EG")).toContain("50");
    expect(formatEuro(123_450, "ar-EG")).toContain("€");
  });

  it.each([
    ["pt", 123_450, "1234,50 €"],
    ["uk", 123_450, "1 234,50 €"],
  ])("is written in euros for readers of %s, not of Brazil and without a code", (locale, cents, text) => {
    expect(formatEuro(cents, locale).replace(/\p{Zs}/gu, " ")).toBe(text);
  });
});

describe("an amount of the internal currency", () => {
  const plain = (text: string) => text.replace(/\p{Zs}/gu, " ");
  const wordsOf = (forms: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(forms).map(([form, word]) => [`currency.name_${form}`, word]),
    );

  it.each([
    ["en", { one: "credit", other: "credits" }, "1.00 credits", "2.50 credits"],
    ["fr", { one: "crédit", many: "de crédits", other: "crédits" }, "1,00 crédit", "2,50 crédits"],
    [
      "pt",
      { one: "crédito", many: "de créditos", other: "créditos" },
      "1,00 créditos",
      "2,50 créditos",
    ],
    [
      "pl",
      { one: "kredyt", few: "kredyty", many: "kredytów", other: "kredytu" },
      "1,00 kredytu",
      "2,50 kredytu",
    ],
    ["et", { one: "krediit", other: "krediiti" }, "1,00 krediiti", "2,50 krediiti"],
    ["ar", { one: "وحدة", few: "وحدات", other: "وحدة" }, "1.00 وحدة", "2.50 وحدة"],
  ])("has the form of its name that %s asks for", (locale, forms, one, more) => {
    const format = createCreditsFormat(locale, wordsOf(forms), "Credits");
    expect([plain(format(100)), plain(format(250))]).toEqual([one, more]);
  });

  it("counts three in Arabic in another form than two and a half", () => {
    const format = createCreditsFormat("ar", wordsOf({ few: "وحدات", other: "وحدة" }), "Credits");
    expect([plain(format(300)), plain(format(250))]).toEqual(["3.00 وحدات", "2.50 وحدة"]);
  });

  it("is written with its name where there are no texts, or the name is another one", () => {
    expect(plain(createCreditsFormat("de", {}, "Sterne")(100))).toBe("1,00 Sterne");
    const format = createCreditsFormat("de", wordsOf({ other: "Credits" }), "Credits");
    expect([plain(format(100, "Taler")), plain(format(100, ""))]).toEqual(["1,00 Taler", "1,00 "]);
  });
});

describe("a price in euros", () => {
  it("is at least a cent, as on its invoice: only what is free says so", () => {
    expect(priceInEur(580, 20_000)).toBe(290);
    expect(priceInEur(400, RATE_BASIS_POINTS_MAX)).toBe(1);
    expect(priceInEur(0, 10_000)).toBe(0);
  });
});

describe("the rate", () => {
  it.each([
    ["en", 2_100_000, "210.00 credits"],
    ["en", 10_000_000, "1,000.00 credits"],
    ["en", 30_000, "3.00 credits"],
    ["en", 100, "0.01 credits"],
    ["de", 12_550, "1,255 credits"],
    ["de", 12_345, "1,2345 credits"],
  ])("in %s of %i basis points buys for a euro %s", (locale, rate, text) => {
    const format = createRateFormat(locale, { "currency.name_other": "credits" }, "Credits");
    expect(format(rate).replace("\u00a0", " ")).toBe(text);
  });

  it("is shown to the last basis point", () => {
    const format = createRateFormat("en", {}, "Stars");
    const rates = fc.integer({ min: RATE_BASIS_POINTS_MIN, max: RATE_BASIS_POINTS_MAX });
    fc.assert(
      fc.property(rates, (rate) => {
        const shown = format(rate).replace("\u00a0Stars", "").replaceAll(",", "");
        expect(parseRate(shown)).toBe(rate);
      }),
    );
  });

  it("is parsed as it is written", () => {
    const rates = fc.integer({ min: RATE_BASIS_POINTS_MIN, max: RATE_BASIS_POINTS_MAX });
    fc.assert(
      fc.property(rates, (rate) => {
        expect(parseRate(formatRate(rate))).toBe(rate);
        expect(parseRate(` ${formatRate(rate).replace(".", ",")} `)).toBe(rate);
      }),
    );
  });

  it("is never one at which nothing could be bought, whatever is typed", () => {
    const typed = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.stringMatching(/^\d*[.,]?\d*$/),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const rate = parseRate(text) ?? RATE_BASIS_POINTS_MIN;
        expect(rate).toBeGreaterThanOrEqual(RATE_BASIS_POINTS_MIN);
        expect(rate).toBeLessThanOrEqual(RATE_BASIS_POINTS_MAX);
      }),
    );
  });

  it.each([
    "0",
    "0.00",
    "0.0099",
    "1000.0001",
    "-1",
    "1e3",
    "0x10",
    "1.00001",
    "",
    "NaN",
  ])("is not %j", (text) => {
    expect(parseRate(text)).toBeNull();
  });
});
