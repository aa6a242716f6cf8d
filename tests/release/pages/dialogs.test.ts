import type { Page } from "playwright";
import { expect, it } from "vitest";
import { goUntilPainted, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { signIn } from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const CHECKOUT = `${base}/en/products/nine-peaks-breathing?buy=1`;
const SIZES = [
  { width: 360, height: 740 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
];
const SCRIPT = /\.js(\?|$)/;

const browser = await openBrowser();

/** Holds the page's requests to `url` until the returned function is called. */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const waitForModal = (page: Page) =>
  page.waitForFunction(() => document.querySelector("dialog:modal"));

it("a dialog stands where it was when the scripts come", async () => {
  const { context, page } = await signIn(browser, base, "buyer");
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const release = await hold(page, SCRIPT);
    await goUntilPainted(page, CHECKOUT);
    const consent = page.getByRole("dialog").getByRole("checkbox");
    const before = await consent.boundingBox();
    expect(before).not.toBeNull();
    expect(await page.locator("dialog:modal").count()).toBe(0);
    release();
    await waitForModal(page);
    expect(await consent.boundingBox()).toEqual(before);
    await page.unroute(SCRIPT);
  }
  await context.close();
});

it("a dialog is a part of the page where its scripts cannot be loaded", async () => {
  const { context, page } = await signIn(browser, base, "buyer");
  await page.route(/\/assets\/(?!starter-).*\.js$/, (route) => route.abort());
  await page.goto(CHECKOUT);
  await page.mouse.move(5, 5);
  await page.mouse.move(6, 6);
  await page.waitForSelector("html[data-native]");
  const position = () =>
    page.getByRole("dialog").evaluate((dialog) => getComputedStyle(dialog).position);
  expect(await position()).toBe("static");
  await context.close();
});

it("a dialog stays until its form has a response", async () => {
  const { context, page } = await signIn(browser, base, "buyer");
  await page.goto(`${base}/en/products/before-the-rain-turns?buy=1`);
  await waitForHydration(page);
  await waitForModal(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox").check();
  const release = await hold(page, /\/products\/before-the-rain-turns\.data/);
  await dialog.getByRole("button", { name: /^Buy and pay/ }).click();
  await dialog.getByRole("button", { name: "Buying" }).waitFor();
  for (const _ of [1, 2, 3]) await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await dialog.getByRole("link", { name: "Close" }).click();
  expect(await page.locator("dialog:modal").count()).toBe(1);
  release();
  await page.waitForURL(/\/dashboard\?order=/);
  await context.close();
});

it.each([
  "Escape",
  "Close",
  "another document",
])("one Back leaves the page behind a dialog that was closed: %s", async (how) => {
  const { context, page } = await signIn(browser, base, "buyer");
  const product = `${base}/en/products/nine-peaks-breathing`;
  await page.goto(`${base}/en/products`);
  await page.goto(product);
  await waitForHydration(page);
  if (how === "another document") await page.goto(`${product}?picture=1`);
  else await page.getByRole("link", { name: "(open larger)" }).click();
  await waitForHydration(page);
  await waitForModal(page);
  if (how === "Escape") await page.keyboard.press("Escape");
  else await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await page.waitForURL(product);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.goBack();
  await page.waitForURL(`${base}/en/products`);
  await context.close();
});

it("a dialog that was opened by its address alone is left for its page", async () => {
  const { context, page } = await signIn(browser, base, "buyer");
  await page.goto(`${base}/en/about-us`);
  await page.goto(CHECKOUT);
  await waitForHydration(page);
  await waitForModal(page);
  await page.keyboard.press("Escape");
  await page.waitForURL(`${base}/en/products/nine-peaks-breathing`);
  await page.goBack();
  await page.waitForURL(`${base}/en/about-us`);
  await context.close();
});

it("a dialog is alone on paper", async () => {
  const { context, page } = await signIn(browser, base, "buyer", false);
  await page.goto(CHECKOUT);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(false);
  const seen = await page
    .locator("main :not(:has(dialog), dialog, dialog *)")
    .evaluateAll((elements) => elements.filter((element) => element.checkVisibility()).length);
  expect(seen).toBe(0);
  expect(await page.getByRole("dialog").isVisible()).toBe(true);
  await context.close();
});
