import { beforeEach, describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loader, shouldRevalidate } from "./product.tsx";

const PRODUCT = { id: 7, slug: "fox", title: "Fox", price: "2.90" };
const PROFILE = { id: 1, email: "ada@example.test", balance: "50.00", is_email_verified: true };
const ORDER = { id: 31, prompt_id: 7, title: "Fox", price: "2.90" };

const unverified = () =>
  Response.json({ message: "Your email address is not verified." }, { status: 403 });
const FAILURES: [string, () => Response][] = [
  ["keeps them from unconfirmed members", unverified],
  ["forbids them", () => Response.json({ message: "Forbidden." }, { status: 403 })],
  ["fails", () => Response.json({ message: "Server Error" }, { status: 500 })],
  ["has no such call", () => Response.json({ message: "Not found." }, { status: 404 })],
];

beforeEach(clearPublicCache);

/** The page as opened by a member; `orders`, `profile` and `product` are the server's responses. */
async function open(
  path: string,
  { orders, profile, product }: Partial<Record<"orders" | "profile" | "product", () => Response>>,
) {
  const api: FakeApi = (_request, called) => {
    if (called.startsWith("/products/")) return product?.() ?? Response.json({ data: PRODUCT });
    if (called === "/user/profile") return profile?.() ?? Response.json({ payload: PROFILE });
    if (called === "/purchase/history") return orders?.() ?? Response.json({ payload: [] });
    if (called === "/settings") return Response.json({ payload: {} });
    return Response.json({ data: [], payload: [] });
  };
  const request = new Request(SHOP_URL + path);
  const args = {
    request,
    url: new URL(request.url),
    pattern: "",
    params: { locale: "en", slug: new URL(request.url).pathname.slice("/en/products/".length) },
  };
  const { result } = await runInWebTier(request, api, (context) =>
    loader({ ...args, context } as Parameters<typeof loader>[0]),
  );
  return "data" in result ? result.data : result;
}

describe("a product's page of a member (docs/decisions 0021)", () => {
  it.each(FAILURES)("stays, and offers nothing to buy, where the API %s", async (_, fail) => {
    for (const path of ["/en/products/fox", "/en/products/fox?buy=1"]) {
      expect(await open(path, { orders: fail })).toMatchObject({
        kind: "product",
        product: { title: "Fox" },
        own: { order: null, isUnknown: true },
        checkout: null,
      });
    }
    expect(await open("/en/products/fox", { profile: fail })).toMatchObject({
      kind: "product",
      own: { order: null, isUnknown: true },
    });
  });

  it("leads a buyer of whom nothing is known to whatever finds out", async () => {
    const locationOf = async (profile: () => Response) => {
      const opened = open("/en/products/fox?buy=1", { profile });
      const thrown: unknown = await opened.catch((error: unknown) => error);
      return thrown instanceof Response ? thrown.headers.get("location") : null;
    };
    const here = encodeURIComponent("/en/products/fox?buy=1");
    expect(await locationOf(unverified)).toBe(`/en/email/verify?redirect=${here}`);
    const away = () => new Response("", { status: 503 });
    expect(await locationOf(away)).toBe(`/en/login?redirect=${here}&unsure=1`);
    const guest = () => Response.json({ message: "Unauthenticated." }, { status: 401 });
    expect(await locationOf(guest)).toBe(`/en/login?redirect=${here}`);
  });

  it("says that it is theirs, or offers it", async () => {
    const orders = () => Response.json({ payload: [ORDER] });
    expect(await open("/en/products/fox", { orders })).toMatchObject({
      own: { order: { id: "31" }, isUnknown: false },
    });
    expect(await open("/en/products/fox", {})).toMatchObject({
      own: { order: null, isUnknown: false },
    });
  });

  it("is a guest's once the session turns out to have expired", async () => {
    const orders = () => Response.json({ message: "Unauthenticated." }, { status: 401 });
    expect(await open("/en/products/fox", { orders })).toMatchObject({
      own: { order: null, isUnknown: false },
    });
  });
});

describe("after a purchase of which the outcome is unclear", () => {
  const REPEATED = "/en/products/fox?buy=1&unclear=1";
  const page = { kind: "unclear", slug: "fox" };

  it.each([
    // A redirect to "not found"; the page of a product that is no longer for sale.
    { status: 404, code: "not_found", otherwise: { status: 302 } },
    { status: 410, code: "product_withdrawn", otherwise: { init: { status: 410 } } },
  ])("says so where the product is gone by now ($status)", async (given) => {
    const { status, code, otherwise } = given;
    const product = () => Response.json({ message: "Gone.", code }, { status });
    expect(await open(REPEATED, { product })).toEqual(page);
    const opened = open("/en/products/fox?buy=1", { product });
    expect(await opened.catch((error: unknown) => error)).toMatchObject(otherwise);
  });

  it("says so where it is not for sale, unless it is theirs", async () => {
    const product = () => Response.json({ data: { ...PRODUCT, is_for_sale: false } });
    expect(await open(REPEATED, { product })).toEqual(page);
    const orders = () => Response.json({ payload: [ORDER] });
    const own = { order: { id: "31" } };
    expect(await open(REPEATED, { product, orders })).toMatchObject({ kind: "product", own });
    expect(await open("/en/products/fox?buy=1", { product })).toMatchObject({ kind: "product" });
  });

  it.each(FAILURES)("says so where the list of orders %s", async (_, orders) => {
    expect(await open(REPEATED, { orders })).toEqual(page);
  });

  it.each(FAILURES)("says so where the profile's API %s", async (_, profile) => {
    expect(await open(REPEATED, { profile })).toEqual(page);
  });

  it.each([
    "orders",
    "profile",
  ])("leads to the sign-in where %s say that the session has expired, and back", async (call) => {
    const expired = () => Response.json({ message: "Unauthenticated." }, { status: 401 });
    const opened = open(REPEATED, { [call]: expired });
    const thrown: unknown = await opened.catch((error: unknown) => error);
    expect(thrown).toMatchObject({ status: 302 });
    expect(thrown instanceof Response && thrown.headers.get("location")).toBe(
      `/en/login?redirect=${encodeURIComponent(REPEATED)}`,
    );
  });

  it("offers to repeat it where no order shows it", async () => {
    expect(await open(REPEATED, {})).toMatchObject({ kind: "product", checkout: { topUp: null } });
  });
});

it("is loaded again after whatever the API said and after a redirect, not after an outage", () => {
  const url = new URL("/en/products/fox?buy=1", SHOP_URL);
  const params = { locale: "en", slug: "fox" };
  const args = { currentUrl: url, nextUrl: url, currentParams: params, nextParams: params };
  const isReloaded = (actionStatus: number | undefined) =>
    shouldRevalidate({
      ...args,
      ...{ formMethod: "POST", actionStatus, defaultShouldRevalidate: false },
    });
  expect([409, 404, 410, 502].map(isReloaded)).toEqual([true, true, true, false]);
  expect(isReloaded(undefined)).toBe(true);
});
