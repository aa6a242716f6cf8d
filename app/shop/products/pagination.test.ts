import { describe, expect, it } from "vitest";
import { listPages } from "./pagination.tsx";

describe("the pages that a list offers", () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 6, [1, 2, null, 6]],
    [2, 6, [1, 2, 3, null, 6]],
    [3, 5, [1, 2, 3, 4, 5]],
    [6, 6, [1, null, 5, 6]],
    [50, 100, [1, null, 49, 50, 51, null, 100]],
  ])("on page %i of %i", (current, last, pages) => {
    expect(listPages(current, last)).toEqual(pages);
  });

  it("shows a page rather than a gap of one", () => {
    expect(listPages(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9]);
  });
});
