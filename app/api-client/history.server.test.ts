import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  HISTORY_PAGE_LENGTH,
  type HistoryCursor,
  readCursor,
  toDatedHistory,
  toHistoryList,
} from "./history.server.ts";
import { buyPrompt, findOrder, getOrder, getOwnedPrompt, listOrders } from "./purchases.server.ts";
import { getOffer, listOffers } from "./selling/offers.server.ts";
import { ApiClient } from "./transport/transport.server.ts";
import { getDeposit, listDeposits } from "./wallet/deposits.server.ts";
import { pageWishlist } from "./wishlist.server.ts";

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
    const api = createClient(() => ({ status: "OK", payload: rows }));
    expect(idsOf(await list(api, NONE))).toEqual(["2", "1"]);
  });
});

describe("favorites", () => {
  const ids = Array.from({ length: 80 }, (_, index) => ({ id: index + 1 }));
  const idsOf = (page: { items: { id: string | number }[] }) => page.items.map(({ id }) => id);

  it("have pages where the server lists ids alone: each product is asked for", () => {
    const shown: (string | number)[] = [];
    for (let before: string | null = null, page = 0; page < 4; page++) {
      const list = pageWishlist(ids, { before, after: null });
      shown.push(...idsOf(list));
      before = list.older;
      expect(before === null).toBe(page === 3);
    }
    expect(shown).toEqual(idsOf({ items: ids }));
  });

  it("are on one page where the server describes them", () => {
    const whole = ids.map((row) => ({ ...row, title: "Fox", price: "1.00" }));
    expect(pageWishlist(whole, NONE)).toEqual({ items: whole, newer: null, older: null });
  });
});

