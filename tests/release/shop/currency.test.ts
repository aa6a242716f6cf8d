import { afterAll, beforeAll, expect, it } from "vitest";
import { createMember } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { addSession } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const { url } = workerProduct();

type Currency = { name: string; image: string | null };

/** Changes the product's settings; returns the previous ones. */
const setCurrency = ({ name, image }: Currency) =>
  withProductDatabase(async (sql) => {
    const [before] = await sql<Currency[]>`
      UPDATE settings SET internal_currency_image = ${image}, internal_currency_name = ${name}
      FROM settings AS before
      RETURNING before.internal_currency_name AS name, before.internal_currency_image AS image`;
    if (!before) throw new Error("the product has no settings");
    return before;
  });

const browser = await openBrowser();
let before: Currency;
beforeAll(async () => {
  before = await setCurrency({ name: "Pearls", image: "/favicon.svg" });
});
afterAll(() => setCurrency(before));

it("an internal currency with an image is shown by it, with its name for those who do not see it", async () => {
  const { agent } = await withProductDatabase((database) =>
    createMember({ database, createAgent: () => new ApiAgent(fetch, { appUrl: url }) }),
  );
  const context = await newVisitor(browser);
  const trouble = watchForTrouble(context);
  await addSession(context, url, agent);
  const page = await context.newPage();
  for (const path of ["/en/products", "/en/products/before-the-rain-turns", "/en/dashboard"]) {
    // The product is notified of the change shortly after it is made.
    await expect
      .poll(async () => (await context.request.get(url + path)).text())
      .toContain("Pearls");
    await page.goto(url + path);
    await waitForHydration(page);
    const image = page.getByRole("main").getByRole("img", { name: "Pearls" }).first();
    await image.waitFor();
    const widthPx = await image.evaluate((img) => (img as HTMLImageElement).naturalWidth);
    expect(widthPx).toBeGreaterThan(0);
  }
  expect(trouble).toEqual([]);
  await context.close();
});
