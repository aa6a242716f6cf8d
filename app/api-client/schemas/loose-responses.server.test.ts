import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { watchSkipped } from "#app/api-client/transport/skipped-data.server.ts";
import { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { createRandom, loosen } from "#tests/mocks/loosen.ts";
import { CONTACT } from "#tests/setup/records/contact.ts";
import * as accounts from "../accounts.server.ts";
import * as catalog from "../catalog.server.ts";
import * as pages from "../pages.server.ts";
import * as purchases from "../purchases.server.ts";
import * as offers from "../selling/offers.server.ts";
import * as site from "../site.server.ts";
import * as deposits from "../wallet/deposits.server.ts";
import * as wishlist from "../wishlist.server.ts";

// One response, in all formats that servers use, results in the same view.

const cursor = { before: null, after: null };
const ok = (payload: unknown) => ({ status: "OK", payload });
const amount = fc.integer({ min: 0, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2));
const title = fc.string({ minLength: 1, maxLength: 20 });
const id = fc.oneof(fc.integer({ min: 1, max: 1e9 }), fc.uuid());
// Times since 2001: earlier values in seconds are also valid times in milliseconds.
const seconds = fc.integer({ min: 1e9, max: 4e9 });
const time = seconds.map((value) => new Date(value * 1000).toISOString());
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const product = fc.record({
  id,
  title,
  slug: fc.stringMatching(/^[a-z][a-z-]{0,20}$/),
  price: amount,
  thumb_url: orNull(fc.constant("products/1-thumb.png")),
  image_url: orNull(fc.constant("/storage/products/1.png")),
  created_at: orNull(time),
});
const group = fc.record({ id, title, url: fc.constant("ink"), items: fc.constant([]) });
const order = fc.record({
  id,
  title,
  price: amount,
  currency: orNull(fc.constant("Coins")),
  image: orNull(fc.constant("orders/1.png")),
  description: orNull(title),
  created_at: time,
});
const deposit = fc.record({
  id,
  amount,
  internal_amount: orNull(amount),
  status: fc.constantFrom("pending", "success", "failed"),
  created_at: time,
  country: fc.constant("EE"),
  post_code: fc.constant("10111"),
});
const offer = fc.record({
  id,
  title,
  user_price: amount,
  service_price: orNull(amount),
  status: fc.constantFrom("pending", "offer", "declined_by_user"),
  doc_type: fc.constant("image"),
  doc_url: orNull(fc.constant("offers/1.png")),
  contact_details: fc.constantFrom({}, { city: "Tallinn" }),
  created_at: seconds,
});
const profile = fc.record({
  email: fc.constant("ada@example.test"),
  balance: amount,
  is_email_verified: fc.boolean(),
  verification_data: fc.constantFrom(null, {}, { status: "approved" }),
  name: orNull(title),
});
const settings = fc.record({
  is_reg_enabled: fc.boolean(),
  is_email_verification_enabled: fc.boolean(),
  internal_currency_name: fc.constantFrom("Coins", "Credits"),
  internal_currency_image: orNull(fc.constant("coin.png")),
  company_name: orNull(fc.constant("Gallery Ltd")),
  copyright: orNull(title),
});
const DEPOSIT = {
  ...CONTACT,
  amount: "20.00",
} as const;

const list = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 4 });
const meta = fc.record({
  current_page: fc.constant(2),
  last_page: fc.integer({ min: 2, max: 99 }),
});

