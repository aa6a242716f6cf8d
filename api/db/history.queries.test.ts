import { describe, expect, it } from "vitest";
import { HISTORY_LIMIT_MAX } from "../contract/history.ts";
import { readHistoryPage, toHistoryRows } from "./history.queries.ts";

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));
const page = (around: { before?: number; after?: number } = {}) => ({
  limit: 2,
  before: around.before ?? null,
  after: around.after ?? null,
});

describe("a page of a history", () => {
  it("is the newest entries unless a key is given; `before` counts when both are", () => {
    expect(readHistoryPage({})).toEqual({ limit: HISTORY_LIMIT_MAX, before: null, after: null });
    expect(readHistoryPage({ before: "7", after: "3" })).toMatchObject({ before: 7, after: null });
    expect(readHistoryPage({ after: "3" })).toMatchObject({ before: null, after: 3 });
  });

  it("has an older one only where a row more than it holds was found", () => {
    expect(toHistoryRows(rowsOf(9, 8), page())).toEqual({
      rows: rowsOf(9, 8),
      newer: null,
      older: null,
    });
    expect(toHistoryRows(rowsOf(9, 8, 7), page())).toEqual({
      rows: rowsOf(9, 8),
      newer: null,
      older: 8,
    });
  });

  it("behind another has a newer one, whose key is its own first entry", () => {
    expect(toHistoryRows(rowsOf(7, 6), page({ before: 8 }))).toMatchObject({
      newer: 7,
      older: null,
    });
  });

  it("in front of another is turned to newest first, and has an older one", () => {
    const found = toHistoryRows(rowsOf(7, 8, 9), page({ after: 6 }));
    expect(found).toEqual({ rows: rowsOf(8, 7), newer: 8, older: 7 });
    expect(toHistoryRows(rowsOf(7, 8), page({ after: 6 })).newer).toBeNull();
  });
});
