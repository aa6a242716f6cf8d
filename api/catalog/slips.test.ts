import { describe, expect, it } from "vitest";
import { toSearchText } from "./search-text.ts";
import { chooseMeant } from "./slips.ts";

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
    expect(chooseMeant(word, WORDS)).toEqual(meant);
  });

  it("has letters of every script counted as one each", () => {
    expect(chooseMeant(toSearchText(["лисицца"]), [toSearchText(["лисица"])])).toHaveLength(1);
    expect(chooseMeant(toSearchText(["собака"]), [toSearchText(["лисица"])])).toEqual([]);
  });
});