type Case = [fc.Arbitrary<unknown>, (api: ApiClient) => Promise<unknown>];
const READS: Record<string, Case> = {
  "GET /products": [
    fc.record({ data: list(product), meta }),
    (api) => catalog.listProducts(api, { page: 2 }),
  ],
  "GET /products/{slug}": [fc.record({ data: product }), (api) => catalog.getProduct(api, "a")],
  "GET /products/new": [fc.record({ data: list(product) }), catalog.listNewProducts],
  "GET /categories": [fc.record({ data: list(group) }), catalog.listCategories],
  "GET /styles": [fc.record({ data: list(group) }), catalog.listStyles],
  "GET /settings": [settings.map(ok), site.getSettings],
  "GET /user/profile": [profile.map(ok), accounts.getProfile],
  "GET /wishlist": [list(product).map(ok), wishlist.listFavoriteIdsOf],
  "GET /purchase/history": [list(order).map(ok), (api) => purchases.listOrders(api, cursor)],
  "GET /deposit/history": [list(deposit).map(ok), (api) => deposits.listDeposits(api, cursor)],
  "GET /offer/history": [list(offer).map(ok), (api) => offers.listOffers(api, cursor)],
  "GET /countries": [list(fc.record({ id, name: title })).map(ok), site.listCountries],
  "GET /static-pages": [
    list(fc.record({ id, slug: fc.constant("terms"), title, is_terms: fc.boolean() })).map(ok),
    pages.listStaticPages,
  ],
};

function clientOf(body: unknown): ApiClient {
  return new ApiClient(
    {
      fetch: async () => Response.json(body),
      baseUrl: "https://backend.example/api",
      appUrl: "https://shop.example",
      headers: {},
      storageBase: "https://backend.example",
      paymentOrigins: [],
    },
    { cookieHeader: "laravel_session=s", clientIp: "::1", requestId: "r", locale: "en" },
  );
}

async function read(body: unknown, view: Case[1]): Promise<unknown> {
  clearPublicCache();
  return view(clientOf(body));
}

beforeEach(clearPublicCache);

describe("a response in any of its shapes", () => {
  it.each(Object.entries(READS))("%s is the same view", async (_name, [bodies, view]) => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.integer(), async (body, seed) => {
        const loose = loosen(body, createRandom(seed));
        expect(await read(loose, view)).toEqual(await read(body, view));
      }),
      { numRuns: 60 },
    );
  });
});

describe("a row that cannot be read", () => {
  const fox = { id: 1, title: "Fox", slug: "fox", price: 2.5 };
  const skips = async (run: () => Promise<unknown>) => {
    const places: string[] = [];
    const stop = watchSkipped(({ where, count }) => void places.push(`${where} ${count}`));
    await run().finally(stop);
    return places;
  };

  it.each([
    ["no price", { price: null }],
    ["a price with a fraction of a cent", { price: "12.345" }],
    ["a price in words", { price: "free" }],
    ["a price that may mean two things", { price: "1,234" }],
    ["no title", { title: null }],
    ["no id", { id: null }],
  ])("falls out of a list alone, and is counted: %s", async (_name, change) => {
    const body = {
      data: [fox, { ...fox, id: 2, ...change }],
      meta: { current_page: 1, last_page: 1 },
    };
    const places = await skips(async () => {
      const { products } = await catalog.listProducts(clientOf(body), {});
      expect(products.map(({ id, priceCents }) => [id, priceCents])).toEqual([["1", 250]]);
    });
    expect(places).toHaveLength(1);
    expect(places[0]).toMatch(/ 1$/);
  });

  it("of a history falls out when its id has half a surrogate pair, which no address holds", async () => {
    const row = { id: "9f", title: "Fox", price: 1 };
    const orders = [row, { ...row, id: "a\ud800" }, { ...row, id: "9e", slug: "fox\udc00" }];
    const { items } = await purchases.listOrders(clientOf(ok(orders)), cursor);
    expect(items.map(({ id, slug }) => [id, slug])).toEqual([
      ["9f", null],
      ["9e", null],
    ]);
  });

  it.each([
    "https://cdn example.com/x.png",
    "https://",
    "//",
    "https://cdn.example:99999/x.png",
  ])("has no picture where its URL is none: %j", async (url) => {
    const picture = {
      base_url: url,
      width: 960,
      height: 960,
      color: "#8a7f66",
      widths: [960],
      formats: ["jpg"],
    };
    const body = { data: { ...fox, image_url: url, share_image_url: url, picture } };
    expect(await catalog.getProduct(clientOf(body), "fox")).toMatchObject({
      imageUrl: null,
      shareImageUrl: null,
      picture: null,
    });
  });

  it("is no reason to hide an order: its price and its day are left out", async () => {
    const orders = [
      { id: "9f", title: "Fox", price: null, created_at: "yesterday", currency: null },
    ];
    const { items } = await purchases.listOrders(clientOf(ok(orders)), cursor);
    expect(items).toMatchObject([{ id: "9f", priceCents: null, createdAt: "", title: "Fox" }]);
  });

  it("leaves the other settings as they are", async () => {
    const body = ok({
      is_reg_enabled: "0",
      company_name: { odd: 1 },
      internal_currency_name: "Coin",
    });
    expect(await site.getSettings(clientOf(body))).toMatchObject({
      isRegistrationOpen: false,
      companyName: "Promptory",
      currencyName: "Coin",
      eurRateBasisPoints: null,
      depositLimits: null,
    });
  });
});

