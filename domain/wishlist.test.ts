import { describe, expect, it } from "vitest";
import { DomainError } from "./errors.ts";
import { isProductId, toWishlistRefusal } from "./wishlist.ts";

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

describe("a wish that was refused", () => {
  it("says why, where a person can do something about it", () => {
    expect(toWishlistRefusal(new DomainError("product_withdrawn"))).toBe(
      "This prompt is no longer for sale.",
    );
    expect(toWishlistRefusal(new DomainError("wishlist_full"))).toMatch(/full/);
  });

  it.each([
    new DomainError("server_error"),
    new Error("x"),
    "x",
    null,
    undefined,
  ])("says no more than that for %s", (error) => expect(toWishlistRefusal(error)).toBeNull());
});
