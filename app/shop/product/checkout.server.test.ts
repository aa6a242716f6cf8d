import { describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { type FakeApi, postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { checkoutAction, loadCheckout } from "./checkout.server.ts";

type Args = Parameters<typeof loadCheckout>;

it.each([
  [["billing_details"], true],
  [[], false],
])("with the features %j the link to the invoice details is there: %j", async (features, has) => {
  clearPublicCache();
  const asked: string[] = [];
  const api: FakeApi = (_, path) => {
    asked.push(path);
    return Response.json({ payload: { features, eur_rate: "0.5" } });
  };
  const request = new Request(`${SHOP_URL}/en/products/fox?buy=1`);
  // The only properties that the checkout reads.
  const [product, user] = [{ priceCents: 100 } as Args[1], { balanceCents: 200 } as Args[2]];
  const { result } = await runInWebTier(request, api, (context) =>
    loadCheckout({ context, request }, product, user),
  );
  expect(result).toMatchObject({ topUp: null, hasInvoices: has, rateBasisPoints: 5_000 });
  expect(asked).not.toContain("/user/billing");
});

it.each([
  403, 429, 500,
])("without settings (%i) it sells, and takes deposits, without what they add", async (status) => {
  clearPublicCache();
  const payload = { email: "ada@b.test", balance: "0.00" };
  const api: FakeApi = (_, path) =>
    path === "/settings"
      ? Response.json({ message: "No." }, { status })
      : Response.json({ status: "OK", payload });
  const request = new Request(`${SHOP_URL}/en/products/fox?buy=1`);
  const [product, user] = [{ priceCents: 300 } as Args[1], { balanceCents: 200 } as Args[2]];
  const { result } = await runInWebTier(request, api, (context) =>
    loadCheckout({ context, request }, product, user),
  );
  expect(result).toMatchObject({
    consent: null,
    hasInvoices: false,
    rateBasisPoints: null,
    topUp: { limits: null, enoughCents: null, canBuy: false },
  });
});

describe("a deposit for a product", () => {
  const deposit = async (orders: Response) => {
    const sent: string[] = [];
    const api: FakeApi = (call, path) => {
      if (call.method === "POST") sent.push(path);
      if (path === "/purchase/history") return orders;
      return Response.json({ payload: [] });
    };
    const request = postForm("/en/products/fox?buy=1", { operation_id: "7", prompt_id: "7" });
    const run = runInWebTier(request, api, (context) => checkoutAction(request, context, "fox"));
    return { ...(await run), sent };
  };

  it("that was bought meanwhile leads to its order", async () => {
    const order = { id: 31, prompt_id: 7, slug: "fox", title: "Fox", price: "2.90" };
    const { headers, sent } = await deposit(Response.json({ payload: [order] }));
    expect(headers.get("location")).toBe("/en/dashboard?order=31&owned=before");
    expect(sent).toEqual([]);
  });

  it.each([
    ["not bought", Response.json({ payload: [] })],
    ["maybe bought", new Response("", { status: 503 })],
  ])("that was %s is a deposit like any other", async (_, orders) => {
    const { result } = await deposit(orders);
    // No other field is filled in.
    expect(result).toMatchObject({ data: { formId: "deposit" }, init: { status: 422 } });
  });
});
