import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AMOUNT_CENTS_MAX, eurToInternal, internalToEur, parseAmount, toDecimal } from "./money.ts";

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
    {},
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

  it("writes negative amounts too", () => {
    expect(toDecimal(-5)).toBe("-0.05");
  });

  it("never credits more than was paid", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: AMOUNT_CENTS_MAX }),
        fc.integer({ min: 1, max: 100_000 }),
        (cents, rate) => {
          expect(eurToInternal(cents, rate) * 10_000).toBeLessThanOrEqual(cents * rate);
        },
      ),
    );
  });

  it("shows the euro value of a price", () => {
    expect(internalToEur(250, 10_000)).toBe(250);
    expect(internalToEur(250, 20_000)).toBe(125);
    expect(() => internalToEur(250, 0)).toThrow(RangeError);
  });

  it("rejects fractions of a cent", () => {
    expect(() => toDecimal(1.5)).toThrow(RangeError);
  });
});
