import { afterAll, beforeAll, describe, expect, it } from "vitest";
import english from "#locales/en.json" with { type: "json" };
import { PAYER, type StubbedShop, startStubbedShop } from "#tests/setup/api/stubbed-shop.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";

// In front of a server with its own payment method and numeric country ids, which does not announce
// what it supports beyond the specification.

const REPLIES: Record<string, unknown> = {
  "GET /api/settings": {
    payload: {
      ...{ internal_currency_name: "Credits", is_reg_enabled: true },
      ...{ support_email: "help@example.test", company_address: "Pikk 1, Tallinn" },
    },
  },
  "GET /api/languages": { payload: ["en"] },
  "GET /api/user/profile": { payload: { email: "ada@example.test", balance: 0 } },
  "GET /api/countries": { payload: [{ id: 1, name: "Estonia" }] },
  "GET /api/categories": { data: [{ id: 1, title: "Animals", url: "animals", products_count: 3 }] },
  "GET /api/styles": { data: [{ id: 2, name: "Noir", url: "noir" }] },
  "GET /api/products": { data: [{ id: 7, title: "Fox", price: "2.90" }] },
  "GET /api/wishlist": { payload: [] },
  "GET /api/deposit/history": { payload: [{ id: 5, amount: "20.00", status: "pending" }] },
  "GET /api/deposit/status": { order: { status: "pending" } },
  "POST /api/deposit/validate-amount": { status: "OK" },
  "POST /api/deposit/validate": { payload: [{ id: "paypal", name: "PayPal" }] },
  "POST /api/deposit/checkout": { status: "OK", order_id: 5 },
};

const browser = await openBrowser();
let shop: StubbedShop;
beforeAll(async () => {
  shop = await startStubbedShop((method, path) => {
    if (path === "/sanctum/csrf-cookie") return { status: 204, body: null };
    const body = REPLIES[`${method} ${path}`];
    return body === undefined
      ? { status: 404, body: { message: "Not found." } }
      : { status: 200, body };
  });
});
afterAll(() => shop.remove());

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  const openAsMember = (path: string) => shop.openAsMember(browser, isScripted, path);

  it("a payer finds the method that the server offers, once ours was rejected", async () => {
    const page = await openAsMember("/en/dashboard/deposits/create");
    const main = page.getByRole("main");
    await main.getByText(english["neutral.deposit.contact_saved"]).waitFor();
    expect(await main.getByRole("link", { name: english["profile.invoices_change"] }).count()).toBe(
      0,
    );
    await main.getByLabel("Amount").first().fill("20");
    for (const [label, value] of Object.entries(PAYER)) {
      await main.getByLabel(label, { exact: true }).fill(value);
    }
    if (isScripted) {
      await main.getByRole("combobox", { name: "Country" }).fill("Eston");
      await main.getByRole("option", { name: "Estonia" }).click();
    } else {
      await main.getByLabel("Country").selectOption("1");
    }
    expect(await main.getByRole("radio", { name: "PayPal" }).count()).toBe(0);
    await main.getByRole("button", { name: "Continue to payment" }).click();
    await main.getByRole("link", { name: english["errors.payment_method_required"] }).click();
    await page.waitForURL(/#/);
    await main.getByRole("radio", { name: "PayPal" }).check();
    expect(await main.getByRole("radio", { name: /^Card/ }).count()).toBe(0);
    await main.getByRole("button", { name: "Continue to payment" }).click();
    await page.waitForURL("**/processing-payment?order_id=5");
    await page.context().close();
  });

  it("a visitor filters by a group whose number of products is not known", async () => {
    const page = await openAsMember("/en/products");
    const filters = page.getByRole("form", { name: english["products.filters"] });
    const noir = filters.getByRole("checkbox", { name: "Noir", exact: true });
    expect(await noir.isEnabled()).toBe(true);
    await filters.getByRole("checkbox", { name: /^Animals\s?3$/ }).waitFor();
    await page.context().close();
  });

  it("a buyer who withdraws reads where to write, before any form is filled in", async () => {
    const page = await openAsMember("/en/withdraw-from-contract");
    const main = page.getByRole("main");
    await main.getByText(english["withdrawal.not_offered"]).waitFor();
    expect(await main.getByRole("textbox").count()).toBe(0);
    const mail = main.getByRole("link", { name: "help@example.test" });
    expect(await mail.getAttribute("href")).toBe("mailto:help@example.test");
    await main.getByText("Pikk 1, Tallinn").waitFor();
    await main.getByRole("link", { name: english["contact.title"] }).click();
    await page.waitForURL("**/en/contact-us");
    await page.context().close();
  });

  it("a deposit without a time has a dash for it", async () => {
    const page = await openAsMember("/en/dashboard/deposits");
    const row = page.getByRole("row").filter({ hasText: "€20.00" });
    await row.getByText("–").first().waitFor();
    expect(await row.locator("time").count()).toBe(0);
    await page.context().close();
  });
});
