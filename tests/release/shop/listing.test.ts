import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiProxy, startApiProxy } from "#tests/setup/api/api-proxy.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import {
  newVisitor,
  openBrowser,
  openOnHeldClock,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
/** How long filters wait for the next click (spec §4, §9). */
const DEBOUNCE_MS = 300;
const browser = await openBrowser();

async function visit(path: string, isScripted: boolean, width = 1440) {
  const context = await newVisitor(browser, {
    javaScriptEnabled: isScripted,
    viewport: { width, height: 900 },
  });
  const trouble = watchForTrouble(context);
  const page = await context.newPage();
  const response = await page.goto(base + path);
  if (isScripted) await waitForHydration(page);
  return { context, page, trouble, status: response?.status() };
}

const titles = (page: Page) => page.getByRole("article").getByRole("heading").allInnerTexts();
const priceOf = async (page: Page) =>
  (await page.getByRole("article").locator("p", { hasText: "credits" }).allInnerTexts()).map(
    (text) => Number.parseFloat(text),
  );
const queryOf = (page: Page) => decodeURIComponent(new URL(page.url()).search);
const chip = (page: Page, name: string) =>
  page.getByRole("list", { name: "Active filters" }).getByRole("link", { name });
/** Records the listing's documents and data that are fetched from now on. */
function watchLists(page: Page): string[] {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (/\/products(\.data)?(\?|$)/.test(request.url())) fetched.push(request.url());
  });
  return fetched;
}

describe("the filters with JavaScript", () => {
  it("go out once for several clicks, start at page 1, and follow the back button", async () => {
    const context = await newVisitor(browser);
    const trouble = watchForTrouble(context);
    const page = await context.newPage();
    await openOnHeldClock(page, `${base}/en/products?page=2`);
    const fetched = watchLists(page);
    await page.getByLabel("Watercolour").check();
    await page.getByLabel("Nebula").check();
    expect(fetched).toEqual([]);
    await page.clock.runFor(DEBOUNCE_MS);
    await page.clock.resume();
    await page.waitForURL(/style=watercolour,nebula$/);
    await chip(page, "Nebula").waitFor();
    expect(fetched).toHaveLength(1);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("value"))).toBe("nebula");
    await page.getByLabel("Sort by").selectOption({ label: "Price, low to high" });
    await page.waitForURL(/style=watercolour,nebula&sort=price_asc$/);
    await expect.poll(() => isSorted(page)).toBe(true);
    expect(fetched).toHaveLength(2);
    await page.goBack();
    await page.waitForURL(/style=watercolour,nebula$/);
    await expect.poll(() => page.getByLabel("Sort by").inputValue()).toBe("");
    await page.goBack();
    await page.waitForURL(/\?page=2$/);
    await expect.poll(() => page.getByLabel("Watercolour").isChecked()).toBe(false);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("take a price while it is typed, as one step of the history", async () => {
    const { context, page, trouble } = await visit("/en/products", true);
    await page.getByLabel("To", { exact: true }).pressSequentially("5");
    await page.waitForURL(/price_max=5$/);
    await page.getByLabel("To", { exact: true }).pressSequentially(",5");
    await page.waitForURL(/price_max=5,5$/);
    await chip(page, "Up to 5.50 credits").waitFor();
    await expect.poll(async () => Math.max(...(await priceOf(page)))).toBeLessThanOrEqual(5.5);
    expect(await page.getByLabel("To", { exact: true }).inputValue()).toBe("5,5");
    await page.getByLabel("To", { exact: true }).fill("cheap");
    await page.getByRole("alert").filter({ hasText: "such as 12.50" }).waitFor();
    expect(await listFindings(page)).toEqual([]);
    await page.goBack();
    await page.waitForURL(/\/en\/products$/);
    await expect.poll(() => page.getByLabel("To", { exact: true }).inputValue()).toBe("");
    expect(trouble).toEqual([]);
    await context.close();
  });
});

/** Checks that the whole element is within the window, and below the header. */
const isInSight = (found: Locator) =>
  found.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    return top >= header && bottom <= innerHeight;
  });

it("an order that is chosen is read out", async () => {
  const { context, page } = await visit("/en/products", true);
  await page.getByLabel("Sort by").selectOption({ label: "Price, low to high" });
  await page.waitForURL(/sort=price_asc/);
  const said = page.getByRole("main").getByRole("status");
  await said.filter({ hasText: "Sort by: Price, low to high" }).waitFor();
  await context.close();
});

