import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ONE_LINE, trimLine } from "./one-line.ts";

describe("a line as it is typed or pasted", () => {
  it.each([
    ["\u2068Ada Byron\u2069", "Ada Byron"],
    ["\u202aAda\u202c", "Ada"],
    ["\u202dAda\u202e", "Ada"],
    ["\ufeff \u200bAda\u00ad \u200e\n", "Ada"],
    [" \u200fليلى\u200f ", "ليلى"],
    ["\u061cليلى\u2060", "ليلى"],
    ["\u2066 \u2069", ""],
    ["Ada", "Ada"],
  ])("%j is %j", (typed, line) => {
    expect(trimLine(typed)).toBe(line);
    expect(line).toMatch(ONE_LINE);
  });

  it.each([
    ["Persian, with what joins and parts its letters", "می\u200cخواهم"],
    ["a letter that is joined to nothing", "ه\u200d"],
    ["an emoji of several", "👩\u200d🚀"],
    ["a flag of invisible tags", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
    ["a mark between two words", "C++ \u200eو C"],
    ["an override between two words, which is rejected", "Ada\u202eByron"],
  ])("keeps %s", (_what, line) => {
    expect(trimLine(` \u2068${line}\u2069`)).toBe(line);
  });

  it("loses nothing but what is invisible at its ends, and that at once", () => {
    const mark = fc.constantFrom(..." \n\u00ad\u200b\u200c\u200d\u200e\u202a\u2069\ufeff");
    const text = fc.array(fc.oneof(mark, fc.string({ unit: "binary" }))).map((all) => all.join(""));
    fc.assert(
      fc.property(text, (typed) => {
        const line = trimLine(typed);
        const [before = "", after = ""] = line === "" ? [typed] : splitAt(typed, line);
        expect(before + line + after).toBe(line === "" ? before : typed);
        expect(before + after).toMatch(
          /^[\s\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]*$/,
        );
        expect(trimLine(line)).toBe(line);
        expect(line.trim()).toBe(line);
      }),
    );
  });

  it("keeps a long row of marks inside a text", () => {
    const marks = "\u200b".repeat(200_000);
    expect(trimLine(`a${marks}b`)).toHaveLength(200_002);
  });
});

function splitAt(typed: string, line: string): [string, string] {
  const at = typed.indexOf(line);
  return [typed.slice(0, at), typed.slice(at + line.length)];
}
