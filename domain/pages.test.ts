import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flattenHtml } from "./pages.ts";

describe("a page without nesting", () => {
  it("has its text, and breaks where blocks were", () => {
    expect(flattenHtml('<div><p class="a">One <b>t</b>wo</p>3 < 4 &amp; 5<!-- x --></div>')).toBe(
      "<hr><hr>One <wbr>t<wbr>wo<hr>3 < 4 &amp; 5<wbr><hr>",
    );
  });

  it("has no other tags, whatever it was", () => {
    const part = fc.constantFrom("<", ">", "/", "b", "div", " ", "!", "--", '"', "<b>", "</p>");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const flat = flattenHtml(parts.join(""));
        expect(flat.match(/<[/!?a-z][^<>]*/gi) ?? []).toEqual(flat.match(/<(wbr|hr)(?=>)/g) ?? []);
      }),
    );
  });
});
