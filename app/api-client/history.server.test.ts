import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  HISTORY_PAGE_LENGTH,
  type HistoryCursor,
  readCursor,
  toDatedHistory,
  toHistoryList,
} from "./history.server.ts";
import { listOrders } from "./purchases.server.ts";
import { listOffers } from "./selling/offers.server.ts";
import { ApiClient } from "./transport/transport.server.ts";
import { listDeposits } from "./wallet/deposits.server.ts";

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

describe("the dated history of a server that sends everything", () => {
  const createdAt = (second: number) => new Date(second * 1000).toISOString();
  const entries = (seconds: number[]) =>
    seconds.map((second) => ({ id: String(second), createdAt: createdAt(second) }));
  const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);
  const oldestFirst = Array.from({ length: 60 }, (_, index) => index + 1);

  it("starts at its newest, whatever its order", () => {
    const newestFirst = oldestFirst.toReversed().map(String);
    const read = (cursor: HistoryCursor) => toDatedHistory(entries(oldestFirst), undefined, cursor);
    const first = read(NONE);
    expect(idsOf(first)).toEqual(newestFirst.slice(0, HISTORY_PAGE_LENGTH));
    const second = read({ before: first.older, after: null });
    expect(idsOf(second)).toEqual(newestFirst.slice(HISTORY_PAGE_LENGTH, 2 * HISTORY_PAGE_LENGTH));
    expect(idsOf(read({ before: null, after: second.newer }))).toEqual(idsOf(first));
  });

  it("keeps the order of equal times, of a page, and of entries without a time", () => {
    const same = ["b", "c", "a"].map((id) => ({ id, createdAt: createdAt(1) }));
    expect(idsOf(toDatedHistory(same, {}, NONE))).toEqual(["b", "c", "a"]);
    const paged = toDatedHistory(entries([1, 2]), { newer: null, older: 3 }, NONE);
    expect(idsOf(paged)).toEqual(["1", "2"]);
    const undated = [...entries([1, 2]), { id: "x", createdAt: "" }];
    expect(idsOf(toDatedHistory(undated, {}, NONE))).toEqual(["1", "2", "x"]);
  });

  it.each<
    [string, (api: ApiClient, cursor: HistoryCursor) => Promise<{ items: { id: string }[] }>]
  >([
    ["orders", listOrders],
    ["deposits", listDeposits],
    ["offers", listOffers],
  ])("is that of %s", async (_, list) => {
    const sums = { price: "1.00", amount: "1.00", user_price: "1.00" };
    const rows = [1, 2].map((id) => ({ id, title: "Fox", status: "x", created_at: id, ...sums }));
    const target = {
      fetch: async () => Response.json({ status: "OK", payload: rows }),
      baseUrl: "https://backend.example/api",
      appUrl: "https://shop.example",
      headers: {},
      storageBase: "https://backend.example",
      paymentOrigins: [],
    };
    const call = { cookieHeader: null, clientIp: "203.0.113.9", requestId: "r-1", locale: "en" };
    expect(idsOf(await list(new ApiClient(target, call), NONE))).toEqual(["2", "1"]);
  });
});
