import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSlug, parseSlugList, SLUG_LIST_LENGTH_MAX } from "./catalog.ts";

const slugs = (count: number) => Array.from({ length: count }, (_, at) => `style-${at}`);

describe("a list of slugs", () => {
  it("keeps the first 50 different ones and no more", () => {
    expect(SLUG_LIST_LENGTH_MAX).toBe(50);
    expect(parseSlugList(slugs(50).join(","))).toEqual(slugs(50));
    expect(parseSlugList(slugs(51).join(","))).toEqual(slugs(50));
    expect(parseSlugList(["a", "a", ...slugs(50)].join(","))).toEqual(["a", ...slugs(49)]);
  });

  it("is bounded and holds slugs only, whatever is sent", () => {
    const part = fc.oneof(fc.stringMatching(/^[a-z0-9-]{0,6}$/), fc.string());
    fc.assert(
      fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
        const list = parseSlugList(parts.join(","));
        expect(list.length).toBeLessThanOrEqual(SLUG_LIST_LENGTH_MAX);
        expect(list.every(isSlug)).toBe(true);
        expect(new Set(list).size).toBe(list.length);
      }),
    );
  });
});
