import { describe, expect, it } from "vitest";
import { toSearchText, toSearchWords } from "./search-text.ts";

describe("a text to be searched", () => {
  it("is its words in every language, without case, accents and signs", () => {
    expect(toSearchText(["Säulen aus Glut", "Art déco: The Dreamer's Fox!"])).toBe(
      "saulen aus glut art deco the dreamers fox",
    );
  });

  it.each([
    ["STRASSE", "straße"],
    ["cafe", "CAFÉ"],
    ["oresund", "Øresund"],
    ["istanbul", "İSTANBUL"],
    ["ﬁre", "fire"],
    ["слово", "СЛОВО"],
    ["مرحبا", "مَرْحَبًا"],
  ])("is the same however it is written: %s and %s", (one, other) => {
    expect(toSearchWords(one)).toEqual(toSearchWords(other));
  });

  it("is plain ASCII in every script, and each word stays distinct", () => {
    const words = toSearchWords("слово 日本 مرحبا नमस्ते 𝔘 fox");
    expect(words.join("")).toMatch(/^[a-z0-9]+$/);
    expect(new Set(words).size).toBe(words.length);
    expect(words).toContain("fox");
  });
});

describe("what is looked for", () => {
  it.each([
    ["red fox", ["red", "fox"]],
    ["  fox   FOX fox ", ["fox"]],
    ["100% fox_tail \\ 'quoted'", ["100", "fox", "tail", "quoted"]],
    ["fox'; DROP TABLE products; --", ["fox", "drop", "table", "products"]],
    ["a\u0000b", ["a", "b"]],
    ["💎 fox \u202e", ["fox"]],
    ["\ud800 fox", ["fox"]],
    ["%%% ___ \\\\ ... ?!", []],
    ["", []],
  ])("%j has the words %j", (text, words) => {
    expect(toSearchWords(text)).toEqual(words);
  });

  it("ends after 200 letters and 8 words, however long the text is", () => {
    expect(toSearchWords("x".repeat(10_000))).toEqual(["x".repeat(200)]);
    expect(toSearchWords("a b c d e f g h i j")).toHaveLength(8);
  });
});
