import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import english from "#locales/en.json" with { type: "json" };
import {
  type StubbedShop,
  type StubReply,
  startStubbedShop,
} from "#tests/setup/api/stubbed-shop.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";

// A shop in front of another company's API. The response to the first click on "Buy" does not say
// whether it bought; each test sets the API's response to the next click.

const json = (body: unknown, status = 200): StubReply => ({ status, body });
const reject = (status: number, code: string, details = {}) =>
  json({ status: "ERROR", message: "Not now.", code, details }, status);
const PRODUCT = { id: 7, slug: "fox", title: "Fox", price: "2.90" };
const ORDER = { ...PRODUCT, id: 31, prompt_id: 7, created_at: "2026-11-22T00:00:00Z" };
const ON_SALE = json({ data: PRODUCT });

const browser = await openBrowser();
let shop: StubbedShop;
let bought: StubReply;
let product: StubReply;
let orders: StubReply;
/** Runs while the API prepares its response to a purchase. */
let meanwhile: () => void;
let balance: string;
/** Replaces the profile's response. */
let profile: StubReply | null;
let purchases: number;
let deposits: number;

function respond(method: string, path: string): StubReply {
  if (method === "POST" && path === "/api/purchase/prompt") {
    purchases += 1;
    meanwhile();
    return bought;
  }
  if (method === "POST" && path === "/api/deposit/checkout") deposits += 1;
  if (method === "POST") return json({ status: "OK" });
  if (path === "/api/products/fox") return product;
  if (path === "/api/purchase/history") return orders;
  if (path === "/api/user/profile") {
    if (profile) return profile;
    return json({ payload: { email: "ada@example.test", balance, is_email_verified: true } });
  }
  if (path === "/api/languages") return json({ payload: [{ code: "en" }] });
  if (path === "/api/settings") return json({ payload: { internal_currency_name: "Credits" } });
  if (path === "/api/countries") return json({ payload: [{ id: "EE", name: "Estonia" }] });
  if (/categories|styles|products/.test(path)) {
    return json({ data: [], meta: { current_page: 1, last_page: 1 } });
  }
  return json({ status: "OK", payload: [] });
}

beforeAll(async () => {
  shop = await startStubbedShop(respond);
});
afterAll(() => shop.remove());
beforeEach(() => {
  bought = json({ message: "Server Error" }, 500);
  product = ON_SALE;
  meanwhile = () => {};
  orders = json({ payload: [] });
  balance = "50.00";
  deposits = 0;
  purchases = 0;
  profile = null;
});

describe.each(SCRIPTED_FIRST)("a repeated purchase, $name", ({ isScripted }) => {
  /** Opens a checkout whose first click had an unclear outcome. */
  const openUnclear = async () => {
    const page = await shop.openAsMember(browser, isScripted, "/en/products/fox?buy=1");
    const main = page.getByRole("main");
    const said = page.getByRole("alert").filter({ hasText: english["checkout.unclear"] });
    const buy = page.getByRole("button", { name: /^Buy and pay/ });
    await buy.click();
    await said.waitFor();
    return { page, main, said, buy };
  };

  it("that is rejected while the product goes off sale is unclear, and says why", async () => {
    const { page, main, said, buy } = await openUnclear();
    bought = reject(422, "wallet_on_hold");
    meanwhile = () => {
      product = reject(410, "product_withdrawn");
    };
    await buy.click();
    await said.filter({ hasText: english["errors.wallet_on_hold"] }).waitFor();
    await main.getByRole("heading", { name: english["errors.purchase_failed"] }).waitFor();
    await main.getByRole("link", { name: english["shell.to_orders"] }).waitFor();
    expect(await page.getByText(english["checkout.not_charged"]).count()).toBe(0);
    // A guest with the same address only sees that it is gone.
    const { status } = await fetch(page.url(), { redirect: "manual" });
    expect(status).toBe(410);
    await page.context().close();
  });

  it("whose orders cannot be listed afterwards is unclear, and says why", async () => {
    const { page, said, buy } = await openUnclear();
    bought = reject(422, "wallet_on_hold");
    meanwhile = () => {
      orders = reject(403, "forbidden");
    };
    await buy.click();
    await said.filter({ hasText: english["errors.wallet_on_hold"] }).waitFor();
    await page.context().close();
  });

  it("that lacks money still says so beside the deposit, which is not opened for what is owned", async () => {
    const { page, said, buy } = await openUnclear();
    bought = reject(402, "balance_insufficient", { missing: "2.90" });
    balance = "0.00";
    await buy.click();
    await said.filter({ hasText: "Your balance is 2.90" }).waitFor();
    const pay = page.getByRole("button", { name: english["deposit.pay"] });
    await pay.waitFor();
    await page.waitForURL(/unclear=1/);
    orders = json({ payload: [ORDER] });
    await pay.click();
    await page.waitForURL("**/en/dashboard?order=31&owned=before");
    expect(deposits).toBe(0);
    await page.context().close();
  });

  it("after a reload finds the order of the first click", async () => {
    const { page, said, buy } = await openUnclear();
    await page.reload();
    await said.waitFor();
    bought = json({ payload: { ...ORDER, id: 32 } });
    orders = json({ payload: [ORDER] });
    await buy.click();
    await page.waitForURL("**/en/dashboard?order=31");
    expect(purchases).toBe(1);
    await page.context().close();
  });

  it("is none, when a reload shows the order of the first click", async () => {
    const { page, buy } = await openUnclear();
    orders = json({ payload: [ORDER] });
    await page.reload();
    await page.getByText(english["product.owned"]).first().waitFor();
    expect(await buy.count()).toBe(0);
    expect(purchases).toBe(1);
    await page.context().close();
  });

  it("is said to be unclear where a reload cannot even read whose page it is", async () => {
    const { page, main } = await openUnclear();
    profile = json({ message: "Server Error" }, 503);
    await page.reload();
    await main.getByRole("heading", { name: english["errors.purchase_failed"] }).waitFor();
    await main.getByText(english["checkout.unclear"]).waitFor();
    await page.context().close();
  });
});

it("a purchase whose connection is lost is unclear to a reload as well", async () => {
  const page = await shop.openAsMember(browser, true, "/en/products/fox?buy=1");
  const isPurchase = (url: URL) => url.searchParams.has("buy");
  await page.route(isPurchase, (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  await page.getByRole("button", { name: /^Buy and pay/ }).click();
  const said = page.getByRole("alert").filter({ hasText: english["checkout.unclear"] });
  await said.waitFor();
  await page.waitForURL(/unclear=1/);
  await page.reload();
  await said.waitFor();
  await page.context().close();
});
