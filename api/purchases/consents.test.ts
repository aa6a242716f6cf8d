import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import { CONSENT_VERSION, HELD_CONSENT_VERSION } from "#domain/withdrawal.ts";
import { SCREEN_WORDS_BY_LOCALE } from "../site/translations.ts";
import { findConsentText } from "./consents.ts";

const FOLDER = join(import.meta.dirname, "consents");

/**
 * Hashes of the texts buyers saw. They agreed to exactly these: a changed text needs a new version.
 */
const SHA256: Record<string, Record<string, string>> = {
  "2026-11": {
    ar: "acfd6364bb4a15cefcfa8f294baef3880fdd1641f24fbe106f663c95f0cdf7ee",
    de: "5a5df9f1cce93ee51b696d12ea922de9f13e7a42c768185c71a1cdea898175b4",
    en: "50750cffbab6ec306921accf825065250200f6258394ba51b113ccc0b0ac7c5a",
    es: "1f3802fd980b605c29863146edc92e327db0dd4fb1b33d21e1c263b647e638f8",
    et: "c254364feff07133467f3083b8ffcb7a237a8e97f22369e83bda524b875373f4",
    fr: "ad56291b5ac03dd21805bb32024cc613b7d8eba1bdef8e63db2e590fcf8d9664",
    it: "dc7f416bdb62d96c6d34c140beded722e4dc51056424dd08dbf7cede8e28aed7",
    nl: "812cff0b51b76a1f2f63f52a5bb4c49acec9df5eceec52a108fe2e09da3dbd7e",
    pl: "60886ef8a7462dea27832aef176a55e0203e78d126d8ef16e2e7641aecdbeb46",
    pt: "53d2afaa0f343075cbeeed23e6087b29e2390032ad539ae512eb70824635932c",
    uk: "c0533178fea970b6ec8e5a7ce176b2cd7895735425b3df6d4fb24a6889680368",
  },
  "2026-11-held": {
    ar: "d4b09898c7c54e2897924676ab5edc383be8246acc803a8a0dde7241884837a7",
    de: "8a86a267e7e2437197d0f1b885cb5ee0d9a55ced8567d4989c085ed1656c0570",
    en: "085a64e423022e81ae2c478b347984ccad6fe62a890c17c7eaf8476d750ee868",
    es: "21ff955c402e06ccac706aae26a4fa06ff0aad1dcaa3cb460f27dc6065ccd02a",
    et: "eb72c6ae2cb931da3df369f8812070de0a2c20cccab461a9301ce2734fed16da",
    fr: "191bdadbcb016ff6e143e366ddc69af40d31a8d3b12d467735e80142bb7aeaac",
    it: "374eaaadfa3383072c552e471e0cc1d84e50c5593db07679852d513c05ef5c5d",
    nl: "33aa4c031da6a995447057270dfd88ee17ddaa46ad6466ecc9835e0dfbe4ec06",
    pl: "6e0c793ceea8931436c02a0d50036f960b5e4a66722ed61aaaf178a6fbe43b74",
    pt: "2e59a17079fb767752a3f2500668860a489bd4f92bc0b2029fa888f92532970e",
    uk: "1859496c840c9a1a077e68a206d0ba759a19852529e0ad0dbef60fc9201737ed",
  },
};

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

describe("the texts of consent", () => {
  it("never change once they are out; a language may be added", () => {
    const stored = readdirSync(FOLDER).map((name) => {
      const texts: Record<string, string> = JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
      const hashes = Object.entries(texts).map(([locale, text]) => [locale, hash(text)]);
      return [name.replace(".json", ""), Object.fromEntries(hashes)];
    });
    expect(Object.fromEntries(stored)).toEqual(SHA256);
  });

  it.each(LOCALES)("in %s is what the screen shows", (locale) => {
    const shown = SCREEN_WORDS_BY_LOCALE.get(locale) ?? {};
    expect({
      [`${CONSENT_VERSION}.json`]: findConsentText(CONSENT_VERSION, locale),
      [`${HELD_CONSENT_VERSION}.json`]: findConsentText(HELD_CONSENT_VERSION, locale),
    }).toEqual({
      [`${CONSENT_VERSION}.json`]: shown["checkout.consent"],
      [`${HELD_CONSENT_VERSION}.json`]: shown["order.consent_held"],
    });
  });

  it.each([
    ["2026-10", "en"],
    [CONSENT_VERSION, "xx"],
    ["constructor", "en"],
    [CONSENT_VERSION, "constructor"],
    ["__proto__", "toString"],
  ])("of version %s in %s does not exist", (version, locale) => {
    expect(findConsentText(version, locale)).toBeNull();
  });
});
