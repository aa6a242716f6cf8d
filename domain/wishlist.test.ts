import { describe, expect, it } from "vitest";
import { isProductId } from "./wishlist.ts";

describe("a product's id", () => {
  it.each([
    "1",
    "999999999999999",
    "3f2a9c1e-77aa-4b0e-9d52-0d6f1c9f3f11",
    "x".repeat(64),
  ])("can be %s", (id) => expect(isProductId(id)).toBe(true));

  it.each([
    "",
    "x".repeat(65),
    "a/b",
    "..",
    "1 2",
    "1\n",
    "ä",
    1,
    null,
    undefined,
    ["1"],
  ])("cannot be %j", (id) => expect(isProductId(id)).toBe(false));
});
