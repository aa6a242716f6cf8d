import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AMOUNT_CENTS_MAX,
  assertCents,
  eurToInternal,
  formatEuro,
  internalToEur,
  parseAmount,
  parseSum,
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
});
