import { describe, expect, it } from "vitest";
import { readListState, toListPath } from "./products.query.ts";

const read = (query: string) => readListState(new URLSearchParams(query));

describe("the listing's URL", () => {
  it("reads lists that are joined and lists that are repeated alike", () => {
    expect(read("style=nebula,ink-wash").styles).toEqual(["nebula", "ink-wash"]);
    expect(read("style=nebula&style=ink-wash").styles).toEqual(["nebula", "ink-wash"]);
  });

  it("writes what it reads", () => {
    const path =
      "/products?search=fox&category=animals&style=nebula,ink-wash&sort=price_asc&page=3";
    expect(toListPath(read(path.split("?")[1] ?? ""), { page: 3 })).toBe(path);
  });

  it("goes back to page 1 with any change of a filter", () => {
    expect(toListPath(read("style=nebula&page=4"), { sort: "newest" })).toBe(
      "/products?style=nebula&sort=newest",
    );
  });

  it("drops what it does not know", () => {
    const state = read("style=A%20B,nebula&sort=cheapest&page=0&search=%00x");
    expect(state).toEqual({
      styles: ["nebula"],
      categories: [],
      search: "x",
      sort: null,
      page: null,
    });
  });
});
