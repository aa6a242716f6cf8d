import { describe, expect, it } from "vitest";
import { toPlainWords } from "./plain-words.ts";

describe("the plain words of a text", () => {
  it.each([
    ["Café, O’Hara!", ["cafe", "ohara"]],
    ["Straße ŁÓDŹ smørrebrød", ["strasse", "lodz", "smorrebrod"]],
    ["Ærø cœur Đorđe Ðór Þór ırmak", ["aero", "coeur", "dorde", "dor", "thor", "irmak"]],
    ["Лисиця й вовк", ["лисиця", "и", "вовк"]],
    ["ﬁne ①", ["fine", "1"]],
    ["الـمـطـر", ["المطر"]],
    ["Re\u00adgen ra\u200bin \u200ffox\u2066", ["regen", "rain", "fox"]],
    ["\u200f \u00ad", []],
    ["  %_'  ", []],
  ])("of %j are %j", (text, words) => {
    expect(toPlainWords(text)).toEqual(words);
  });
});
