import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import { SCREEN_WORDS_BY_LOCALE } from "../site/translations.ts";
import { findConsentText } from "./consents.ts";

const FOLDER = join(import.meta.dirname, "consents");

/** Of the files as buyers saw them. A changed text needs a new version: people agreed to this one. */
const SHA256: Record<string, string> = {
  "2026-11.json": "fc105a971d3e036642f1e612f005bd07307cdcaac33a78e61de92b8e69aba715",
};

describe("the texts of consent", () => {
  it("never change once they are out", () => {
    const hashes = readdirSync(FOLDER).map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(FOLDER, name)))
        .digest("hex"),
    ]);
    expect(Object.fromEntries(hashes)).toEqual(SHA256);
  });

  it.each(LOCALES)("in %s is what the screen shows", (locale) => {
    const shown = SCREEN_WORDS_BY_LOCALE.get(locale)?.["checkout.consent"];
    expect(findConsentText(CONSENT_VERSION, locale)).toBe(shown);
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
