import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStaffSearch, STAFF_SEARCH_LENGTH_MAX, toLikePrefix } from "./staff-search.ts";

describe("parseStaffSearch", () => {
  it("lists everything for nothing", () => {
    expect([undefined, "", "   "].map(parseStaffSearch)).toEqual([null, null, null]);
  });

  it("takes a number as an id, with # or without", () => {
    expect(parseStaffSearch("#42")?.id).toBe(42);
    expect(parseStaffSearch(" 1042 ")).toEqual({ id: 1042, prefix: "1042", reference: "1042" });
    expect(parseStaffSearch("4e2")?.id).toBeNull();
    expect(parseStaffSearch("9".repeat(16))?.id).toBeNull();
  });

  it("searches by a prefix from three letters on", () => {
    expect(parseStaffSearch("an")?.prefix).toBeNull();
    expect(parseStaffSearch("Ann@Example.com")?.prefix).toBe("ann@example.com");
  });

  it("never gives an unsafe id nor a longer text than is allowed", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        const search = parseStaffSearch(text);
        if (search === null) return;
        expect(search.reference.length).toBeLessThanOrEqual(STAFF_SEARCH_LENGTH_MAX);
        expect(search.id === null || Number.isSafeInteger(search.id)).toBe(true);
      }),
    );
  });
});

describe("toLikePrefix", () => {
  it("escapes what LIKE would read as a pattern", () => {
    expect(toLikePrefix("50%_a\\b")).toBe("50\\%\\_a\\\\b%");
  });
});
