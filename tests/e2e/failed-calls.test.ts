import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, newVisitor } from "#tests/setup/browser.ts";
import { fillOffer } from "#tests/setup/offer-screens.ts";
import { type RunningProduct, startProduct } from "#tests/setup/running-product.ts";

// The texts of spec §8 on the screens, word for word: a shop in front of an API one call of which
// fails in the ways that the specification distinguishes.

type Reply = { status: number; body: unknown };

const ENTRY = { id: 1, title: "Bauhaus", name: "Bauhaus", url: "bauhaus" };
const SETTINGS = {
  internal_currency_name: "Credits",
  company_name: "Fox",
  is_reg_enabled: true,
  is_email_verification_enabled: false,
};
const REPLIES: Record<string, unknown> = {
  "/api/settings": { status: "OK", payload: SETTINGS },
  "/api/languages": { status: "OK", payload: [{ code: "en" }] },
  "/api/localization/en/words": { payload: {} },
  "/api/user/profile": {
    payload: { email: "ada@example.test", balance: "50.00", is_email_verified: true },
  },
  "/api/countries": { payload: [{ id: "EE", name: "Estonia" }] },
  "/api/categories": { data: [ENTRY] },
  "/api/styles": { data: [ENTRY] },
  "/api/deposit/validate": { status: "OK", payload: ["card", "sepa"] },
};
const NO_REASON = { status: 200, body: { status: "ERROR" } };
const BROKEN = { status: 500, body: { message: "Server Error" } };

let browser: Browser;
let shop: RunningProduct;
let backend: Server;
/** What the one call responds that fails now. */
let failing: { path: string; reply: Reply } | null = null;

beforeAll(async () => {
  browser = await launchBrowser();
  backend = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://api.test").pathname;
    const well = REPLIES[path] ?? { status: "OK", payload: [], data: [] };
    const reply = failing?.path === path ? failing.reply : { status: 200, body: well };
    // Read to its end, so that the connection can be used again.
    request.resume().once("end", () => {
      response.writeHead(reply.status, { "content-type": "application/json" });
      response.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
  // It listens on a port, so this is an address of the network's.
  const { port } = backend.address() as AddressInfo;
  shop = await startProduct({ env: { API_URL: `http://127.0.0.1:${port}/api` } });
});
afterEach(() => {
  failing = null;
});
afterAll(async () => {
  await shop.remove();
  backend.closeAllConnections();
  backend.close();
  await browser.close();
});

describe.each([
  { name: "with JavaScript", isScripted: true },
  { name: "without JavaScript", isScripted: false },
])("$name", ({ isScripted }) => {
  async function openAsMember(path: string): Promise<Page> {
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    const cookies = { shop_session: "s", "XSRF-TOKEN": "t" };
    await context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url: shop.url })),
    );
    const page = await context.newPage();
    await page.goto(shop.url + path);
    if (isScripted) await page.waitForSelector("html[data-hydrated]");
    return page;
  }

  it.each([
    { how: "fails", reply: BROKEN, text: "An error occurred while fetching offers" },
    { how: "is not OK", reply: NO_REASON, text: "Failed to fetch offers" },
    {
      how: "is not OK and says why",
      reply: { status: 400, body: { message: "Offers are closed on Sundays." } },
      text: "Offers are closed on Sundays.",
    },
  ])("the list of offers, when it $how", async ({ reply, text }) => {
    failing = { path: "/api/offer/history", reply };
    const page = await openAsMember("/en/dashboard/offers");
    await page.getByRole("alert").getByText(text, { exact: true }).waitFor();
    await page.context().close();
  });

  it("a new offer, when it fails in one way after the other", async () => {
    const page = await openAsMember("/en/dashboard/offers/create");
    await fillOffer(page, "Red square");
    for (const [message, text] of [
      ["Server Error", "An unexpected error occurred while creating the offer."],
      ["Trying to access array offset on value of type null", "API error. Please contact support."],
      [
        "Bad Gateway",
        "Payment gateway error. Please try again later or use a different payment method.",
      ],
      [null, "Failed to create offer (API error)"],
    ]) {
      const reply = message === null ? NO_REASON : { status: 500, body: { message } };
      failing = { path: "/api/offer/create", reply };
      // Only scripts keep a file over a failure.
      if (!isScripted) await fillOffer(page, "Red square");
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page
        .getByRole("alert")
        .getByText(text ?? "", { exact: true })
        .waitFor();
    }
    await page.context().close();
  });

  it.each([
    { path: "/api/deposit/validate-amount", place: "the amount" },
    { path: "/api/deposit/validate", place: "the form" },
  ])("a top-up that $path does not allow without a reason says so at $place", async ({ path }) => {
    for (const reply of [NO_REASON, BROKEN]) {
      failing = { path, reply };
      const page = await openAsMember("/en/dashboard/deposits/create?amount=20.00");
      for (const [label, value] of Object.entries(PAYER)) {
        await page.getByLabel(label, { exact: true }).fill(value);
      }
      if (isScripted) {
        await page.getByRole("combobox", { name: "Country" }).fill("Eston");
        await page.getByRole("option", { name: "Estonia" }).click();
      } else {
        await page.getByLabel("Country").selectOption("EE");
      }
      await page.getByRole("button", { name: "Continue to payment" }).click();
      await page.getByRole("alert").getByText("Validation failed").waitFor();
      const amount = page.getByLabel("Amount in EUR");
      const isAtAmount = (await amount.getAttribute("aria-invalid")) === "true";
      expect(isAtAmount).toBe(path.endsWith("amount"));
      await page.context().close();
    }
  });
});

const PAYER = {
  "First name": "Ada",
  "Last name": "Byron",
  "Phone number": "+372 600 1000",
  Address: "Pikk 1",
  "Post code": "10123",
  City: "Tallinn",
};
