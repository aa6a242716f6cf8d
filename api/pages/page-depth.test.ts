import { describe, expect, it } from "vitest";
import { PAGE_DEPTH_MAX } from "#domain/pages.ts";
import { isNestedTooDeep } from "./page-depth.ts";
import { PAGE_FILES } from "./page-files.ts";

describe("a page's depth", () => {
  const nest = (tag: string, count: number) => `<${tag}>`.repeat(count);

  it("is limited, however deep", () => {
    expect(isNestedTooDeep(`${nest("div", PAGE_DEPTH_MAX)}text`)).toBe(false);
    for (const count of [PAGE_DEPTH_MAX + 1, 2_500, 15_000]) {
      expect(isNestedTooDeep(nest("div", count))).toBe(true);
      expect(isNestedTooDeep(nest("b", count))).toBe(true);
    }
  });

  it("is none of elements side by side, whose ends may be left out", () => {
    expect(isNestedTooDeep("<p>a".repeat(1_000))).toBe(false);
    expect(isNestedTooDeep(`<ul>${"<li>a".repeat(1_000)}</ul>`)).toBe(false);
    expect(PAGE_FILES.filter(({ content }) => isNestedTooDeep(content))).toEqual([]);
  });
});