describe("what is read where nothing else says it", () => {
  it("is a style's name for its title, in the list and on the page of a product", async () => {
    const styles = [
      { id: 1, name: "Noir", url: "noir" },
      { id: 2, title: "Pop", name: "pop", url: "pop" },
    ];
    const listed = await catalog.listStyles(clientOf({ data: styles }));
    const fox = { id: 1, title: "Fox", slug: "fox", price: 1, styles };
    const product = await catalog.getProduct(clientOf({ data: fox }), "fox");
    for (const shown of [listed, product?.styles]) {
      expect(shown?.map(({ title, url }) => `${url} ${title}`)).toEqual(["noir Noir", "pop Pop"]);
    }
  });

  it.each([
    [0.1 + 0.2, 30],
    ["1,234.56", 123_456],
    ["12.5000", 1250],
    [12, 1200],
    ["12.3456", 1234],
    ["-0.019", -2],
  ])("a balance of %j is %d cents", async (balance, cents) => {
    const body = ok({ email: "a@b.test", balance, is_email_verified: 1 });
    expect(await accounts.getProfile(clientOf(body))).toMatchObject({ balanceCents: cents });
  });

  it.each([
    ["https://cdn.example/1.png", "https://cdn.example/1.png"],
    ["/storage/1.png", "https://backend.example/storage/1.png"],
    ["products/1.png", "https://backend.example/storage/products/1.png"],
    ["./products/1.png", "https://backend.example/storage/products/1.png"],
    ["//cdn.example/1.png", "https://cdn.example/1.png"],
    ["javascript:alert(1)", null],
    ["", null],
  ])("the picture %j is at %j", async (image_url, url) => {
    const body = { data: { id: 1, title: "Fox", slug: "fox", price: 1, image_url } };
    expect(await catalog.getProduct(clientOf(body), "fox")).toMatchObject({ imageUrl: url });
  });

  it("is an empty map of texts, as PHP writes it, and a list of codes", async () => {
    expect(await site.getWords(clientOf([]), "en")).toEqual({});
    clearPublicCache();
    expect(await site.getWords(clientOf(ok([])), "en")).toEqual({});
    expect(await site.listLanguages(clientOf(ok(["en", { code: "de" }])))).toEqual([
      { code: "en" },
      { code: "de" },
    ]);
  });

  it("is English where the server's text is blank, or no text", async () => {
    const body = ok({ title: "", lead: " ", hint: null, count: 7, button: "Los" });
    expect(await site.getWords(clientOf(body), "de")).toEqual({ count: "7", button: "Los" });
  });

  it.each([
    [
      ["card", "sepa"],
      ["card ours", "sepa ours"],
    ],
    [
      [
        { id: "paypal", name: "PayPal" },
        { id: "card", name: "Cards" },
      ],
      ["paypal PayPal", "card ours"],
    ],
    [[{ id: 7, name: null }, {}, "x".repeat(61)], ["7 7"]],
    [[], null],
    [null, null],
    ["card", null],
  ])("are the ways to pay %j", async (payload, expected) => {
    const methods = await deposits.validateDeposit(clientOf(ok(payload)), DEPOSIT);
    expect(methods?.map(({ id, name }) => `${id} ${name ?? "ours"}`) ?? null).toEqual(expected);
  });

  it("is the text of a page under each of its names", async () => {
    for (const name of ["content", "text", "body", "html"]) {
      const body = ok({ slug: "terms", title: "Terms", [name]: "<p>Be kind.</p>" });
      clearPublicCache();
      const page = await pages.getStaticPage(clientOf(body), "terms", ["en"]);
      expect(JSON.stringify(page)).toContain("Be kind.");
    }
  });

  it.each([
    ["-1", false],
    [-0.01, false],
    ["0.00", true],
    ["1.00", true],
  ])("offers nothing for sale at a price below zero: %j", async (price, isForSale) => {
    clearPublicCache();
    const row = { id: 1, title: "Fox", slug: "fox", price };
    expect(await catalog.getProduct(clientOf({ data: row }), "fox")).toMatchObject({ isForSale });
    const rows = await wishlist.describeWishlist(clientOf(ok([])), [row]);
    expect(rows).toMatchObject([{ isForSale }]);
  });

  it("is an error instead of an empty list: nobody may read that they own nothing", async () => {
    await expect(purchases.listOrders(clientOf({ status: "OK" }), cursor)).rejects.toMatchObject({
      init: { status: 502 },
    });
  });
});

