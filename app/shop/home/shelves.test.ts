import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HERO_IMAGES, pickShelves } from "./shelves.ts";

const list = (...ids: string[]) => ids.map((id) => ({ id }));

describe("the shelves of home", () => {
  it("show each product once, in the order they came in", () => {
    const found = {
      hero: list("a", "b"),
      newest: list("c", "a", "d"),
      featured: list("d", "e", "b"),
    };
    expect(pickShelves(found)).toEqual({
      hero: list("a", "b"),
      newest: list("c", "d"),
      featured: list("e"),
    });
  });

  it("put the newest in the head of a shop without heroes", () => {
    const newest = list("a", "b", "c", "d", "e", "f");
    expect(pickShelves({ hero: [], newest, featured: [] })).toEqual({
      hero: list("a", "b", "c", "d", "e"),
      newest: list("f"),
      featured: [],
    });
  });

  it("show a product again before they would show nothing", () => {
    const all = list("a", "b");
    expect(pickShelves({ hero: all, newest: all, featured: all })).toEqual({
      hero: all,
      newest: all,
      featured: all,
    });
  });

  it("never lose a shelf, and repeat only where all of it was shown", () => {
    const shelf = fc.uniqueArray(fc.constantFrom(..."abcdefghijklmnop")).map((ids) => list(...ids));
    fc.assert(
      fc.property(shelf, shelf, shelf, (hero, newest, featured) => {
        const picked = pickShelves({ hero, newest, featured });
        expect(picked.hero.length).toBeLessThanOrEqual(HERO_IMAGES);
        expect(picked.newest.length > 0).toBe(newest.length > 0);
        expect(picked.featured.length > 0).toBe(featured.length > 0);
        const shown = new Set(picked.hero.map(({ id }) => id));
        const repeated = picked.newest.filter(({ id }) => shown.has(id));
        expect(repeated.length === 0 || repeated.length === newest.length).toBe(true);
      }),
    );
  });
});
