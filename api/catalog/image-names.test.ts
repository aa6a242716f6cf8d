import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHashPrefix, toImageName } from "./image-names.ts";

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);

describe("an image's name in addresses", () => {
  it("is 12 letters and digits from which the beginning of its hash is read again", () => {
    fc.assert(
      fc.property(hash, (whole) => {
        const name = toImageName(whole);
        expect(name).toMatch(/^[\w-]{12}$/);
        expect(toHashPrefix(name)).toBe(whole.slice(0, 18));
        expect(toHashPrefix(whole)).toBe(whole);
      }),
    );
  });

  it("is nothing else: no other text leads to an image", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\w%.-]{0,70}$/)), (text) => {
        const prefix = toHashPrefix(text);
        if (prefix !== null) expect(prefix).toMatch(/^([0-9a-f]{18}|[0-9a-f]{64})$/);
        expect(prefix !== null).toBe(/^([\w-]{12}|[0-9a-f]{64})$/.test(text));
      }),
    );
  });
});
