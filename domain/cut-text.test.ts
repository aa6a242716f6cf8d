import fc from "fast-check";
import { expect, it } from "vitest";
import { cutText } from "./cut-text.ts";

it("cuts between characters, never within one", () => {
  expect(cutText("PAYOUT-1", 35)).toBe("PAYOUT-1");
  expect(cutText("PAYOUT-1", 6)).toBe("PAYOUT");
  expect(cutText("ab😀cd", 3)).toBe("ab😀");
  expect(cutText("😀😀😀", 2)).toBe("😀😀");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(40), (text, most) => {
      const cut = cutText(text, most);
      expect(text.startsWith(cut)).toBe(true);
      expect([...cut]).toHaveLength(Math.min(most, [...text].length));
      expect(cut).not.toMatch(/\p{Cs}/u);
    }),
  );
});