describe("a row that a server sends twice", () => {
  const PRODUCT = { id: 1, title: "Fox", slug: "fox", price: "2.90" };
  const DAY = { amount: "10.00", status: "success", created_at: "2026-11-01T10:00:00Z" };
  const twice = (row: object) => [row, { ...row, pivot: { style_id: 2 } }];

  it.each<[string, unknown, (api: ApiClient) => Promise<readonly unknown[]>]>([
    [
      "product",
      { data: twice(PRODUCT) },
      async (api) => (await catalog.listProducts(api, {})).products,
    ],
    ["new product", { data: twice(PRODUCT) }, catalog.listNewProducts],
    ["style", { data: twice({ id: 1, name: "Ink", url: "ink" }) }, catalog.listStyles],
    ["favorite", ok(twice({ id: 1 })), wishlist.listWishlistRows],
    ["order", ok(twice(PRODUCT)), async (api) => (await purchases.listOrders(api, cursor)).items],
    [
      "prompt",
      ok(twice(PRODUCT)),
      async (api) => (await purchases.listOwnedPrompts(api, cursor)).items,
    ],
    [
      "deposit",
      ok(twice({ id: "1", ...DAY })),
      async (api) => (await deposits.listDeposits(api, cursor)).items,
    ],
    ["country", ok(twice({ id: 233, name: "Estonia" })), site.listCountries],
    ["language", ok([...twice({ code: "de" }), "de", "DE"]), site.listLanguages],
    ["static page", ok(twice({ slug: "terms", title: "Terms" })), pages.listStaticPages],
    ["social link", ok(twice({ url: "https://x.example/shop", title: "X" })), site.listSocialLinks],
    [
      "method",
      ok(["card", "card"]),
      async (api) => (await deposits.validateDeposit(api, DEPOSIT)) ?? [],
    ],
  ])("is shown once: %s", async (_name, body, list) => {
    clearPublicCache();
    expect(await list(clientOf(body))).toHaveLength(1);
  });

  it("is the first of them, whether its id is a number or a text", async () => {
    clearPublicCache();
    const data = [PRODUCT, { ...PRODUCT, id: "1", title: "Other" }, { ...PRODUCT, id: 2 }];
    const { products } = await catalog.listProducts(clientOf({ data }), {});
    expect(products.map(({ id, title }) => [id, title])).toEqual([
      ["1", "Fox"],
      ["2", "Fox"],
    ]);
  });

  it("is a format or size of pictures, offered once", async () => {
    clearPublicCache();
    const payload = { formats: ["png", "png"], sizes: ["512x512", "512x512"] };
    const { images } = await site.getSettings(clientOf(ok(payload)));
    expect(images).toEqual({ formats: ["png"], sizes: ["512x512"] });
  });
});
