import type { BrowserContext, Page } from "playwright";
import { describe, expect, it } from "vitest";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();

const noticeOf = (page: Page) => page.getByRole("region", { name: "Cookies" });

async function open(page: Page, path: string, isScripted: boolean): Promise<void> {
  await page.goto(base + path);
  if (isScripted) await waitForHydration(page);
}

/** Reads the choice as the browser stores it: the values by name, and the lifetime in days. */
async function parseResponse(context: BrowserContext) {
  const cookies = (await context.cookies()).filter(({ name }) => name.startsWith("cookies-"));
  const days = cookies.map(({ expires }) => Math.round((expires - Date.now() / 1000) / 86_400));
  return { values: Object.fromEntries(cookies.map(({ name, value }) => [name, value])), days };
}

describe.each([
  { name: "with JavaScript", isScripted: true, width: 1440 },
  { name: "without JavaScript", isScripted: false, width: 360 },
])("the cookie notice $name", ({ isScripted, width }) => {
  it.each([
    ["Only essentials", "essential"],
    ["Accept all", "all"],
  ])("takes %j, comes back to the page and stays away", async (button, consent) => {
    const context = await newVisitor(browser, {
      javaScriptEnabled: isScripted,
      viewport: { width, height: 640 },
    });
    const trouble = watchForTrouble(context);
    const page = await context.newPage();
    const path = "/en/products?style=nebula&sort=price_asc";
    await open(page, path, isScripted);
    await noticeOf(page).getByRole("button", { name: button }).click();
    await noticeOf(page).waitFor({ state: "detached" });
    expect(page.url()).toBe(base + path);
    const { values, days } = await parseResponse(context);
    expect(values).toEqual({ "cookies-consent": consent });
    expect(days[0]).toBeGreaterThanOrEqual(394);
    expect(days[0]).toBeLessThanOrEqual(398);
    await open(page, "/en", isScripted);
    expect(await noticeOf(page).count()).toBe(0);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("keeps single settings, shows them again on request, and changes them", async () => {
    const context = await newVisitor(browser, {
      javaScriptEnabled: isScripted,
      viewport: { width, height: 640 },
    });
    const page = await context.newPage();
    await open(page, "/en/products?page=2", isScripted);
    await noticeOf(page).getByRole("link", { name: "Customize" }).click();
    await page.waitForURL(`${base}/en/products?page=2&cookies=settings`);
    if (isScripted) await waitForHydration(page);
    expect(
      await noticeOf(page)
        .getByRole("checkbox", { name: /^Essential/ })
        .isDisabled(),
    ).toBe(true);
    await noticeOf(page)
      .getByRole("checkbox", { name: /^Statistics/ })
      .check();
    await noticeOf(page).getByRole("button", { name: "Save settings" }).click();
    await noticeOf(page).waitFor({ state: "detached" });
    expect((await parseResponse(context)).values).toEqual({
      "cookies-consent": "custom",
      "cookies-choices": "statistics",
    });

    await page.getByRole("link", { name: "Cookie settings" }).click();
    await noticeOf(page)
      .getByRole("checkbox", { name: /^Statistics/, checked: true })
      .waitFor();
    await noticeOf(page)
      .getByRole("checkbox", { name: /^Preferences/, checked: false })
      .waitFor();
    expect(page.url()).toBe(`${base}/en/products?page=2&cookies=settings`);
    if (isScripted) await waitForHydration(page);
    await noticeOf(page).getByRole("button", { name: "Only essentials" }).click();
    await noticeOf(page).waitFor({ state: "detached" });
    await page.getByText("Your cookie settings are saved.").waitFor();
    expect(page.url()).toBe(`${base}/en/products?page=2`);
    expect((await parseResponse(context)).values).toEqual({ "cookies-consent": "essential" });
    await context.close();
  });

  it("is also there at login and leads back to it", async () => {
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    const page = await context.newPage();
    const path = "/en/login?redirect=%2Fen%2Fdashboard";
    await open(page, path, isScripted);
    await noticeOf(page).getByRole("button", { name: "Only essentials" }).click();
    await noticeOf(page).waitFor({ state: "detached" });
    expect(page.url()).toBe(base + path);
    await context.close();
  });
});

describe("the cookie notice", () => {
  it.each([
    "en",
    "de",
  ])("takes a third of a small phone's screen at most, in %s", async (locale) => {
    const context = await newVisitor(browser, { viewport: { width: 360, height: 640 } });
    const page = await context.newPage();
    await open(page, `/${locale}`, true);
    const box = await noticeOf(page).boundingBox();
    expect(box?.height).toBeLessThanOrEqual(640 / 3);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(640);
    const [essential, all] = await noticeOf(page).getByRole("button").all();
    expect((await all?.boundingBox())?.height).toBe((await essential?.boundingBox())?.height);
    expect((await all?.boundingBox())?.width).toBe((await essential?.boundingBox())?.width);
    await context.close();
  });

  it("comes first to the keyboard, and then hides nothing that has the focus", async () => {
    const context = await newVisitor(browser, { viewport: { width: 360, height: 640 } });
    const page = await context.newPage();
    await open(page, "/en/login", true);
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement ?? document.body;
        const notice = document.querySelector(".cookie-banner");
        const isInside = notice?.contains(element) ?? false;
        const { bottom } = element.getBoundingClientRect();
        const isUnder = bottom > (notice?.getBoundingClientRect().top ?? 0);
        const isHidden = element !== document.body && !isInside && isUnder;
        return { name: element.textContent?.trim().slice(0, 40), isInside, isHidden };
      });
    await page.keyboard.press("Tab");
    expect((await focused()).name).toBe("Skip to content");
    await page.keyboard.press("Tab");
    expect((await focused()).isInside).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.evaluate(() => {
      document.documentElement.style.scrollBehavior = "auto";
    });
    const hidden: unknown[] = [];
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press("Tab");
      const state = await focused();
      if (state.isHidden) hidden.push(state);
    }
    expect(hidden).toEqual([]);
    await context.close();
  });

  it("lets the end of the page be reached", async () => {
    const context = await newVisitor(browser, { viewport: { width: 360, height: 640 } });
    const page = await context.newPage();
    await open(page, "/en/login", true);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    const link = await page.getByRole("link", { name: "Cookie settings" }).boundingBox();
    const notice = await noticeOf(page).boundingBox();
    expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0);
    await context.close();
  });
});
