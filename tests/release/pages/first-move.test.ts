import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { seedProducts } from "#api/db/seed/catalogue/index.ts";
import {
  goUntilPainted,
  newFirstVisitor,
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { sample } from "#tests/setup/sample.ts";

// Pages that load no script before the first user event (docs/decisions/0010): what they load, and
// that nothing is lost that a visitor does while the scripts are loading.

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const base = workerProduct().url;
const PRODUCT = `/en/products/${seedProducts[0]?.slug}`;
const browser = await openBrowser();

const isStarter = (url: string) => /\/assets\/starter-[\w-]+\.js$/.test(url);
const isScript = (url: string) => /\/assets\/.*\.js$|\/words\//.test(url) && !isStarter(url);

async function openPage(options: BrowserContextOptions = {}, makeVisitor = newFirstVisitor) {
  const context = await makeVisitor(browser, options);
  const trouble = watchForTrouble(context);
  const page = await context.newPage();
  const scripts: string[] = [];
  const starters: string[] = [];
  page.on("request", (request) => {
    if (isScript(request.url())) scripts.push(request.url());
    if (isStarter(request.url())) starters.push(request.url());
  });
  return { context, page, trouble, scripts, starters };
}

/** Waits until a page that starts its scripts when idle has started them. */
async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.evaluate(async () => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 }));
    // The page's own idle callbacks were queued first.
    for (let turn = 0; turn < 3; turn += 1) await idle();
  });
}

describe("before the first move", () => {
  it.each(
    sample(
      [
        "/en",
        "/en?ref=x",
        "/ar",
        "/en/products",
        "/en/products?style=nebula&page=2",
        "/en/products?search=xylophone",
        "/en/products?price_min=abc",
        PRODUCT,
        "/en/page/terms",
        "/en/about-us",
        "/en/contact-us",
        "/en/sell-your-designs",
        "/en/forbidden",
        "/en/404",
        "/en/page/unknown",
      ],
      5,
    ),
  )("%s loads no script but the starter, and all of them at the move", async (path) => {
    const { context, page, scripts, starters } = await openPage();
    await page.goto(base + path);
    await waitUntilIdle(page);
    expect(scripts).toEqual([]);
    expect(starters).toHaveLength(1);
    const inline = await page
      .locator("script:not([src]):not([type='application/ld+json'], [type='application/json'])")
      .evaluateAll((found) => found.map(({ textContent }) => textContent ?? ""));
    expect(inline.join("").length).toBeLessThan(12 * 1024);
    await waitForHydration(page);
    expect(scripts.length).toBeGreaterThan(4);
    await context.close();
  });

  it("home fetches the images of its last shelves only when they come near", async () => {
    const { context, page } = await openPage(PHONE);
    await page.goto(`${base}/en`);
    await waitUntilIdle(page);
    const far = page.locator(".far img");
    const countFetched = () =>
      far.evaluateAll(
        (images) => (images as HTMLImageElement[]).filter((one) => one.complete).length,
      );
    expect(await far.count()).toBeGreaterThan(4);
    expect(await countFetched()).toBe(0);
    await far.first().scrollIntoViewIfNeeded();
    await expect.poll(countFetched).toBeGreaterThan(0);
    await context.close();
  });

  it.each([
    ["a form to sign in", "/en/login"],
    ["a dialog", `${PRODUCT}?picture=1`],
    ["a screen that says nothing of scripts", "/en/newsletter/confirm?token=x"],
  ])("%s starts its scripts when it is idle", async (_name, path) => {
    const { context, page } = await openPage();
    await page.goto(base + path);
    await page.waitForSelector("html[data-hydrated]");
    await context.close();
  });

  it("a message that has to leave again does so without a move", async () => {
    const { context, page } = await openPage();
    await page.goto(`${base}/en?cookies=settings`);
    await page.locator("#cookies").getByRole("button", { name: "Only essentials" }).click();
    await page.waitForURL(/\/en$/);
    await page.goto(`${base}/en?cookies=settings`);
    await page.locator("#cookies").getByRole("button", { name: "Accept all" }).click();
    const message = page.getByText("Your cookie settings are saved.");
    await message.waitFor();
    await message.waitFor({ state: "detached" });
    await context.close();
  });

  it.each([
    ["the mouse", (page: Page) => page.mouse.move(30, 40, { steps: 2 })],
    ["the wheel", (page: Page) => page.mouse.wheel(0, 200)],
    ["a key", (page: Page) => page.keyboard.press("Tab")],
    ["a tap", (page: Page) => page.getByRole("heading", { level: 1 }).tap()],
    ["a script's scrolling", (page: Page) => page.evaluate(() => scrollTo(0, 400))],
    // As screen readers and voice control do.
    [
      "a click without a pointer",
      (page: Page) => page.evaluate(() => document.querySelector("main")?.click()),
    ],
  ])("%s is one", async (_name, move) => {
    const { context, page } = await openPage(PHONE, newVisitor);
    await page.goto(`${base}/en/products`);
    await waitUntilIdle(page);
    await move(page);
    await page.waitForSelector("html[data-hydrated]");
    await context.close();
  });
});

