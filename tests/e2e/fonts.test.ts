import { describe, expect, it } from "vitest";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const { url } = workerProduct();
const browser = await openBrowser();

/**
 * Lists the fonts that a first visit fetches; they arrive only after the page was painted without
 * them.
 */
async function listFonts(path: string): Promise<string[]> {
  const page = await browser.newPage();
  const names = new Set<string>();
  let release = () => {};
  const isPainted = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.woff2", async (route) => {
    names.add(/([\w-]+)-[\w-]{8}\.woff2$/.exec(route.request().url())?.[1] ?? "");
    await isPainted;
    await route.continue();
  });
  await page.goto(url + path, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
  release();
  await page.waitForFunction(() => document.fonts.status === "loaded");
  await page.close();
  return [...names].toSorted();
}

describe("fonts of a first visit", () => {
  it.each([
    "/en",
    "/en/products",
    "/en/products/before-the-rain-turns",
  ])("%s: paints without them and fetches the two of English", async (path) => {
    expect(await listFonts(path)).toEqual(["onest-english", "serif-english"]);
  });

  it("fetches those of all Latin letters for a German page, and no English ones", async () => {
    expect(await listFonts("/de/products")).toEqual(["onest-latin", "serif-latin"]);
  });

  it("fetches the Cyrillic ones for a Ukrainian page", async () => {
    expect(await listFonts("/uk")).toEqual(
      expect.arrayContaining([
        expect.stringContaining("onest-cyrillic"),
        expect.stringContaining("source-serif-4-cyrillic"),
      ]),
    );
  });
});
