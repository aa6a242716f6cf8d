import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ACCEPT_LANGUAGE_LENGTH_MAX,
  directionOf,
  isLanguageChoice,
  isLocaleShaped,
  LOCALES,
  nameOfLanguage,
  pickLocale,
  readAcceptLanguage,
  readLocale,
} from "./locales.ts";

describe("a path segment", () => {
  it.each([
    "en",
    "de",
    "pt-br",
    "fil",
    "zh-hans",
    "EN",
    "de-1996",
    "zh-Hant-TW",
    "es-latn-419",
  ])("%s is shaped like a language", (text) => {
    expect(isLocaleShaped(text)).toBe(true);
  });

  it.each([
    "products",
    "404",
    "e",
    "en_US",
    "",
    "../en",
    "en/",
    "en-",
    "en-u",
    "en-verylongone",
    "engl",
    "en-gb-oed",
    "zh-hant-",
    "zh-hant-tw-x",
  ])("%j is not", (text) => {
    expect(isLocaleShaped(text)).toBe(false);
  });
});

describe("the languages of a browser", () => {
  it.each([
    ["fr;q=0.4, de-CH, en;q=0.3", ["de-CH", "fr", "en"]],
    ["sv-SE,sv;q=0.9,de;q=0.8,en;q=0.7", ["sv-SE", "sv", "de", "en"]],
    ["uk, de", ["uk", "de"]],
    ["de;q=0, en", ["en"]],
    ["de;q=0.000", []],
    ["DE ; Q=0.5 , ar\t;q=0.9", ["ar", "DE"]],
    ["*", []],
    ["*, de;q=0.1", ["de"]],
    ["de;q=nonsense", []],
    ["de;q=1.5, en;q=0.1", ["en"]],
    ["../../etc, de", ["de"]],
    [";;;,,", []],
    ["", []],
  ])("of %j are %j, best first", (header, languages) => {
    expect(readAcceptLanguage(header)).toEqual(languages);
  });

  it("are those at the start of a header that no browser sends", () => {
    const start = "de,".padEnd(ACCEPT_LANGUAGE_LENGTH_MAX - 2);
    expect(readAcceptLanguage(`${start}fr`)).toEqual(["de", "fr"]);
    expect(readAcceptLanguage(`${start}  fr`)).toEqual(["de"]);
  });
});

describe("the name of a language", () => {
  it("is in the language of the page, or its code where it is no language", () => {
    expect(nameOfLanguage("de", "en")).toBe("German");
    expect(nameOfLanguage("de", "fr")).toBe("allemand");
    expect(nameOfLanguage("pl", "pt")).toBe("polaco");
    for (const code of ["x", "en_US", "deutsch oder englisch"]) {
      expect(nameOfLanguage(code, "en")).toBe(code);
    }
  });
});

describe("a language code of any server", () => {
  it.each([
    ["de", "de"],
    ["pt_BR", "pt-br"],
    [" ZH-Hans ", "zh-hans"],
    ["zh_Hans_CN", "zh-hans-cn"],
    ["", null],
    ["../de", null],
    ["en_US.UTF-8", null],
    ["de@euro", null],
  ])("%j is the locale %j", (code, locale) => {
    expect(readLocale(code)).toBe(locale);
  });

  it("is a locale that formats numbers, or none", () => {
    const part = fc.constantFrom("pt", "BR", "_", "-", "Hans", "x", "1", " ", ".", "/");
    const codes = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(codes, (code) => {
        const locale = readLocale(code);
        if (locale !== null) expect(new Intl.NumberFormat(locale).format(1)).not.toBe("");
        expect(readLocale(locale ?? "")).toBe(locale);
      }),
    );
  });
});

describe("the locale to show", () => {
  it("is the first candidate that is offered, also by its base language, else English", () => {
    expect(pickLocale([null, "xx", "de-AT"], ["en", "de"])).toBe("de");
    expect(pickLocale([undefined, "", "DE"], ["en", "de"])).toBe("de");
    expect(pickLocale(["pt-BR"], ["en", "pt", "pt-br"])).toBe("pt-br");
    expect(pickLocale(["zh-Hant-TW"], ["en", "zh", "zh-hant"])).toBe("zh-hant");
    expect(pickLocale(["fr"], ["en", "de"])).toBe("en");
    expect(pickLocale([], ["de"])).toBe("en");
  });

  it("is an offered one or English, whatever is asked for", () => {
    const candidates = fc.array(fc.option(fc.oneof(fc.string(), fc.constantFrom(...LOCALES))));
    fc.assert(
      fc.property(candidates, (all) => {
        expect([...LOCALES]).toContain(pickLocale(all, LOCALES));
      }),
    );
  });

  it.each(["ar", "ar-EG", "fa", "he", "ur"])("%s is written from the right", (locale) => {
    expect(directionOf(locale)).toBe("rtl");
  });

  it.each(LOCALES.filter((locale) => locale !== "ar"))("%s is written from the left", (locale) => {
    expect(directionOf(locale)).toBe("ltr");
  });
});

describe("a request for another language", () => {
  const isChoice = (referer: string | null, to: string) =>
    isLanguageChoice(referer, new URL(to, "https://shop.example"));

  it("is a choice when it comes from a page of ours in another language", () => {
    expect(isChoice("https://shop.example/en/products?page=2", "/de/products")).toBe(true);
    expect(isChoice("https://shop.example/en", "/de")).toBe(true);
  });

  it.each([
    ["no referer", null],
    ["an empty referer", ""],
    ["a referer that is no address", "shop.example/en"],
    ["the same language", "https://shop.example/de/login"],
    ["another site", "https://evil.example/en/products"],
    ["another port of this host", "https://shop.example:8443/en/products"],
    ["an address without a language", "https://shop.example/products"],
    ["the root", "https://shop.example/"],
  ])("is none with %s", (_what, referer) => {
    expect(isChoice(referer, "/de/products")).toBe(false);
  });
});