/** Opens a page whose scripts, by default all but the starter, arrive only with `arrive`. */
async function openSlowly(path: string, options?: BrowserContextOptions, isHeld = isScript) {
  const opened = await openPage(options, newVisitor);
  const { page } = opened;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isHeldUrl = ({ href }: URL) => isHeld(href);
  await page.route(isHeldUrl, async (route) => {
    await released;
    // The page that made the request may be closed.
    await route.continue().catch(() => {});
  });
  await goUntilPainted(page, base + path);
  const arrive = async () => {
    release();
    await page.waitForSelector("html[data-hydrated]");
  };
  return { ...opened, arrive };
}
const isScriptUrl = ({ href }: URL) => isScript(href);

/** Types into the search before the scripts arrive, and continues with them. */
async function typeWhileWaiting(opened: Awaited<ReturnType<typeof openSlowly>>) {
  const { context, page, trouble, arrive } = opened;
  const field = page.locator("#page-search");
  await field.tap();
  await page.keyboard.type("ko");
  await arrive();
  expect(await field.inputValue()).toBe("ko");
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type("i");
  await page.getByRole("listbox", { name: "Suggestions" }).waitFor();
  expect(await field.inputValue()).toBe("koi");
  expect(trouble).toEqual([]);
  await context.close();
}

