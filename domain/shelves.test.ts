import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeShelf } from "./shelves.ts";

describe("a shelf of home", () => {
  it("is changed one product at a time", () => {
    expect(changeShelf(["1", "2"], "add", "3")).toEqual(["1", "2", "3"]);
    expect(changeShelf(["1", "2"], "add", "1")).toEqual(["1", "2"]);
    expect(changeShelf(["1", "2", "3"], "up", "3")).toEqual(["1", "3", "2"]);
    expect(changeShelf(["1", "2", "3"], "up", "1")).toEqual(["1", "2", "3"]);
    expect(changeShelf(["1", "2", "3"], "down", "1")).toEqual(["2", "1", "3"]);
    expect(changeShelf(["1", "2", "3"], "down", "3")).toEqual(["1", "2", "3"]);
    expect(changeShelf(["1", "2"], "remove", "1")).toEqual(["2"]);
    expect(changeShelf(["1", "2"], "up", "9")).toEqual(["1", "2"]);
  });

  it("keeps all products when one is moved, and up undoes down", () => {
    const shelf = fc.uniqueArray(fc.nat().map(String), { minLength: 2, maxLength: 14 });
    fc.assert(
      fc.property(shelf, fc.nat(), (ids, place) => {
        const id = ids[place % (ids.length - 1)] ?? "";
        const moved = changeShelf(ids, "down", id);
        expect([...moved].sort()).toEqual([...ids].sort());
        expect(changeShelf(moved, "up", id)).toEqual(ids);
      }),
    );
  });
});
