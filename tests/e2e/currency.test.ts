import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMember } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api-agent.ts";
import { launchBrowser, newVisitor, watchForTrouble } from "#tests/setup/browser.ts";
import { withProductDatabase } from "#tests/setup/product-database.ts";
import { type RunningProduct, startProduct } from "#tests/setup/running-product.ts";

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
});

it("an internal currency with an image is shown by it, with its name for those who do not see it", async () => {
  const { url, dataDir } = product;
  const { agent } = await withProductDatabase(async (database) => {
    await database`UPDATE settings SET internal_currency_image = '/favicon.svg',
      internal_currency_name = 'Pearls'`;
    return createMember({ database, createAgent: () => new ApiAgent(fetch, { appUrl: url }) });
  }, dataDir);
  const context = await newVisitor(browser);
  const trouble = watchForTrouble(context);
  await context.addCookies([...agent.cookies].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  for (const path of ["/en/products", "/en/products/before-the-rain-turns", "/en/dashboard"]) {
    await page.goto(url + path);
    await page.waitForSelector("html[data-hydrated]");
    const image = page.getByRole("main").getByRole("img", { name: "Pearls" }).first();
    await image.waitFor();
    const widthPx = await image.evaluate((img) => (img as HTMLImageElement).naturalWidth);
    expect(widthPx).toBeGreaterThan(0);
  }
  expect(trouble).toEqual([]);
  await context.close();
});
