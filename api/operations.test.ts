import { describe, expect, it } from "vitest";
import { assertSameOperation } from "./operations.ts";

const known = {
  userId: 7,
  reason: "late",
  texts: { de: { subject: "Neu" }, en: {} },
  status: "new",
};
type Row = Record<string, unknown>;
const conflict = expect.objectContaining({ code: "operation_conflict" });

describe("a repeated operation", () => {
  it("is the same with the same content, whatever else is stored of it", () => {
    assertSameOperation(known, { userId: 7, reason: "late" });
    const texts = { en: { label: undefined }, de: { subject: "Neu" } };
    expect(() => assertSameOperation<Row>(known, { texts })).not.toThrow();
  });

  it.each([
    { userId: 8 },
    { reason: "" },
    { userId: 7, reason: "Late" },
    { texts: { de: { subject: "Neu" }, en: { label: "See" } } },
  ])("conflicts with %j", (sent) => {
    expect(() => assertSameOperation<Row>(known, sent)).toThrow(conflict);
  });

  it("conflicts when nothing is known of the first one", () => {
    expect(() => assertSameOperation<Row>(null, { userId: 7 })).toThrow(conflict);
  });
});
