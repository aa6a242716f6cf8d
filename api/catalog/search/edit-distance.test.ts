import { describe, expect, it } from "vitest";
import { editDistance, pickCorrections, swapNeighbours } from "./edit-distance.ts";
import { toSearchWords } from "./search-text.ts";

const normalize = (word: string) => toSearchWords(word).join("");
const WORDS = ["lighthouse", "light", "mountain", "fountain", "harbour", "horse", "fox", "forest"];

describe("a word that the catalogue does not have", () => {
  it.each([
    ["lihgthouse", ["lighthouse"]],
    ["lighthose", ["lighthouse"]],
    ["lighthoouse", ["lighthouse"]],
    ["lighthouze", ["lighthouse"]],
    ["lihgt", ["lighthouse", "light"]],
    ["mountian", ["mountain"]],
    ["mountani", ["mountain"]],
    ["vountain", ["mountain", "fountain"]],
    ["house", ["horse"]],
    ["harb0ur", ["harbour"]],
    ["forrest", ["forest"]],
    ["nutmeg", []],
    ["lightning", []],
    ["fxo", []],
    ["f", []],
    ["", []],
  ])("may be a slip: %s means %j", (word, meant) => {
    expect(pickCorrections(word, WORDS)).toEqual(meant);
  });

  it("has letters of every script counted as one each", () => {
    expect(pickCorrections(normalize("лисицца"), [normalize("лисица")])).toHaveLength(1);
    expect(pickCorrections(normalize("собака"), [normalize("лисица")])).toEqual([]);
  });
});

it("counts the slips between two whole words", () => {
  expect(editDistance("S3_PREFX", "S3_PREFIX")).toBe(1);
  expect(editDistance("SMPT_URI", "SMTP_URL")).toBe(2);
  expect(editDistance("APP", "APP_URL")).toBe(4);
  expect(editDistance("", "")).toBe(0);
});

it("swaps neighbours, also of other scripts", () => {
  expect(swapNeighbours("satg")).toEqual(["astg", "stag", "sagt"]);
  expect(swapNeighbours(normalize("кит"))).toContain(normalize("кти"));
  expect(swapNeighbours("a")).toEqual([]);
});