describe("what a filter changes is seen", () => {
  /** The text in place of the list; it is also announced beside the title. */
  const nothing = (page: Page) => page.getByRole("main").getByText("Nothing found").last();

  it("on a wide window beside the filters, however far the list was scrolled", async () => {
    const { context, page, trouble } = await visit("/en/products", true);
    const style = page.getByLabel("Watercolour");
    await page.getByRole("article").last().scrollIntoViewIfNeeded();
    expect(await isInSight(style)).toBe(true);
    await style.check();
    await expect.poll(() => isInSight(chip(page, "Watercolour"))).toBe(true);
    expect(await isInSight(style)).toBe(true);
    const price = page.getByLabel("From", { exact: true });
    await price.pressSequentially("9999");
    await nothing(page).waitFor();
    await expect.poll(() => isInSight(nothing(page))).toBe(true);
    expect(await isInSight(price)).toBe(true);
    expect(await price.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("and what changes nothing of the list leaves the visitor where they are", async () => {
    const { context, page, trouble } = await visit("/en/products", true);
    await page.getByLabel("Watercolour").check();
    await chip(page, "Watercolour").waitFor();
    const banner = page.getByRole("region", { name: "Cookies" });
    await page.getByRole("article").last().scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(200);
    // Its form makes the page reload its data.
    const reloaded = page.waitForResponse((response) => response.url().includes(".data"));
    await banner.getByRole("button").first().click();
    await reloaded;
    await banner.waitFor({ state: "detached" });
    expect(await page.evaluate(() => scrollY)).toBe(before);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("on a phone by the number on the button that leads to the list", async () => {
    const { context, page, trouble } = await visit("/en/products", true, 360);
    await context.addCookies([{ name: "cookies-consent", value: "essential", url: base }]);
    await page.reload();
    await waitForHydration(page);
    const drawer = page.locator("summary", { hasText: "Filters" });
    await drawer.click();
    await page.getByLabel("Watercolour").check();
    await chip(page, "Watercolour").waitFor();
    const show = (text: string) => page.getByRole("button", { name: text, exact: true });
    const total = await page.getByRole("main").getByRole("status").first().innerText();
    await show(`Show ${total}`).waitFor();
    expect(await isInSight(show(`Show ${total}`))).toBe(true);
    await page.getByLabel("From", { exact: true }).pressSequentially("9999");
    await show("Show 0 pictures").click();
    await expect.poll(() => isInSight(nothing(page))).toBe(true);
    expect(await isInSight(drawer)).toBe(true);
    expect(await drawer.evaluate((summary) => summary === document.activeElement)).toBe(true);
    expect(await page.getByLabel("Watercolour").isVisible()).toBe(false);
    expect(trouble).toEqual([]);
    await context.close();
  });
});

async function isSorted(page: Page): Promise<boolean> {
  const prices = await priceOf(page);
  return (
    prices.length > 1 && prices.every((price, at) => at === 0 || price >= (prices[at - 1] ?? 0))
  );
}

describe("the counts beside the filters", () => {
  it("say what each would show under the others", async () => {
    const { context, page } = await visit("/en/products?price_max=3&style=nebula", false);
    const countOf = async (name: string) =>
      Number(
        (await page.locator("form label").filter({ hasText: name }).innerText()).match(/\d+$/),
      );
    const [animals, watercolour] = [await countOf("Animals"), await countOf("Watercolour")];
    const showing = async (query: string) => {
      const response = await fetch(`${base}/api/products?${query}`).then((body) => body.json());
      return response.meta.total;
    };
    expect(animals).toBe(await showing("price_max=3&style_slugs=nebula&category_slugs=animals"));
    expect(watercolour).toBe(await showing("price_max=3&style_slugs=watercolour"));
    await context.close();
  });
});

describe.each([
  true,
  false,
])("a search for a word that nothing has (JavaScript: %s)", (isScripted) => {
  it("shows what has the other words, and says so", async () => {
    const { context, page } = await visit("/en/products?search=koi+xylophone", isScripted);
    expect((await titles(page)).length).toBeGreaterThan(0);
    await page.getByText("Nothing matches “xylophone”.").waitFor();
    await context.close();
  });
});

describe("the filters without JavaScript", () => {
  it("are a form with an Apply button, and each chip is a link that takes its own away", async () => {
    const { context, page } = await visit("/en/products?page=2", false);
    await page.getByLabel("Watercolour").check();
    await page.getByLabel("Animals").check();
    await page.getByLabel("From", { exact: true }).fill("9");
    await page.getByLabel("To", { exact: true }).fill("2.5");
    await page.getByLabel("Sort by").selectOption("price_desc");
    await page.getByRole("button", { name: "Apply" }).last().click();
    await page.waitForURL(/price_min=9/);
    expect(queryOf(page)).not.toContain("page=");
    const prices = await priceOf(page);
    expect(prices.length).toBeGreaterThan(0);
    expect(Math.max(...prices)).toBeLessThanOrEqual(9);
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(2.5);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(await page.getByLabel("From", { exact: true }).inputValue()).toBe("9");
    await chip(page, "2.50 credits to 9.00 credits").click();
    await chip(page, "Watercolour").click();
    expect(queryOf(page)).toBe("?category=animals&sort=price_desc");
    await page.getByRole("heading", { level: 1, name: "Animals" }).waitFor();
    await page.getByRole("link", { name: "Clear all" }).click();
    expect(queryOf(page)).toBe("");
    await context.close();
  });

  it("leave nothing empty in the address", async () => {
    const { context, page } = await visit("/en/products?page=2", false);
    await page.getByLabel("Watercolour").check();
    await page.getByLabel("Nebula").check();
    await page.getByRole("button", { name: "Apply" }).last().click();
    await page.getByRole("heading", { level: 1, name: "Watercolour, Nebula" }).waitFor();
    expect(await page.title()).toContain("Watercolour, Nebula");
    expect(queryOf(page)).toBe("?style=watercolour,nebula");
    await context.close();
  });

  it("keep what is no amount, and say so", async () => {
    const { context, page, status } = await visit(
      "/en/products?price_min=-3&price_max=1e3",
      false,
      360,
    );
    expect(status).toBe(200);
    expect(await page.getByLabel("From", { exact: true }).inputValue()).toBe("-3");
    expect(await page.getByLabel("To", { exact: true }).inputValue()).toBe("1e3");
    expect(await page.getByRole("alert").innerText()).toContain("such as 12.50");
    expect(await titles(page)).toHaveLength(15);
    await context.close();
  });
});

describe.each(SCRIPTED_FIRST)("a search $name", ({ isScripted }) => {
  it("forgives, puts the best match first, and can be cleared", async () => {
    const { context, page, trouble } = await visit("/en/products", isScripted);
    const field = page.getByRole("banner").locator("input[name=search]:visible");
    await field.fill("lavendar");
    await field.press("Enter");
    await page.waitForURL(/search=lavendar$/);
    await page.getByRole("heading", { level: 1, name: "Search: lavendar" }).waitFor();
    expect((await titles(page))[0]).toBe("Lavender Drift");
    const sorts = await page.getByLabel("Sort by").locator("option").allInnerTexts();
    expect(sorts[0]).toBe("Best match");
    expect(await page.locator('meta[name="robots"]').first().getAttribute("content")).toBe(
      "noindex",
    );
    await page.getByRole("link", { name: "Clear search" }).filter({ visible: true }).click();
    await page.waitForURL(/\/en\/products$/);
    await expect.poll(() => field.inputValue()).toBe("");
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("keeps the filters and the order of the list (spec §4)", async () => {
    const filters = "?style=nebula&sort=price_asc";
    const { context, page } = await visit(`/en/products${filters}&page=2`, isScripted);
    const field = page.getByRole("banner").locator("input[name=search]:visible");
    await field.fill("moon");
    await field.press("Enter");
    await page.waitForURL(/search=moon/);
    expect([...new URL(page.url()).searchParams].sort()).toEqual([
      ["search", "moon"],
      ["sort", "price_asc"],
      ["style", "nebula"],
    ]);
    await page.getByRole("link", { name: "Clear search" }).filter({ visible: true }).click();
    await page.waitForURL((url) => url.search === filters);
    // Duplicates in the address are removed with it, too.
    await page.goto(`${base}/en/products?style=ink-wash&style=ink-wash&style=nebula`);
    if (isScripted) await waitForHydration(page);
    const banner = page.getByRole("banner");
    await banner.getByText("Categories").click();
    await banner.getByRole("link", { name: /^Animals/ }).click();
    await page.waitForURL(/\/en\/products\?category=animals$/);
    const styles = banner.locator("form:has(#header-search) input[name=style]");
    await expect.poll(() => styles.count()).toBe(0);
    await context.close();
  });

  it("that finds nothing says what to try, and shows what others like", async () => {
    const search = encodeURIComponent(`%' OR 1=1 --.*[${"x".repeat(10_240)}`);
    const { context, page, status } = await visit(`/en/products?search=${search}`, isScripted);
    expect(status).toBe(200);
    await page.getByRole("main").getByText("Nothing found").last().waitFor();
    await page.getByText("Try another word or fewer words").waitFor();
    await page.getByRole("heading", { name: "What others like" }).waitFor();
    expect(await titles(page)).toHaveLength(6);
    await page.getByRole("link", { name: "Show all prompts" }).click();
    await page.waitForURL(/\/en\/products$/);
    await context.close();
  });

  it.each([
    ["/en/products?style=nope", 404, "We do not have that"],
    ["/en/products?style=WATER_COLOUR", 404, "We do not have that"],
    ["/en/products?category=nope,neither", 404, "We do not have that"],
    ["/en/products?page=0", 404, "There is no such page"],
    ["/en/products?page=99", 404, "There is no such page"],
    ["/en/products?style=nope,watercolour&sort=cheap&price_min=x", 200, "Watercolour"],
  ])("for %s is a clean page (%i): %s", async (path, status, text) => {
    const visited = await visit(path, isScripted);
    expect(visited.status).toBe(status);
    await visited.page.getByRole("main").getByText(text).first().waitFor();
    await visited.context.close();
  });
});

describe("suggestions", () => {
  it("come while typing, are chosen with the keys, and leave with Escape", async () => {
    const { context, page, trouble } = await visit("/en", true);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("search-suggestions?")) asked.push(request.url());
    });
    const field = page.getByRole("banner").locator("input[name=search]:visible");
    await field.pressSequentially("water", { delay: 20 });
    const list = page.getByRole("listbox", { name: "Suggestions" });
    await list.getByRole("option", { name: /Watercolour.*Style/ }).waitFor();
    expect(asked).toHaveLength(1);
    expect(await field.getAttribute("aria-expanded")).toBe("true");
    expect(await listFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("water");
    await field.pressSequentially("c", { delay: 20 });
    await list.waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const active = await field.getAttribute("aria-activedescendant");
    const marked = page.locator(`[id="${active}"]`);
    expect(await marked.getAttribute("aria-selected")).toBe("true");
    // Visible without a background, too: forced colours remove it.
    expect(await marked.evaluate((option) => getComputedStyle(option).outlineStyle)).toBe("solid");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\?style=watercolour$/);
    await list.waitFor({ state: "detached" });
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("lead to a picture under the mouse, and Enter without a choice searches", async () => {
    const { context, page } = await visit("/en", true);
    const field = page.getByRole("banner").locator("input[name=search]:visible");
    await field.fill("lavender");
    await page.getByRole("option", { name: /Lavender Drift/ }).click();
    await page.getByRole("heading", { level: 1, name: "Lavender Drift" }).waitFor();
    await field.fill("lavender");
    await page.getByRole("option", { name: /Lavender Drift/ }).waitFor();
    await field.press("Enter");
    await page.waitForURL(/search=lavender$/);
    await context.close();
  });

  it.each([
    "",
    "a",
    "%",
    "x".repeat(10_240),
    "' OR 1=1",
  ])("for %j are a response, even when empty", async (text) => {
    const response = await fetch(
      `${base}/en/search-suggestions?search=${encodeURIComponent(text)}`,
    );
    expect(response.status).toBe(200);
    expect(Object.keys(await response.json())).toEqual(["groups", "products"]);
  });
});

describe("a search of 10 KB", () => {
  it.each([
    "ü",
    "%",
    "'",
    "x",
    "a\0",
  ])("of %j is cut to what is searched, in the address too", async (letter) => {
    // As long as headers allow; the search box itself accepts 200 letters.
    const encoded = new URLSearchParams({ search: letter }).toString().slice("search=".length);
    const typed = encoded.repeat(10_240 / encoded.length);
    const response = await fetch(`${base}/en/products?search=${typed}`);
    expect(response.status).toBe(200);
    expect(new URL(response.url).searchParams.get("search")?.length).toBeLessThanOrEqual(200);
    const html = await response.text();
    expect(html).not.toContain("\0");
    expect(html.length).toBeLessThan(200_000);
  });
});

describe("the menus of the header", () => {
  it("open under the mouse, close 100 ms after it has left, and stay for the keyboard", async () => {
    const { context, page, trouble } = await visit("/en", true);
    const now = await page.evaluate(() => Date.now());
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 1_000);
    const menu = page.locator("header .dropdown").filter({ hasText: "Watercolour" });
    const isOpen = () => menu.evaluate((details) => (details as HTMLDetailsElement).open);
    await menu.locator("summary").hover();
    await expect.poll(isOpen).toBe(true);
    await menu.locator("summary").click();
    expect(await isOpen(), "it was open already").toBe(true);
    await menu.locator("summary").click();
    expect(await isOpen(), "a second click closes it").toBe(false);
    await menu.locator("summary").click();
    expect(await isOpen()).toBe(true);
    await page.mouse.move(700, 600);
    await page.clock.runFor(90);
    expect(await isOpen(), "after a click, too, not at once").toBe(true);
    await page.clock.runFor(20);
    expect(await isOpen()).toBe(false);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await menu.getByRole("link", { name: /Watercolour/ }).hover();
    await page.mouse.move(700, 600);
    await page.clock.runFor(250);
    expect(await isOpen(), "the keyboard is inside").toBe(true);
    await page.keyboard.press("Escape");
    expect(await isOpen()).toBe(false);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await menu.locator("summary").hover();
    await expect.poll(isOpen).toBe(true);
    await page.mouse.move(700, 600);
    await page.clock.runFor(50);
    expect(await isOpen(), "not at once").toBe(true);
    await page.clock.runFor(100);
    await expect.poll(isOpen).toBe(false);
    const languages = page.locator("header .dropdown").filter({ hasText: "Deutsch" });
    const isListed = () => languages.evaluate((details) => (details as HTMLDetailsElement).open);
    await languages.locator("summary").hover();
    expect(await isListed(), "a click opens the languages, not the mouse alone").toBe(false);
    await languages.locator("summary").click();
    expect(await isListed()).toBe(true);
    await page.mouse.move(700, 600);
    await page.clock.runFor(150);
    expect(await isListed()).toBe(false);
    await page.clock.resume();
    await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).focus();
    await page.keyboard.press("Tab");
    const first = page.locator("header details[open]");
    expect(await first.count(), "focus alone opens nothing").toBe(0);
    for (const key of ["Enter", "Space"]) {
      await page.keyboard.press(key);
      await first.getByRole("link").first().waitFor();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Escape");
      await first.waitFor({ state: "detached" });
    }
    await menu.locator("summary").click();
    await menu.getByRole("link", { name: /Watercolour/ }).click();
    await page.waitForURL(/style=watercolour$/);
    await expect.poll(isOpen).toBe(false);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("are plain details without JavaScript, on a phone inside the menu", async () => {
    const { context, page } = await visit("/de", false, 360);
    await page.getByRole("banner").getByLabel("Menü", { exact: true }).click();
    await page.getByRole("banner").locator("summary", { hasText: "Kategorien" }).last().click();
    await page.getByRole("banner").getByRole("link", { name: /Tiere/ }).last().click();
    await page.waitForURL(/\/de\/products\?category=animals$/);
    await page.getByRole("heading", { level: 1, name: "Tiere" }).waitFor();
    await context.close();
  });
});

describe("when the list cannot be had", () => {
  let proxy: ApiProxy;
  let product: RunningProduct;
  let isDown = true;
  beforeAll(async () => {
    proxy = await startApiProxy(base, {
      test: (path) => isDown && path.startsWith("/api/products"),
    });
    product = await startProduct({ env: { API_URL: `${proxy.url}/api` } });
  });
  afterAll(async () => {
    await product?.remove();
    await proxy?.close();
  });

  it("says so when a script's request is lost, and keeps the address to try again", async () => {
    const { context, page } = await visit("/en/products", true);
    await page.route(/products\.data/, (route) => route.abort());
    await page.getByLabel("Watercolour").check();
    await page.getByText("Failed to load products. Please try again.").waitFor();
    expect(queryOf(page)).toBe("?style=watercolour");
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("article").first().waitFor();
    expect(queryOf(page)).toBe("?style=watercolour");
    await context.close();
  });

  it.each([
    [true, "watercolour"],
    [false, "nebula"],
  ])("says so and tries again (scripts: %j)", async (isScripted, style) => {
    isDown = true;
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    const page = await context.newPage();
    const response = await page.goto(`${product.url}/en/products?style=${style}`);
    expect(response?.status()).toBe(503);
    await page.getByText("Failed to load products. Please try again.").waitFor();
    isDown = false;
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("article").first().waitFor();
    expect(queryOf(page)).toBe(`?style=${style}`);
    await context.close();
  });
});
