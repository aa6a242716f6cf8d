import { describe, expect, it } from "vitest";
import { isApiId, isRowId } from "./ids.ts";

describe("ids", () => {
  it.each(["0", "7", "123456789012345"])("takes %j for the id of a row", (id) => {
    expect(isRowId(id)).toBe(true);
    expect(isApiId(id)).toBe(true);
  });

  it.each([
    "1234567890123456",
    "3f2a9c1e-77aa-4b0e-9d52-0d6f1c9f3f11",
    "a_b",
    "x".repeat(64),
  ])("takes %j from other servers", (id) => {
    expect(isRowId(id)).toBe(false);
    expect(isApiId(id)).toBe(true);
  });

  it.each([
    "",
    "7\n",
    "1 2",
    "x".repeat(65),
    "a/b",
    "..",
    "7?a",
    "ä",
    7,
    null,
    undefined,
    ["7"],
  ])("takes %j for no id", (id) => {
    expect(isRowId(id)).toBe(false);
    expect(isApiId(id)).toBe(false);
  });
});
