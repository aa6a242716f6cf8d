import { describe, expect, it } from "vitest";
import { isSlug, PAGE_MAX, parsePage, parseSlugList } from "./catalog.ts";
import { formatDateTime, formatDay } from "./dates.ts";
import { directionOf, isLocaleShaped, pickLocale } from "./locales.ts";
import { parseImageSize, validatePurchase } from "./purchases.ts";

describe("locales", () => {
  it.each(["en", "de", "pt-br", "fil"])("%s is shaped like a language", (text) => {
    expect(isLocaleShaped(text)).toBe(true);
  });

  it.each(["products", "404", "e", "en_US", "", "../en"])("%j is not", (text) => {
    expect(isLocaleShaped(text)).toBe(false);
  });

  it("picks the first that is offered, also by its base language, else English", () => {
    expect(pickLocale([null, "xx", "de-AT"], ["en", "de"])).toBe("de");
    expect(pickLocale(["fr"], ["en", "de"])).toBe("en");
  });

  it("knows who writes from the right", () => {
    expect(directionOf("ar")).toBe("rtl");
    expect(directionOf("de")).toBe("ltr");
  });
});

describe("the catalogue's parameters", () => {
  it.each([
    [null, 1],
    ["", 1],
    ["1", 1],
    [String(PAGE_MAX), PAGE_MAX],
    [String(PAGE_MAX + 1), null],
    ["0", null],
    ["-1", null],
    ["1.5", null],
    ["two", null],
  ])("page %j is %s", (text, page) => {
    expect(parsePage(text)).toBe(page);
  });

  it("keeps the slugs of a list that can be slugs", () => {
    expect(parseSlugList("nebula, ink-wash,nebula,A B,--,'")).toEqual(["nebula", "ink-wash"]);
    expect(isSlug("a".repeat(121))).toBe(false);
    expect(isSlug("a".repeat(120))).toBe(true);
  });
});

describe("buying", () => {
  const facts = { isForSale: true, priceCents: 250, expectedPriceCents: 250, balanceCents: 250 };

  it("is allowed to the cent", () => {
    expect(validatePurchase(facts)).toBeNull();
    expect(validatePurchase({ ...facts, balanceCents: 249 })).toBe("balance_insufficient");
  });

  it("is rejected at a price that was not seen, even a lower one", () => {
    expect(validatePurchase({ ...facts, expectedPriceCents: 251 })).toBe("price_changed");
    expect(validatePurchase({ ...facts, expectedPriceCents: null })).toBeNull();
  });

  it("is rejected for what is no longer for sale, before anything else", () => {
    const gone = { ...facts, isForSale: false, balanceCents: 0, expectedPriceCents: 1 };
    expect(validatePurchase(gone)).toBe("product_withdrawn");
  });

  it.each([
    ["1024x1024", { widthPx: 1024, heightPx: 1024 }],
    ["64x2048", { widthPx: 64, heightPx: 2048 }],
    ["63x64", null],
    ["64x2049", null],
    ["1024", null],
    ["1e3x1e3", null],
  ])("reads the size %s", (text, size) => {
    expect(parseImageSize(text)).toEqual(size);
  });
});

describe("dates", () => {
  it("are written dd.LL.yyyy HH:mm:ss", () => {
    expect(formatDateTime("2026-01-05T23:04:09Z")).toBe("05.01.2026 23:04:09");
    expect(formatDateTime("2026-01-05T23:04:09Z", "Europe/Tallinn")).toBe("06.01.2026 01:04:09");
    expect(formatDateTime("2026-01-05T00:00:00Z")).toBe("05.01.2026 00:00:00");
  });

  it("without a time are written dd.LL.yyyy, as the day in UTC", () => {
    expect(formatDay("2026-11-24")).toBe("24.11.2026");
    expect(formatDay("2026-11-24T23:59:59Z")).toBe("24.11.2026");
  });
});
