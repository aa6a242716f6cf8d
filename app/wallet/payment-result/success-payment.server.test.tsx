import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import en from "#locales/en.json" with { type: "json" };
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import SuccessPayment, { loader } from "./success-payment.tsx";

type Props = Parameters<typeof SuccessPayment>[0];

const HERE = "/en/success-payment?order_id=7";
const INTENT = {
  ...{ prompt_id: 7, slug: "fox", expected_price: "2.90", is_consented: true },
  ...{ buy: true, is_tried: false, order_id: null, failure_code: null },
};
const ORDER = { id: 31, prompt_id: 7, title: "Fox", price: "2.90", is_open: true };
const CONSENT = /name="consent"|I agree that delivery begins at once/;

type Shop = {
  balance?: string;
  price?: string;
  orders?: unknown[];
  status?: string;
  settings?: Record<string, unknown>;
  hold?: string;
  toDebt?: string;
};

function shopApi(purchase: Record<string, unknown> | null, shop: Shop): FakeApi {
  const { balance = "50.00", price = "2.90", orders = [], status = "success", hold } = shop;
  clearPublicCache();
  const profile = { id: 1, email: "ada@example.test", balance, hold, is_email_verified: true };
  const responses: Record<string, unknown> = {
    "/deposit/status": { status: "OK", order: { id: 7, status, to_debt: shop.toDebt, purchase } },
    "/user/profile": { payload: profile },
    "/purchase/history": { payload: orders },
    "/products/fox": { data: { id: 7, slug: "fox", title: "Fox", price } },
    "/settings": { payload: { consent_version: "2026-11", ...shop.settings } },
  };
  return (_request, path) => Response.json(responses[path] ?? { data: [], payload: [] });
}

/** The page after the payment of a deposit with this intent. */
async function open(purchase: Record<string, unknown> | null, shop: Shop = {}) {
  const request = new Request(SHOP_URL + HERE);
  const args = { request, url: new URL(request.url), pattern: "", params: { locale: "en" } };
  const { result } = await runInWebTier(request, shopApi(purchase, shop), (context) =>
    // The other properties of a route are the router's, and not used here.
    loader({ ...args, context } as Parameters<typeof loader>[0]),
  );
  return result;
}

