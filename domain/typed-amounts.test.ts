import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALES } from "./locales.ts";
import { AMOUNT_CENTS_MAX } from "./money.ts";
import { parseTypedAmount, toTypedAmount, toTypedDecimal } from "./typed-amounts.ts";

describe("an amount as people type it", () => {
  it.each([
    ["20", "en", 2_000],
    ["12,5", "en", 1_250],
    ["1,000.00", "de", 100_000],
    ["1.000,00", "en", 100_000],
    ["1 000,50", "fr", 100_050],
    ["1\u202f000,50", "de", 100_050],
    ["1’000.50", "it", 100_050],
    ["١٢٫٥٠", "ar", 1_250],
    ["۱۲.۵", "en", 1_250],
    ["١٬٠٠٠", "ar", 100_000],
    ["\u200f١٢٫٥٠", "ar", 1_250],
    ["\u206612.50\u2069", "en", 1_250],
    ["1,000", "en", 100_000],
    ["1.000", "de", 100_000],
    ["1.000", "pt", 100_000],
    ["1 000,50", null, 100_050],
  ])("%s, read in %s, is %i cents", (typed, locale, cents) => {
    expect(parseTypedAmount(typed, locale)).toBe(cents);
  });

  it.each([
    ["1.000", "en"],
    ["1,000", "de"],
    ["1.000", "fr"],
    ["0,500", "en"],
    ["0 500", "fr"],
    ["1 00", "en"],
    ["1,00,000", "en"],
    ["1.234.56", "de"],
    ["1,000.000", "en"],
    ["1 000.000", "en"],
    ["1٫٠٠٠", "ar"],
    ["-5", "en"],
    ["1e3", "en"],
    ["", "en"],
    ["1,000", null],
    ["1.000", null],
  ])("%j, read in %s, is none", (typed, locale) => {
    expect(parseTypedAmount(typed, locale)).toBeNull();
  });

  it.each([
    [990, "en", "9.90"],
    [990, "de", "9,90"],
    [5, "uk", "0,05"],
    [123_450, "pt", "1234,50"],
    [990, "ar", "9.90"],
  ])("of %i cents is filled in in %s as %s", (cents, locale, text) => {
    expect(toTypedAmount(cents, locale)).toBe(text);
  });

  it.each([
    ["1.255", "de", "1,255"],
    ["1.255", "en", "1.255"],
    ["9.90", "fr", "9,90"],
    ["", "de", ""],
  ])("of the contract, %j, is filled in in %s as %j", (decimal, locale, text) => {
    expect(toTypedDecimal(decimal, locale)).toBe(text);
  });

  it("is read as what was filled in, in every language", () => {
    const cents = fc.integer({ min: 0, max: AMOUNT_CENTS_MAX });
    fc.assert(
      fc.property(cents, fc.constantFrom(...LOCALES), (amount, locale) => {
        expect(parseTypedAmount(toTypedAmount(amount, locale), locale)).toBe(amount);
      }),
    );
  });

  it("is what was written, however a language groups it, or nothing", () => {
    const cents = fc.integer({ min: 0, max: AMOUNT_CENTS_MAX });
    const locale = fc.constantFrom(...LOCALES);
    const system = fc.constantFrom("latn", "arab", "arabext");
    fc.assert(
      fc.property(cents, locale, locale, system, (amount, writer, reader, numberingSystem) => {
        const format = new Intl.NumberFormat(writer, { numberingSystem, minimumFractionDigits: 2 });
        expect(parseTypedAmount(format.format(amount / 100), reader)).toBe(amount);
        const whole = new Intl.NumberFormat(writer, { numberingSystem });
        const read = parseTypedAmount(whole.format(Math.floor(amount / 100)), reader);
        expect([Math.floor(amount / 100) * 100, null]).toContain(read);
      }),
    );
  });
});
