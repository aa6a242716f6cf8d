import { expect, it } from "vitest";
import { fallbackLocale, localize } from "./localized-texts.ts";

it.each([
  [{ en: "Fox", de: "Fuchs" }, "Fuchs", undefined],
  [{ fr: "Renard", en: "Fox" }, "Fox", "en"],
  [{ fr: "Renard" }, "Renard", "fr"],
  [{ en: "Fox", de: "" }, "", undefined],
  [{}, "", undefined],
])("%j is read in German as %j, which is %s if it is not German", (texts, text, language) => {
  expect(localize(texts, "de")).toBe(text);
  expect(fallbackLocale(texts, "de")).toBe(language);
});
