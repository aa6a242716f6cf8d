import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatImageSize,
  IMAGE_SIZES,
  LICENCE,
  offeredImages,
  PURCHASED_IMAGE_SIZE,
  parseImageSize,
  readStandardLicence,
  validatePurchase,
} from "./purchases.ts";

describe("buying", () => {
  const seen = { priceCents: 250, rateBasisPoints: 10_000 };
  const facts = { isForSale: true, ...seen, seen, balanceCents: 250 };

  it("is allowed to the cent", () => {
    expect(validatePurchase(facts)).toBeNull();
    expect(validatePurchase({ ...facts, balanceCents: 249 })).toBe("balance_insufficient");
  });

  it("is rejected at a price that was not seen, even a lower one", () => {
    const buyAt = (priceCents: number | null) =>
      validatePurchase({ ...facts, seen: { ...seen, priceCents } });
    expect([buyAt(251), buyAt(249)]).toEqual(["price_changed", "price_changed"]);
    expect(buyAt(null)).toBeNull();
  });

  it("is rejected at a price in euros that was not seen, even a lower one", () => {
    const buyAt = (rateBasisPoints: number | null) =>
      validatePurchase({ ...facts, seen: { ...seen, rateBasisPoints } });
    expect([buyAt(5_000), buyAt(20_000)]).toEqual(["rate_changed", "rate_changed"]);
    // 2.494 and 2.506 round to a different cent; 2.498 does not.
    expect([buyAt(10_024), buyAt(9_976), buyAt(10_008)]).toEqual([
      "rate_changed",
      "rate_changed",
      null,
    ]);
    expect(buyAt(null)).toBeNull();
  });

  it("is rejected for what is no longer for sale, before anything else", () => {
    const other = { priceCents: 1, rateBasisPoints: 1 };
    const gone = { ...facts, isForSale: false, balanceCents: 0, seen: other };
    expect(validatePurchase(gone)).toBe("product_withdrawn");
  });

  it("never takes a wallet below zero or more than was seen", () => {
    const cents = fc.nat({ max: 3 });
    fc.assert(
      fc.property(cents, fc.option(cents), cents, (priceCents, seenCents, balanceCents) => {
        const shown = { ...seen, priceCents: seenCents };
        const bought = { ...facts, priceCents, seen: shown, balanceCents };
        const isAllowed = balanceCents >= priceCents && [null, priceCents].includes(seenCents);
        expect(validatePurchase(bought) === null).toBe(isAllowed);
      }),
    );
  });
});

describe("the size of an image", () => {
  it.each([
    ["1024x1024", { widthPx: 1024, heightPx: 1024 }],
    ["64x2048", { widthPx: 64, heightPx: 2048 }],
    ["2048x64", { widthPx: 2048, heightPx: 64 }],
    ["63x64", null],
    ["64x63", null],
    ["64x2049", null],
    ["2049x64", null],
    ["1024", null],
    ["1e3x1e3", null],
    ["64x064x64", null],
    ["00064x64", null],
    ["64x00064", null],
    [" 64x64", null],
    ["64x64 ", null],
    ["64X64", null],
  ])("%j is read as %j", (text, size) => {
    expect(parseImageSize(text)).toEqual(size);
  });

  it("is read back from every text that stands for one", () => {
    const side = fc.integer({ min: 64, max: 2048 });
    fc.assert(
      fc.property(side, side, (widthPx, heightPx) => {
        expect(parseImageSize(`${widthPx}x${heightPx}`)).toEqual({ widthPx, heightPx });
      }),
    );
  });

  it("is shown with a multiplication sign", () => {
    expect(formatImageSize("512x1024")).toBe("512\u00a0×\u00a01024");
  });
});

describe("the images on offer", () => {
  it("are those of the settings", () => {
    const settings = { formats: ["png"], sizes: ["256x256"] };
    expect(offeredImages(settings)).toEqual(settings);
  });

  it.each([
    ["missing", {}],
    ["null", { formats: null, sizes: null }],
    ["empty", { formats: [], sizes: [] }],
  ])("are the defaults of spec §9 where the lists are %s", (_how, settings) => {
    expect(offeredImages(settings)).toEqual({
      formats: ["jpg", "png", "webp"],
      sizes: ["1024x1024", "512x512"],
    });
  });

  it("can be made: the size that is sold is one of them", () => {
    expect(IMAGE_SIZES).toContain(PURCHASED_IMAGE_SIZE);
    expect(IMAGE_SIZES.map(parseImageSize)).not.toContain(null);
  });
});

describe("the licence", () => {
  it("is the standard one of a version, or one of a product's own", () => {
    expect(readStandardLicence(LICENCE)).toBe("1.0");
    expect(readStandardLicence("Promptory Standard Licence 2.1")).toBe("2.1");
    expect(readStandardLicence("Promptory Standard Licence")).toBeNull();
    expect(readStandardLicence("CC BY 4.0")).toBeNull();
  });
});
