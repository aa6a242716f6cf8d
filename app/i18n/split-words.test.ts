import { expect, it } from "vitest";
import { ENGLISH_WORDS } from "#app/i18n/i18next.server.ts";
import { listSources } from "#tests/setup/repository/sources.ts";
import { splitWords } from "./split-words.ts";

const { shop, staff } = splitWords(ENGLISH_WORDS);
const groupsOf = (words: object) => new Set(Object.keys(words).map((key) => key.split(".")[0]));

it("every text that is shown is loaded by somebody, and once", () => {
  const given = [...Object.keys(shop), ...Object.keys(staff)].sort();
  // Neutral texts use the placeholders of those they replace (neutral-words).
  const shown = Object.keys(ENGLISH_WORDS).filter((key) => !/^(?:mail|neutral)\./.test(key));
  expect(given).toEqual(shown.sort());
  expect(groupsOf(staff)).toContain("staff_orders");
});

it("no screen of shoppers names a text that they do not load", () => {
  const missing = listSources("app")
    .filter(({ path }) => path.endsWith(".tsx") && !path.startsWith("app/staff/"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bt\("([\w.]+)"/g)].map(([, key = ""]) => ({
        path,
        key,
      })),
    )
    .filter(({ key }) => Object.hasOwn(ENGLISH_WORDS, key) && !Object.hasOwn(shop, key));
  expect(missing).toEqual([]);
});
