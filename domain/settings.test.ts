import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AMOUNT_CENTS_MAX,
  eurToInternal,
  RATE_BASIS_POINTS_MAX,
  RATE_BASIS_POINTS_MIN,
} from "./money.ts";
import { DEPOSIT_LIMIT_CENTS_MIN, parseImageSizes, validateDepositLimits } from "./settings.ts";

describe("the sizes", () => {
  it.each([
    ["1024x1024, 512 × 512", ["1024x1024", "512x512"]],
    ["512x512;512X512\n64x2048", ["512x512", "64x2048"]],
  ])("of %j are %j", (text, sizes) => {
    expect(parseImageSizes(text)).toEqual({ sizes });
  });

  it.each([
    ["", "choice_required"],
    [" , ;", "choice_required"],
    ["1024", "image_size_invalid"],
    ["63x63", "image_size_invalid"],
    ["512x512,big", "image_size_invalid"],
    ["64x64,65x65,66x66,67x67,68x68,69x69,70x70", "number_out_of_range"],
  ])("are not %j: %s", (text, code) => {
    expect(parseImageSizes(text)).toMatchObject({ error: { code } });
  });
});

describe("the limits of deposits", () => {
  it("leave an amount that can be paid in, or are rejected", () => {
    const cents = fc.integer({ min: -100, max: AMOUNT_CENTS_MAX + 100 });
    fc.assert(
      fc.property(cents, cents, (minCents, maxCents) => {
        const isPossible =
          minCents >= DEPOSIT_LIMIT_CENTS_MIN &&
          minCents <= maxCents &&
          maxCents <= AMOUNT_CENTS_MAX;
        const limits = { minCents, maxCents, rateBasisPoints: 10_000 };
        expect(validateDepositLimits(limits) === null).toBe(isPossible);
      }),
    );
  });

  it("let the smallest deposit credit something at every rate", () => {
    const rates = fc.integer({ min: RATE_BASIS_POINTS_MIN, max: RATE_BASIS_POINTS_MAX });
    const cents = fc.integer({ min: DEPOSIT_LIMIT_CENTS_MIN, max: 200 });
    fc.assert(
      fc.property(rates, cents, (rateBasisPoints, minCents) => {
        const limits = { minCents, maxCents: 200, rateBasisPoints };
        const isCredited = eurToInternal(minCents, rateBasisPoints) > 0;
        expect(validateDepositLimits(limits) === null).toBe(isCredited);
      }),
    );
    expect(
      validateDepositLimits({ minCents: 99, maxCents: 200, rateBasisPoints: 100 }),
    ).toMatchObject({ field: "deposit_min", message: { params: { amount: "1.00 EUR" } } });
  });
});
