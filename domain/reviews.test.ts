import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pickReasons, REASON_BODY_LENGTH_MAX } from "./reviews.ts";
import { REASON_LENGTH_MAX } from "./verification.ts";

const reasons = [
  { id: 1, kind: "offer", locale: "de" },
  { id: 2, kind: "offer", locale: "en" },
  { id: 3, kind: "verification", locale: "fr" },
];

describe("the reasons for a decision", () => {
  it("are those in the reader's language, or all of the kind", () => {
    const ids = (kind: "offer" | "verification", locale: string) =>
      pickReasons(reasons, { kind, locale }).map(({ id }) => id);
    expect(ids("offer", "de")).toEqual([1]);
    expect(ids("offer", "ar")).toEqual([1, 2]);
    expect(ids("verification", "de")).toEqual([3]);
    expect(pickReasons([], { kind: "offer", locale: "de" })).toEqual([]);
  });

  it("are never of another kind, and never fewer than could be read", () => {
    const locale = fc.constantFrom("en", "de", "ar");
    const kind = fc.constantFrom("offer" as const, "verification" as const);
    fc.assert(
      fc.property(fc.array(fc.record({ kind, locale })), kind, locale, (all, one, reader) => {
        const picked = pickReasons(all, { kind: one, locale: reader });
        expect(picked.every((reason) => reason.kind === one)).toBe(true);
        expect(picked.length > 0).toBe(all.some((reason) => reason.kind === one));
      }),
    );
  });

  it("fit into the shortest field that they fill", () => {
    expect(REASON_BODY_LENGTH_MAX).toBeLessThanOrEqual(REASON_LENGTH_MAX);
  });
});