function render(loaderData: Props["loaderData"]) {
  // The other properties of a route are the router's, and not used here.
  const page = <SuccessPayment {...({ loaderData } as Props)} />;
  const element = (
    <I18nProvider locale="en" words={en} currencyName="credits">
      {page}
    </I18nProvider>
  );
  const layout = { settings: { siteName: "Promptory" }, staticPages: [] };
  const hydrationData = { loaderData: { layout } };
  const routes = [{ id: "layout", path: "/:locale/success-payment", element, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData, initialEntries: [HERE] });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

const kindOf = async (purchase: Record<string, unknown>, shop?: Shop) =>
  (await open(purchase, shop)).intended?.kind;

describe("a paid deposit that buys by itself, and has not tried to yet", () => {
  it("says so, and asks for nothing", async () => {
    const markup = render(await open(INTENT));
    expect(markup).toContain("We are now buying “Fox” for 2.90");
    expect(markup).toContain(`href="/en/dashboard"`);
    expect(markup).toContain(`href="${HERE}"`);
    expect(markup).not.toContain("<form");
    expect(markup).not.toContain("Buy and pay");
    expect(markup).not.toMatch(CONSENT);
  });

  it("does not ask about another price or a low balance either, which the purchase finds", async () => {
    expect(await kindOf(INTENT, { price: "3.10" })).toBe("buying");
    expect(await kindOf(INTENT, { balance: "0.10" })).toBe("buying");
  });

  it("is the same from a server that does not say whether it has tried", async () => {
    const { is_tried: _, ...intent } = INTENT;
    expect(await kindOf(intent)).toBe("buying");
    expect(await kindOf({ ...intent, failure_code: "price_changed" })).toBe("ask");
  });

  it("is bought as soon as there is an order", async () => {
    expect(await kindOf(INTENT, { orders: [ORDER] })).toBe("bought");
  });

  it("waits for its payment first", async () => {
    const opened = open(INTENT, { status: "processing" });
    const thrown: unknown = await opened.catch((error: unknown) => error);
    expect(thrown instanceof Response && thrown.headers.get("location")).toBe(
      "/en/processing-payment?order_id=7",
    );
  });
});

describe("a paid deposit of which a debt took a part", () => {
  it("says so, and what is owed, and offers nothing to buy", async () => {
    const shop = { balance: "-6.00", hold: "debt", toDebt: "10.00" };
    const markup = render(await open({ ...INTENT, buy: false }, shop));
    expect(markup).toMatch(/10\.00.credits went towards the amount you owed us/);
    expect(markup).toMatch(/You owe us 6\.00.credits/);
    expect(markup).not.toMatch(/Now you can buy|Buy and pay|in your balance/);
  });

  it("offers the product again once nothing is owed, and does not name the money twice", async () => {
    const intent = { ...INTENT, is_tried: true, failure_code: "price_changed" };
    const markup = render(await open(intent, { balance: "6.00", toDebt: "4.00", price: "3.10" }));
    expect(markup).toMatch(/4\.00.credits went towards the amount you owed us/);
    expect(markup).toContain("That is why nothing was bought.");
    expect(markup).not.toContain("in your balance");
    expect(render(await open(intent, { balance: "6.00" }))).not.toContain("went towards");
  });
});

describe("a paid deposit whose buyer decides", () => {
  const TRIED = { ...INTENT, is_tried: true };

  it.each([
    ["that does not buy by itself", { ...INTENT, buy: false }],
    ["of a server that does not say whether it does", { ...INTENT, buy: undefined }],
    ["whose purchase failed", { ...TRIED, failure_code: "price_changed" }],
    ["whose order was refunded since", TRIED],
  ])("asks for one %s", async (_name, intent) => {
    const markup = render(await open(intent));
    expect(markup).toContain("Now you can buy “Fox”.");
    expect(markup).toContain("Buy and pay 2.90");
    expect(markup).toMatch(CONSENT);
    expect(markup).not.toContain("We are now buying");
  });

  it.each([
    ["1", "0.5", "The price of “Fox” is now €5.80, not €2.90"],
    ["1", "1.001", null],
    ["1", undefined, null],
    [undefined, "0.5", null],
  ])("names a price in euros that changed: at %s then, at %s now", async (then, now, text) => {
    const failed = { ...TRIED, failure_code: "rate_changed", expected_rate: then };
    const markup = render(await open(failed, { settings: { eur_rate: now } }));
    if (text === null) expect(markup).not.toContain("The price of “Fox”");
    else expect(markup).toContain(text);
    expect(/name="expected_rate" value="([^"]*)"/.exec(markup)?.[1]).toBe(now);
  });

  it("names the new price in credits where both changed", async () => {
    const failed = { ...TRIED, failure_code: "price_changed", expected_rate: "1" };
    const shop = { price: "3.10", settings: { eur_rate: "0.5" } };
    const markup = render(await open(failed, shop)).replace(/\p{Zs}/gu, " ");
    expect(markup).toContain("is now 3.10 credits, not 2.90 credits");
    expect(markup).toContain("= €6.20");
  });

  it("says that it was called off, and asks for another consent", async () => {
    const failed = { ...TRIED, failure_code: "purchase_called_off" };
    const markup = render(await open(failed));
    expect(markup).toContain("this prompt was refunded to you, or we received a withdrawal");
    expect(markup).toMatch(/<input[^>]* name="consent"[^>]*>/);
    expect(markup).not.toMatch(/<input[^>]* name="consent"[^>]* checked/);
  });

  it("is short of money", async () => {
    const failed = { ...TRIED, failure_code: "balance_insufficient" };
    expect(await kindOf(failed, { balance: "0.10" })).toBe("short");
  });

  it("says nothing for a plain deposit, and leads back to the gallery", async () => {
    const loaded = await open(null);
    expect(loaded.intended).toBeNull();
    expect(render(loaded)).toContain(`href="/en/products"`);
  });

  it("does not send somebody shopping whose balance is on hold", async () => {
    const shop = { balance: "-6.00", hold: "debt" };
    expect(render(await open(null, shop))).not.toContain(`href="/en/products"`);
  });
});
