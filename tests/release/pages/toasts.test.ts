import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { TOAST_MS } from "#domain/toasts.ts";
import en from "#locales/en.json" with { type: "json" };
import {
  newVisitor,
  openBrowser,
  openOnHeldClock,
  waitForHydration,
} from "#tests/setup/browser/browser.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();

type Kind = keyof typeof TOAST_MS;

/** Long enough for a component's effects, and much shorter than a message stays. */
const EFFECTS_MS = 200;

/** Opens a page with a message, as after any redirect; the browser's clock is stopped. */
async function openWithToast(kind: Kind, options: BrowserContextOptions = {}) {
  const context = await newVisitor(browser, options);
  const value = Buffer.from(JSON.stringify({ kind, key: "logout.done" })).toString("base64");
  await context.addCookies([
    { name: "toast", value: encodeURIComponent(value), url: base },
    { name: "cookies-consent", value: "essential", url: base },
  ]);
  const page = await context.newPage();
  const url = `${base}/en/login`;
  if (options.javaScriptEnabled === false) await page.goto(url);
  else await openUntilTimed(page, url);
  const toast = page
    .getByRole(kind === "error" ? "alert" : "status")
    .getByText("You are signed out.");
  await toast.waitFor();
  return { context, page, toast };
}

/**
 * Opens a page on a stopped clock and waits until the message's timer runs: its code is fetched
 * late, and until then the server-rendered message is shown.
 */
async function openUntilTimed(page: Page, url: string): Promise<void> {
  const code = page.waitForRequest(/\/toast-card-[^/]*\.js$/);
  const [request] = await Promise.all([code, openOnHeldClock(page, url)]);
  // As text, because the test runner replaces imports with its own.
  await page.evaluate(`import(${JSON.stringify(request.url())}).then(() => {})`);
  // Effects run after a frame, which takes time.
  await page.clock.runFor(EFFECTS_MS);
}

const isOnTheRight = async (page: Page) => {
  const box = await page.locator(".card", { hasText: "You are signed out." }).boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  return box !== null && box.x > width / 2 && box.x + box.width <= width && box.y < 200;
};

describe("toasts (spec §2, §9)", () => {
  it("last 3 seconds, errors 4", () => {
    expect(TOAST_MS).toEqual({ success: 3000, info: 3000, warning: 3000, error: 4000 });
  });

  it.each(Object.entries(TOAST_MS))("%s leaves after %i ms", async (kind, lastsMs) => {
    const { context, page, toast } = await openWithToast(kind as Kind);
    expect(await isOnTheRight(page)).toBe(true);
    await page.clock.runFor(lastsMs - 500);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(1500);
    await toast.waitFor({ state: "detached" });
    await context.close();
  });

  it("waits under the mouse and while it has the focus, and then leaves", async () => {
    const { context, page, toast } = await openWithToast("success");
    await toast.hover();
    await page.clock.runFor(10_000);
    expect(await toast.count()).toBe(1);
    const close = page.getByRole("button", { name: en["shell.close"] });
    await close.focus();
    await page.mouse.move(10, 600);
    await page.clock.runFor(10_000);
    expect(await toast.count()).toBe(1);
    await page.getByLabel("Email address").focus();
    await page.clock.runFor(TOAST_MS.success + 100);
    await toast.waitFor({ state: "detached" });
    await context.close();
  });

  it("goes when it is closed", async () => {
    const { context, page, toast } = await openWithToast("error");
    await page.getByRole("button", { name: en["shell.close"] }).click();
    await toast.waitFor({ state: "detached" });
    await context.close();
  });

  it("stays in the page without JavaScript, and is gone on the next one", async () => {
    const { context, page, toast } = await openWithToast("warning", { javaScriptEnabled: false });
    expect(await page.getByRole("button", { name: en["shell.close"] }).count()).toBe(0);
    await page.goto(`${base}/en/register`);
    expect(await toast.count()).toBe(0);
    await context.close();
  });
});

describe("back to top (spec §2, §9)", () => {
  it("appears after 300 px and takes eyes and focus up", async () => {
    const context = await newVisitor(browser, { reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(`${base}/en/products`);
    await waitForHydration(page);
    const button = page.getByRole("button", { name: "Back to top" });
    await page.evaluate(() => scrollTo(0, 300));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await button.count()).toBe(0);
    await page.evaluate(() => scrollTo(0, 301));
    await button.click();
    await page.waitForFunction(() => scrollY === 0);
    await button.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("HEADER");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Start page/);
    await context.close();
  });
});