describe("while the scripts are on their way", () => {
  it("what is typed into the search stays, and suggestions follow", async () => {
    await typeWhileWaiting(await openSlowly("/en", PHONE));
  });

  it("a search is sent as a page", async () => {
    const { context, page } = await openSlowly("/en", PHONE);
    await page.locator("#page-search").tap();
    await page.keyboard.type("koi");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/en\/products\?search=koi$/);
    await context.close();
  });

  it("a guest's heart asks to sign in", async () => {
    const { context, page } = await openSlowly("/en/products", PHONE);
    await page.locator(".gallery article").first().getByRole("button").tap();
    await page.waitForURL(/\/en\/login\?/);
    await context.close();
  });

  it("a menu opens, and stays open when they are there", async () => {
    const { context, page, trouble, arrive } = await openSlowly("/en", PHONE);
    const menu = page.getByRole("banner").locator("details").first();
    await page.getByLabel("Menu", { exact: true }).tap();
    expect(await page.getByRole("banner").locator("details[open]").count()).toBe(1);
    await arrive();
    expect(await page.getByRole("banner").locator("details[open]").count()).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(() => menu.getAttribute("open")).toBe(null);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("a menu under the mouse opens with them", async () => {
    const { context, page, arrive } = await openSlowly("/en");
    // The first position of the mouse is not a movement.
    await page.mouse.move(30, 400);
    await page.getByRole("banner").getByText("Categories").first().hover();
    await arrive();
    await page
      .getByRole("banner")
      .getByRole("link", { name: /^Animals/ })
      .first()
      .waitFor();
    await context.close();
  });

  it("a filter and an order that are chosen go out once, with them", async () => {
    const { context, page, trouble, arrive } = await openSlowly("/en/products?page=2");
    const lists: string[] = [];
    page.on("request", (request) => {
      if (/\/products(\.data)?\?/.test(request.url())) lists.push(request.url());
    });
    await page.getByRole("checkbox", { name: /Watercolour/ }).check();
    await page.getByLabel("Sort by").selectOption({ label: "Price, low to high" });
    await arrive();
    await page.waitForURL(/\/en\/products\?style=watercolour&sort=price_asc$/);
    await page.getByRole("list", { name: "Active filters" }).getByText("Watercolour").waitFor();
    expect(lists).toHaveLength(1);
    expect(await page.getByRole("checkbox", { name: /Watercolour/ }).isChecked()).toBe(true);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("a message that is being written stays", async () => {
    const { context, page, trouble, arrive } = await openSlowly("/en/contact-us");
    await page.getByLabel("First name").fill("Mari");
    await page.getByLabel("Your message").pressSequentially("Good");
    await arrive();
    await page.keyboard.type(" day");
    expect(await page.getByLabel("Your message").inputValue()).toBe("Good day");
    expect(await page.getByLabel("First name").inputValue()).toBe("Mari");
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("a double click on the cookie notice's settings saves none", async () => {
    const { context, page } = await openSlowly("/en");
    const notice = page.getByRole("region", { name: "Cookies" });
    await notice.getByRole("link", { name: "Customize" }).dblclick();
    await page.waitForURL(/\?cookies=settings$/);
    const save = notice.getByRole("button", { name: "Save settings" });
    // The second half of a double click may hit a button that has moved under the pointer.
    const { animationName } = await save.evaluate((button) => getComputedStyle(button));
    expect(animationName).toBe("settle");
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("cookies-consent");
    await context.close();
  });
});

/** Opens a page on which even the starter is missing until `arrive`. */
const openWithoutStarter = (path: string, options?: BrowserContextOptions) =>
  openSlowly(path, options, (url) => isStarter(url) || isScript(url));

describe("while the starter is on its way", () => {
  it("what is typed is a move, and stays", async () => {
    await typeWhileWaiting(await openWithoutStarter("/en", PHONE));
  });

  it("a filter that is chosen is a move, and goes out once", async () => {
    const { context, page, trouble, arrive } = await openWithoutStarter("/en/products?page=2");
    const lists: string[] = [];
    page.on("request", (request) => {
      if (/\/products(\.data)?\?/.test(request.url())) lists.push(request.url());
    });
    await page.getByRole("checkbox", { name: /Watercolour/ }).check();
    await arrive();
    await page.waitForURL(/\/en\/products\?style=watercolour$/);
    await page.getByRole("list", { name: "Active filters" }).getByText("Watercolour").waitFor();
    expect(lists).toHaveLength(1);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("links, searches and hearts work as without scripts", async () => {
    const { context, page } = await openWithoutStarter("/en", PHONE);
    await page.locator("#page-search").tap();
    await page.keyboard.type("koi");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/en\/products\?search=koi$/, { waitUntil: "commit" });
    await page.locator(".gallery article a").first().tap();
    await page.waitForURL(/\/en\/products\/[\w-]+$/, { waitUntil: "commit" });
    await goUntilPainted(page, `${base}/en/products`);
    await page.locator(".gallery article").first().getByRole("button").tap();
    await page.waitForURL(/\/en\/login\?/, { waitUntil: "commit" });
    await context.close();
  });
});

describe("the place in a page", () => {
  it.each([
    ["comes back with the starter", 0, 700],
    ["is where a reader has scrolled meanwhile", 300, 300],
  ])("%s", async (_name, scrolledTo, expected) => {
    const { context, page, arrive } = await openWithoutStarter("/en/products");
    await page.evaluate((scrolledTo) => {
      // The state that React Router leaves, without any of the browser's form restoration.
      history.replaceState({ key: "k" }, "");
      history.scrollRestoration = "manual";
      sessionStorage.setItem("react-router-scroll-positions", '{"k":700}');
      scrollTo(0, scrolledTo);
    }, scrolledTo);
    await arrive();
    expect(await page.evaluate(() => scrollY)).toBe(expected);
    await context.close();
  });

  it("has a key of its own, and no starter ends at a storage that holds something else", async () => {
    const { context, page } = await openPage();
    await context.addInitScript(() => {
      sessionStorage.setItem("react-router-scroll-positions", "{");
    });
    await page.goto(`${base}/en/products`);
    await waitUntilIdle(page);
    expect(await page.evaluate(() => history.state.key)).toMatch(/^[\da-v]+$/);
    expect(await page.locator("html").getAttribute("data-starter")).toBe("");
    await context.close();
  });
});

describe("when the scripts cannot be had", () => {
  it("filters can be applied where not even the starter comes, after a while", async () => {
    const { context, page } = await openPage();
    await page.route(
      ({ href }) => isStarter(href),
      (route) => route.abort(),
    );
    await page.goto(`${base}/en/products`);
    const apply = page.getByRole("button", { name: "Apply" }).last();
    expect(await apply.count()).toBe(0);
    const delays = await page
      .locator(".without-js")
      .last()
      .evaluate((button) =>
        button.getAnimations().map((animation) => {
          animation.finish();
          return animation.effect?.getTiming().delay;
        }),
      );
    expect(delays).toEqual([10_000]);
    await page.getByRole("checkbox", { name: /Watercolour/ }).check();
    await apply.click();
    await page.waitForURL(/\/en\/products\?style=watercolour/);
    await context.close();
  });

  it("filters can be applied, and the next move tries again", async () => {
    const { context, page } = await openPage();
    const fail = (isScriptLoad: boolean) =>
      page.route(isScriptUrl, (route) => (isScriptLoad ? route.abort() : route.continue()));
    await fail(true);
    await page.clock.install();
    await page.goto(`${base}/en/products`);
    const apply = page.getByRole("button", { name: "Apply" }).last();
    expect(await apply.isVisible()).toBe(false);
    // The first position of the mouse is not a movement.
    await page.mouse.move(30, 40);
    await page.mouse.move(31, 41);
    await apply.waitFor();
    await page.unroute(isScriptUrl);
    await page.clock.runFor(5_000);
    await page.mouse.move(50, 60);
    await page.waitForSelector("html[data-hydrated]");
    expect(await apply.isVisible()).toBe(false);
    await context.close();
  });

  it("without a network a link and a form say so and the page stays", async () => {
    const { context, page } = await openPage();
    await page.goto(`${base}/en/products`);
    await waitUntilIdle(page);
    await context.setOffline(true);
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
    const note = page.getByRole("alert").filter({ hasText: "You are offline" });
    await page.getByRole("banner").getByRole("link", { name: "Generate" }).click();
    await note.waitFor();
    await context.setOffline(false);
    await note.waitFor({ state: "hidden" });
    await context.setOffline(true);
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
    await page.locator(".gallery article").first().getByRole("button").click();
    await note.waitFor();
    expect(new URL(page.url()).pathname).toBe("/en/products");
    await context.close();
  });
});
