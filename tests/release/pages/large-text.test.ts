import type { Page } from "playwright";
import { expect, it } from "vitest";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { addSession, registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// Text at twice its size (WCAG 2.2, 1.4.4) on a phone, in the language with the longest words: what
// scrolls separately from the page must not hide a part of its lines.

const base = workerProduct().url;
const PHONE = { width: 360, height: 740 };
const browser = await openBrowser();

async function openEnlarged(page: Page, path: string): Promise<void> {
  await page.goto(`${base}/de${path}`);
  await waitForHydration(page);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
}

/** By how many pixels a part of the page is wider than what it shows. */
const hiddenWidth = (page: Page, selector: string) =>
  page.locator(selector).evaluate((part) => part.scrollWidth - part.clientWidth);

it("shows both buttons for guests in the menu", async () => {
  const context = await newVisitor(browser, { viewport: PHONE });
  const page = await context.newPage();
  await openEnlarged(page, "/products");
  await page.locator(".menu-button").click();
  await page.locator(".menu-panel").getByRole("link", { name: "Konto erstellen" }).waitFor();
  expect(await hiddenWidth(page, ".menu-panel")).toBe(0);
  await context.close();
});

it("shows whole lines in the dialogs of a checkout and an order", async () => {
  const agent = await registerUser(base, `large-${crypto.randomUUID()}@example.com`);
  await payDeposit(agent, 5_000);
  const list = await agent.get("/api/products?sort=price_asc");
  const product = list.as(productListResponseSchema).data[0];
  const bought = await agent.post("/api/purchase/prompt", {
    prompt_id: product?.id,
    consent: CONSENT,
  });
  const { id } = bought.as(purchaseResponseSchema).payload.order;

  const context = await newVisitor(browser, { viewport: PHONE });
  await addSession(context, base, agent);
  const page = await context.newPage();
  for (const path of [`/dashboard?order=${id}`, "/products/ten-thousand-wings?buy=1"]) {
    await openEnlarged(page, path);
    await page.getByRole("dialog").waitFor();
    expect(await hiddenWidth(page, "dialog[open]"), path).toBe(0);
  }
  await context.close();
});
