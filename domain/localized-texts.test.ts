import { expect, it } from "vitest";
import { localize } from "./localized-texts.ts";

it.each([
  [{ en: "Fox", de: "Fuchs" }, "Fuchs"],
  [{ en: "Fox", fr: "Renard" }, "Fox"],
  [{ fr: "Renard" }, "Renard"],
  [{ en: "Fox", de: "" }, ""],
  [{}, ""],
])("%j is read in German as %j", (texts, text) => {
  expect(localize(texts, "de")).toBe(text);
});
