import { describe, expect, it } from "vitest";
import type { Sql } from "../../db/client.ts";
import type { ResolvedWords } from "./product-filter.ts";
import { toSearchWords } from "./search-text.ts";
import { BYTES_KEPT_MAX, createVocabulary, toBytes } from "./vocabulary.ts";

const LOCALES = ["uk", "en"];

/** A database without words; `statements` counts its queries. */
function createEmptyCatalogue() {
  const asked = { statements: 0 };
  const sql = () => {
    asked.statements += 1;
    return Promise.resolve([{ vocabulary: 1, term: null }]);
  };
  // The code under test uses only the client's call that runs a statement.
  return { sql: sql as unknown as Sql, asked };
}

/**
 * Returns the bytes of what is still remembered, from the newest search back to the first that is
 * not.
 */
async function countKept(searches: string[]) {
  const { sql, asked } = createEmptyCatalogue();
  const vocabulary = createVocabulary();
  const resolve = (search: string) => {
    const lists = toSearchWords(search).map((word) => [word]);
    return { lists, resolving: vocabulary.resolve(sql, lists, LOCALES) };
  };
  for (const search of searches) await resolve(search).resolving;
  let bytes = 0;
  for (const search of searches.toReversed()) {
    const before = asked.statements;
    const { lists, resolving } = resolve(search);
    const size = toBytes(JSON.stringify([lists, LOCALES]), await resolving);
    if (asked.statements > before) return { bytes, size };
    bytes += size;
  }
  throw new Error("all searches are remembered");
}

describe("what words stand for", () => {
  it.each([
    ["one short word", 6_000, (index: number) => `zq${index}`],
    [
      "eight long words of another script",
      700,
      (index: number) =>
        Array.from({ length: 8 }, (_, word) => `щ${index}ж${word}${"щ".repeat(18)}`).join(" "),
    ],
    ["a word that is cut", 3_000, (index: number) => `${index}${"щ".repeat(190)}`],
  ])("is remembered up to a number of bytes: %s", async (_, count, toSearch) => {
    const searches = Array.from({ length: count }, (_each, index) => toSearch(index));
    const kept = await countKept(searches);
    expect(kept.bytes).toBeLessThanOrEqual(BYTES_KEPT_MAX);
    expect(kept.bytes + kept.size).toBeGreaterThan(BYTES_KEPT_MAX);
  });

  it("counts its key, all of its texts and its objects", () => {
    const word = { starts: ["fox"], terms: ["en/fox"], innerTerms: [], isKnown: true };
    const sizeOf = (words: ResolvedWords["words"], key = "[]") =>
      toBytes(key, { words, vocabulary: 1 });
    const size = sizeOf([word]);
    const letters = "щ".repeat(1_000);
    expect(sizeOf([word], `[]${letters}`) - size).toBeGreaterThanOrEqual(2_000);
    for (const list of ["starts", "terms", "innerTerms"] as const) {
      const longer = sizeOf([{ ...word, [list]: [...word[list], letters] }]);
      expect(longer - size).toBeGreaterThan(2_000);
      // An empty text takes memory, too.
      expect(sizeOf([{ ...word, [list]: [...word[list], ""] }])).toBeGreaterThan(size);
    }
    const empty = { starts: [], terms: [], innerTerms: [], isKnown: false };
    expect(sizeOf([word, empty]) - size).toBeGreaterThanOrEqual(200);
    expect(sizeOf([])).toBeGreaterThanOrEqual(400);
  });
});