describe("one entry, of a server that pages and knows no filter", () => {
  const ROWS = Array.from({ length: 40 }, (_, index) => ({
    id: 140 - index,
    title: `Fox ${index}`,
    status: "offer",
    prompt_id: 240 - index,
    slug: `fox-${index}`,
    ...{ price: "1.00", amount: "1.00", user_price: "1.00" },
  }));

  /** Paged as in docs/own-api.md, with 24 entries per page; `asked` collects the queries. */
  function createPaged(asked: string[] = [], rows: { id: number }[] = ROWS): ApiClient {
    return createClient(({ search, searchParams }) => {
      asked.push(search);
      const before = searchParams.get("before");
      const start = rows.findIndex(({ id }) => String(id) === before) + 1;
      const end = start + 24;
      const older = end < rows.length ? { older: rows[end - 1]?.id } : {};
      return { status: "OK", payload: rows.slice(start, end), meta: older };
    });
  }

  const last = { id: "101", product: "201", slug: "fox-39" };

  it.each<[string, (api: ApiClient, id: string) => Promise<unknown>]>([
    ["order", getOrder],
    ["offer", getOffer],
    ["deposit", getDeposit],
    ["owned prompt", getOwnedPrompt],
  ])("is found on its later pages: %s", async (_, get) => {
    expect(await get(createPaged(), last.id)).not.toBeNull();
    expect(await get(createPaged(), "140")).not.toBeNull();
    expect(await get(createPaged(), "7")).toBeNull();
  });

  it("is the order of a product bought long ago, by its id or its slug", async () => {
    const { id, product, slug } = last;
    expect(await findOrder(createPaged(), { id: product, slug })).toMatchObject({ id });
    expect(await findOrder(createPaged(), { slug })).toMatchObject({ id });
    expect(await findOrder(createPaged(), { id: "7", slug: "owl" })).toBeNull();
  });

  describe("whose orders name no product", () => {
    const UNNAMED = ROWS.map(({ id, title, price }) => ({ id, title, price }));
    const toSlug = (title: string) => `unnamed-${title.toLowerCase().replace(" ", "-")}`;

    /** The product URL of each purchase must differ, so each title has its own. */
    const buy = (api: ApiClient, title: string) =>
      buyPrompt(api, {
        promptId: "240",
        slug: toSlug(title),
        expectedPriceCents: 100,
        expectedRate: null,
        consent: null,
      });

    /** Only acknowledges purchases, and fails on each page after `pages`. */
    function createShop(title: string, pages: number, acknowledgement = {}, asked: string[] = []) {
      return createClient(({ pathname, search, searchParams }) => {
        if (pathname.endsWith("/purchase/prompt")) return { status: "OK", ...acknowledgement };
        if (!pathname.endsWith("/purchase/history")) {
          if (pathname.includes("/products/")) asked.push(pathname);
          return { data: { id: 240, title, price: "1.00", slug: toSlug(title) } };
        }
        asked.push(search);
        const start = UNNAMED.findIndex(({ id }) => String(id) === searchParams.get("before")) + 1;
        if (start >= pages * 24) return { status: "ERROR" };
        const older = start === 0 ? { older: UNNAMED[23]?.id } : {};
        return { status: "OK", payload: UNNAMED.slice(start, start + 24), meta: older };
      });
    }

    it("has the order just bought on its first page, whatever the others are", async () => {
      const asked: string[] = [];
      const bought = await buy(createShop("Fox 0", 1, {}, asked), "Fox 0");
      expect(bought).toMatchObject({ order: { id: "140" }, alreadyOwned: false });
      expect(asked).toEqual(["?product_id=240", `/api/products/${toSlug("Fox 0")}`]);
      const lost = await buy(createShop("Owl", 2, {}, asked), "Owl");
      expect(lost.order).toBeNull();
      expect(asked.slice(2)).toEqual(["?product_id=240", `/api/products/${toSlug("Owl")}`]);
    });

    it("has one that was owned already on any page", async () => {
      const owned = { already_owned: true };
      const product = await buy(createShop("Fox 39", 2, owned), "Fox 39");
      expect(product).toMatchObject({ order: { id: "101" }, alreadyOwned: true });
      const stated = await buy(createShop("Owl", 2, { ...owned, order_id: 102 }), "Owl");
      expect(stated.order).toMatchObject({ id: "102" });
    });

    it("shows what is owned by title, and reads the product once", async () => {
      const asked: string[] = [];
      const find = (api: ApiClient, title: string) =>
        findOrder(api, { id: "240", slug: toSlug(title) });
      expect(await find(createShop("Fox 1", 1), "Fox 1")).toMatchObject({ id: "139" });
      const found = await find(createShop("Fox 38", 2, {}, asked), "Fox 38");
      expect(found).toMatchObject({ id: "102" });
      expect(asked.filter((path) => path.includes("products"))).toHaveLength(1);
      await expect(find(createShop("Fox 39", 1), "Fox 39")).rejects.toThrow();
    });
  });

  it("costs no page more than it needs", async () => {
    const asked: string[] = [];
    await getOrder(createPaged(asked), "140");
    expect(asked).toEqual(["?id=140"]);
    await getOrder(createPaged(asked), "101");
    expect(asked.slice(1)).toEqual(["?id=101", "?id=101&limit=24&before=117"]);
  });

  it("is given up after forty pages, and where a page leads to itself", async () => {
    const asked: string[] = [];
    const rows = Array.from({ length: 2_000 }, (_, index) => ({ ...ROWS[0], id: 5_000 - index }));
    expect(await getOrder(createPaged(asked, rows), "1")).toBeNull();
    expect(asked).toHaveLength(40);
    let calls = 0;
    const stuck = createClient(() => {
      calls++;
      return { status: "OK", payload: ROWS.slice(0, 24), meta: { older: 117 } };
    });
    expect(await getOffer(stuck, "1")).toBeNull();
    expect(calls).toBe(2);
  });
});

/** A client of a marketplace API that responds to every request with `respond`. */
function createClient(respond: (url: URL) => unknown): ApiClient {
  const target = {
    fetch: async ({ url }: Request) => Response.json(respond(new URL(url))),
    baseUrl: "https://backend.example/api",
    appUrl: "https://shop.example",
    headers: {},
    storageBase: "https://backend.example",
    paymentOrigins: [],
  };
  const call = { cookieHeader: null, clientIp: "203.0.113.9", requestId: "r-1", locale: "en" };
  return new ApiClient(target, call);
}
