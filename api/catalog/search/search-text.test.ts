import { describe, expect, it } from "vitest";
import {
  isInnerWord,
  toLetters,
  toPlainWord,
  toSearchWords,
  toSingular,
  toTerms,
} from "./search-text.ts";

describe("a text to be searched", () => {
  it("is its words behind their languages, each once, and those of titles again", () => {
    const titles = { en: "Art déco: The Dreamer's Fox, the", de: "Säulen aus Glut" };
    const descriptions = { en: "A fox by the sea.", pt: "Mar", "x/y": "No language" };
    const motifs = { en: ["Palm tree", "Fox"], de: ["Palme", "Fuchs"] };
    const names: Record<string, string>[] = [{ en: "Ink" }, { de: "Tusche" }];
    expect(
      toTerms({ titles, descriptions, motifs, names, categoryId: 3, styleIds: [12] }).join(" "),
    ).toBe(
      "en/art en/deco en/the en/dreamers en/fox de/saulen de/aus de/glut en/palm en/tree " +
        "de/palme de/fuchs en/ink de/tusche en/a en/by en/sea pt/mar " +
        "en=art en=deco en=the en=dreamers en=fox de=saulen de=aus de=glut en^art de^saulen c/3 s/12",
    );
  });

  it("is bounded: 60 words of a description, 200 letters of a word", () => {
    const words = Array.from({ length: 100 }, (_, at) => `w${at}`);
    const descriptions = { en: words.join(" "), de: words.join(" ") };
    const titles = { en: "x".repeat(3_000), de: "x ".repeat(1_000) };
    const groups = { names: [], categoryId: 3, styleIds: [] };
    const terms = toTerms({ titles, descriptions, motifs: {}, ...groups });
    expect(terms).toHaveLength(2 + 60 + 60 + 2 + 2 + 1);
    expect(terms[0]).toBe(`en/${"x".repeat(200)}`);
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

describe("a word that is looked for inside others", () => {
  it.each([
    ["house", true],
    ["lamp", false],
    ["лисиц", true],
    ["лис", false],
    ["вода", false],
    ["بحر", true],
    ["حر", false],
    ["森", true],
  ])("is long enough by its letters: %s", (word, isInner) => {
    const [encoded = ""] = toSearchWords(word);
    expect(toPlainWord(encoded)).toBe(word);
    expect(toLetters(encoded)).toHaveLength([...word].length);
    expect(isInnerWord(word)).toBe(isInner);
  });

  it("has letters and digits beside one another", () => {
    const [encoded = ""] = toSearchWords("лис7ab");
    expect(toPlainWord(encoded)).toBe("лис7ab");
  });
});

describe("an English plural", () => {
  it.each([
    ["foxes", ["fox"]],
    ["trees", ["tree"]],
    ["butterflies", ["butterfly"]],
    ["houses", ["hous"]],
    ["churches", ["church"]],
    ["moss", []],
    ["cactus", []],
    ["sea", []],
    ["gas", []],
  ])("%s is found as %j", (word, singular) => {
    expect(toSingular(word)).toEqual(singular);
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
