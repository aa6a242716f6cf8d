import { expect, it } from "vitest";
import { readTextLanguage } from "./text-language.server.ts";

it.each([
  ["en", "en"],
  ["pt_BR", "pt-br"],
  [" EN ", "en"],
  // The page's own language needs no mark.
  ["de", undefined],
  ["DE", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
  ["no language", undefined],
  ['"><b>', undefined],
])("a text in %j on a German page has the language %j", (stated, language) => {
  expect(readTextLanguage({ locale: "de" }, stated)).toBe(language);
});
