import { describe, expect, it } from "vitest";
import { readBoughtSlug } from "./purchase-note.server.ts";

describe("the product of a redirect back to a purchase", () => {
  it.each([
    ["/en/products/fox?buy=1", "fox"],
    ["/de/products/red-fox?buy=1&again=7#buy", "red-fox"],
    ["/en/products/fox", null],
    ["/en/products/fox?picture=1", null],
    ["/en/products?buy=1", null],
    ["/en/products/a/b?buy=1", null],
    ["/en/products/%2e%2e?buy=1", null],
    ["/en/dashboard?buy=1", null],
    [null, null],
  ])("of %j is %j", (path, slug) => {
    expect(readBoughtSlug(path)).toBe(slug);
  });
});
