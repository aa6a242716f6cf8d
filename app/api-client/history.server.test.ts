import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  HISTORY_PAGE_LENGTH,
  type HistoryCursor,
  readCursor,
  toHistoryList,
} from "./history.server.ts";

const NONE: HistoryCursor = { before: null, after: null };
const idOf = (id: string) => id;

describe("the cursors of an address", () => {
  it.each([
    ["", NONE],
    ["before=17", { before: "17", after: null }],
    ["after=17", { before: null, after: "17" }],
    ["before=1&after=2", { before: "1", after: null }],
    ["before=0b9e-41_x", { before: "0b9e-41_x", after: null }],
    ["before=&after=", NONE],
    ["before=1%202", NONE],
    ["before=..%2F..%2Fadmin", NONE],
    [`before=${"9".repeat(65)}`, NONE],
  ])("in %j are read, and nothing else is", (query, cursor) => {
    expect(readCursor(new URLSearchParams(query))).toEqual(cursor);
  });
});

describe("the history of a server that pages", () => {
  it("is taken as it comes", () => {
    const meta = { newer: 9, older: null };
    expect(toHistoryList(["8", "7"], meta, { before: "9", after: null }, idOf)).toEqual({
      items: ["8", "7"],
      newer: "9",
      older: null,
    });
  });

  it("has its next page, whether the server says null of the other or nothing", () => {
    for (const meta of [{ newer: null, older: 7 }, { older: 7 }]) {
      const page = toHistoryList(["8", "7"], meta, { before: null, after: null }, idOf);
      expect(page).toEqual({ items: ["8", "7"], newer: null, older: "7" });
    }
  });
});

describe("the history of a server that sends everything", () => {
  // Some servers send a `meta` with another structure.
  const read = (items: string[], cursor: HistoryCursor) => toHistoryList(items, {}, cursor, idOf);

  it("is shown whole, page after page, and back again", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 100 }), (ids) => {
        const down = [read(ids, NONE)];
        for (let older = down[0]?.older ?? null; older !== null; ) {
          const page = read(ids, { before: older, after: null });
          down.push(page);
          older = page.older;
        }
        expect(down.flatMap(({ items }) => items)).toEqual(ids);
        expect(down.every(({ items }) => items.length <= HISTORY_PAGE_LENGTH)).toBe(true);
        expect(down[0]?.newer).toBeNull();
        for (const [index, page] of down.entries()) {
          if (page.newer === null) continue;
          const back = read(ids, { before: null, after: page.newer });
          expect(back.items).toEqual(down[index - 1]?.items);
        }
      }),
    );
  });

  it("starts at its newest when the cursor names nothing", () => {
    const ids = Array.from({ length: 30 }, (_, index) => String(30 - index));
    for (const cursor of [
      { before: "x", after: null },
      { before: null, after: "x" },
    ]) {
      expect(read(ids, cursor)).toEqual(read(ids, NONE));
    }
  });
});
