import type { BrowserContext, Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOAST_MS } from "#domain/toasts.ts";
import german from "#locales/de.json" with { type: "json" };
import { createMember, PASSWORD } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { type ApiProxy, startApiProxy } from "#tests/setup/api/api-proxy.ts";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { submitAccount } from "#tests/setup/browser/forms.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { addSession } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { sample } from "#tests/setup/sample.ts";

const base = workerProduct().url;
/** The newest are painted first, so this page does not change while the catalogue grows. */
const LIST = "/en/products?sort=newest";
const ADDED = "Wishlist updated successfully";
const REMOVED = "Item removed from wishlist";
const FAILED_IN_GERMAN = german["errors.wishlist_update_failed"];
const browser = await openBrowser();

async function newPage(isScripted: boolean, width = 1280) {
  const context = await newVisitor(browser, {
    javaScriptEnabled: isScripted,
    viewport: { width, height: 700 },
  });
  return { context, trouble: watchForTrouble(context), page: await context.newPage() };
}

async function open(page: Page, path: string, isScripted: boolean): Promise<void> {
  await page.goto(path.startsWith("/") ? base + path : path);
  if (isScripted) await waitForHydration(page);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}

/** Opens a page for a new signed-in member without favourites. */
async function newMember(isScripted: boolean, width?: number) {
  const visit = await newPage(isScripted, width);
  const { email, agent } = await withProductDatabase((database) =>
    createMember({ database, createAgent: () => new ApiAgent(fetch, { appUrl: base }) }),
  );
  await addSession(visit.context, base, agent);
  await open(visit.page, "/en/dashboard", isScripted);
  return { ...visit, email };
}

const cardOf = (page: Page, index: number) => page.getByRole("article").nth(index);
const buttonOf = (place: Page | Locator) => place.getByRole("button", { name: /^Favourite: / });
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const isFilled = async (button: Locator) => (await button.getAttribute("aria-pressed")) === "true";

async function expectFavorites(page: Page, isScripted: boolean, titles: string[]): Promise<void> {
  await open(page, "/en/dashboard/favorite", isScripted);
  expect(await page.getByRole("article").getByRole("heading").allInnerTexts()).toEqual(titles);
}

describe.each(SCRIPTED_FIRST)("a guest $name", ({ isScripted }) => {
  it("clicks a heart, registers, is back at the product, and the heart is filled", async () => {
    const { context, page, trouble } = await newPage(isScripted);
    await open(page, LIST, isScripted);
    const card = cardOf(page, 9);
    const title = await card.getByRole("heading").innerText();
    expect(await buttonOf(card).getAttribute("aria-label")).toBe(`Favourite: ${title}`);
    expect(await isFilled(buttonOf(card))).toBe(false);
    await buttonOf(card).click();
    await page.waitForURL(/\/en\/login\?redirect=/);
    await toast(page, "Please sign in").waitFor();
    await page.getByRole("main").getByRole("button", { name: "Create an account" }).click();
    await page.waitForURL(/\/en\/register/);
    // Awaited from the start, because the message stays for only 3 seconds.
    const said = toast(page, ADDED).waitFor();
    const email = `heart-${crypto.randomUUID().slice(0, 8)}@example.com`;
    await submitAccount(page, { email, password: PASSWORD });
    await page.waitForURL(/\/en\/products\?sort=newest#product-\d+$/);
    await said;
    expect(await isFilled(buttonOf(card))).toBe(true);
    expect(await page.getByRole("button", { pressed: true }).count()).toBe(1);
    // Scrolling to the hash is smooth (spec §2), so it takes time.
    const top = () => card.evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(500);
    expect(await top()).toBeGreaterThanOrEqual(0);
    await expectFavorites(page, isScripted, [title]);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("clicks the heart of a product, mistypes the password, and still gets it set", async () => {
    const { context, page, email } = await newMember(isScripted);
    await context.clearCookies();
    await open(page, LIST, isScripted);
    await cardOf(page, 2).getByRole("link").click();
    await page.waitForURL(/\/en\/products\/[a-z-]+$/);
    const path = new URL(page.url()).pathname;
    await buttonOf(page.getByRole("main").locator("#buy")).click();
    await page.waitForURL(/\/en\/login\?redirect=/);
    await signIn(page, email, "wrong password");
    await page.getByRole("alert").first().waitFor();
    await signIn(page, email, PASSWORD);
    await page.waitForURL(`${base}${path}#buy`);
    const said = toast(page, ADDED);
    await said.hover();
    expect(await isFilled(buttonOf(page.locator("#buy")))).toBe(true);
    await expect
      .poll(async () => {
        const heart = await buttonOf(page.locator("#buy")).boundingBox();
        const message = await said.boundingBox();
        return heart && message ? heart.y - (message.y + message.height) : null;
      })
      .toBeGreaterThanOrEqual(0);
    await context.close();
  });

  it("who goes back instead, and signs in another time, finds nothing set", async () => {
    const { context, page, email } = await newMember(isScripted);
    await context.clearCookies();
    await open(page, LIST, isScripted);
    await buttonOf(cardOf(page, 0)).click();
    await page.waitForURL(/\/en\/login\?redirect=/);
    await page.goBack();
    await page.waitForURL(base + LIST);
    expect(await isFilled(buttonOf(cardOf(page, 0)))).toBe(false);
    await open(page, "/en/login", isScripted);
    await signIn(page, email, PASSWORD);
    await page.waitForURL(/\/en\/dashboard$/);
    await expectFavorites(page, isScripted, []);
    await context.close();
  });
});

describe.each(
  sample(
    [
      { name: "with JavaScript", isScripted: true, width: 1280 },
      { name: "without JavaScript", isScripted: false, width: 1280 },
      { name: "with JavaScript on a phone", isScripted: true, width: 360 },
      { name: "without JavaScript on a phone", isScripted: false, width: 360 },
    ],
    1,
  ),
)("a member $name", ({ isScripted, width }) => {
  it("fills hearts, finds the pictures again, newest first, and lets them go", async () => {
    const { context, page, trouble } = await newMember(isScripted, width);
    await page.getByRole("link", { name: "Favourites", exact: true }).click();
    await page.waitForURL(/\/en\/dashboard\/favorite$/);
    await page.getByText("No favourites yet").waitFor();
    await open(page, LIST, isScripted);
    const titles: string[] = [];
    for (const index of [4, 1]) {
      const card = cardOf(page, index);
      titles.unshift(await card.getByRole("heading").innerText());
      const response = page.waitForResponse((response) => response.request().method() === "POST");
      await buttonOf(card).click();
      await response;
      await card.getByRole("button", { pressed: true }).waitFor();
      await toast(page, ADDED).waitFor();
    }
    await expectFavorites(page, isScripted, titles);

    await open(page, LIST, isScripted);
    await cardOf(page, 1).getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: titles[0] }).waitFor();
    await page.locator("#buy").getByRole("button", { pressed: true }).click();
    await toast(page, REMOVED).waitFor();
    await page.locator("#buy").getByRole("button", { pressed: false }).waitFor();
    await page.goBack();
    // Without scripts the response to the form is a separate page.
    if (!isScripted) await page.goBack();
    await cardOf(page, 4).getByRole("button", { pressed: true }).waitFor();
    await open(page, LIST, isScripted);
    expect(await isFilled(buttonOf(cardOf(page, 1)))).toBe(false);

    await expectFavorites(page, isScripted, titles.slice(1));
    await buttonOf(cardOf(page, 0)).click();
    await page.getByText("No favourites yet").waitFor();
    await toast(page, REMOVED).waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("may click twice at once: the heart stays filled", async () => {
    const { context, page } = await newMember(isScripted, width);
    await open(page, LIST, isScripted);
    const title = await cardOf(page, 0).getByRole("heading").innerText();
    await buttonOf(cardOf(page, 0)).dblclick();
    await toast(page, ADDED).waitFor();
    await expectFavorites(page, isScripted, [title]);
    await context.close();
  });
});

describe("with JavaScript the heart", () => {
  it("is filled before the response is there, in every place that shows the picture", async () => {
    const { context, page } = await newMember(true);
    await open(page, "/en", true);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/wishlist\//, async (route) => {
      await released;
      await route.continue();
    });
    const button = buttonOf(page.locator("#content article")).first();
    const name = (await button.getAttribute("aria-label")) ?? "";
    await button.click();
    await page.getByRole("button", { name, pressed: true }).first().waitFor();
    expect(await toast(page, ADDED).count()).toBe(0);
    release();
    await toast(page, ADDED).waitFor();
    const places = page.getByRole("button", { name, exact: true });
    expect(await page.getByRole("button", { name, pressed: true }).count()).toBe(
      await places.count(),
    );
    await context.close();
  });

  it("is what the last click made it, also while an earlier one is being sent", async () => {
    const { context, page } = await newMember(true);
    await open(page, LIST, true);
    const title = await cardOf(page, 1).getByRole("heading").innerText();
    for (const [index, isLastOn] of [false, true].entries()) {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/wishlist\//, async (route) => {
        await released;
        await route.continue();
      });
      const button = buttonOf(cardOf(page, index));
      await button.focus();
      for (const isOn of isLastOn ? [true, false, true] : [true, false]) {
        await page.keyboard.press("Enter");
        await cardOf(page, index).getByRole("button", { pressed: isOn }).waitFor();
      }
      release();
      await toast(page, isLastOn ? ADDED : REMOVED).waitFor();
      expect(await isFilled(button)).toBe(isLastOn);
      await page.unroute(/\/wishlist\//);
    }
    await expectFavorites(page, true, [title]);
    await context.close();
  });

  it.each(
    sample(["lost with all that follows", "that gets a 500", "lost"], 1),
  )("that is %s says so in a toast, and changes nothing", async (how) => {
    const { context, page } = await newMember(true, 360);
    await page.clock.install();
    await open(page, LIST.replace("/en/", "/de/"), true);
    const button = cardOf(page, 3).getByRole("button", { name: /^Favorit: / });
    await page.route(/\/wishlist\//, (route) =>
      how.includes("500") ? route.fulfill({ status: 500, body: "x" }) : route.abort(),
    );
    if (how.includes("all")) await page.route(/toast-card/, (route) => route.abort());
    await button.click();
    const alert = page.getByRole("alert").filter({ hasText: FAILED_IN_GERMAN });
    await alert.waitFor();
    expect(await isFilled(button)).toBe(false);
    expect(new URL(page.url()).pathname).toBe("/de/products");
    const box = await alert.locator(".card").boundingBox();
    if (!box) throw new Error("the toast has no place");
    expect(box.y).toBeLessThan(200);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(360);
    if (!how.includes("all")) {
      await alert.locator(".card").hover();
      await page.clock.runFor(10_000);
      expect(await alert.count()).toBe(1);
      await page.mouse.move(10, 650);
    }
    await page.clock.runFor(TOAST_MS.error + 1_000);
    await alert.waitFor({ state: "detached" });
    await page.unroute(/\/wishlist\//);
    await button.click();
    await toast(page, "Ihre Favoriten wurden aktualisiert").waitFor();
    expect(await alert.count()).toBe(0);
    expect(await isFilled(button)).toBe(true);
    await context.close();
  });

  it("leads to login once the session is over, and is filled after it", async () => {
    const { context, page, email } = await newMember(true);
    await open(page, LIST, true);
    await context.clearCookies();
    await buttonOf(cardOf(page, 5)).click();
    await page.waitForURL(/\/en\/login\?redirect=/);
    await signIn(page, email, PASSWORD);
    await page.waitForURL(/\/en\/products\?sort=newest#product-\d+$/);
    await toast(page, ADDED).waitFor();
    expect(await isFilled(buttonOf(cardOf(page, 5)))).toBe(true);
    await context.close();
  });

  it("of a picture that is removed leaves the focus on the list", async () => {
    const { context, page } = await newMember(true);
    await open(page, LIST, true);
    await buttonOf(cardOf(page, 0)).click();
    await toast(page, ADDED).waitFor();
    await open(page, "/en/dashboard/favorite", true);
    await buttonOf(cardOf(page, 0)).focus();
    await page.keyboard.press("Enter");
    await page.getByText("No favourites yet").waitFor();
    await page.waitForFunction(() => document.activeElement?.id === "favorite-title");
    await context.close();
  });
});

describe("nobody else can fill a heart:", () => {
  const postToggle = (
    headers: Record<string, string>,
    path = "/en/wishlist/1",
    page = "https://evil.example/",
  ) =>
    fetch(base + path, {
      method: "POST",
      redirect: "manual",
      headers: { accept: "text/html", ...headers },
      body: new URLSearchParams({ favorite: "on", redirect: page }),
    });

  it("a form of another site is rejected", async () => {
    expect((await postToggle({ origin: "https://evil.example" })).status).toBe(403);
    expect((await postToggle({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  });

  it("an address of another site is no way back", async () => {
    const response = await postToggle({ origin: base });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/en/login?redirect=%2Fen%2Fproducts");
  });

  it.each([
    ["product-7", "/en#product-7", "product-7"],
    ["//evil.example", "/en#//evil.example", "//evil.example"],
    ["with a line break", "/en/products", "%0d%0aevil"],
    ["that is too long", "/en/products", "a".repeat(3000)],
  ])("the place %s on a page leads back to %s", async (_what, from, place) => {
    const response = await postToggle({ origin: base }, `/en/wishlist/1?place=${place}`, "/en#top");
    expect(response.status).toBe(303);
    const login = new URL(response.headers.get("location") ?? "", base);
    expect(login.pathname).toBe("/en/login");
    expect(login.searchParams.get("redirect")).toBe(from);
  });

  it("what is no product's id is not found", async () => {
    const response = await postToggle({ origin: base }, "/en/wishlist/%2e%2e%2fadmin");
    expect(response.headers.get("location")).toBe("/en/404");
  });

  it("a link shows the picture and changes nothing", async () => {
    const { context, page } = await newMember(false);
    const list = await fetch(`${base}/api/products`).then((response) => response.json());
    await open(page, `/en/wishlist/${list.data[0].id}`, false);
    await page.getByRole("heading", { level: 1, name: list.data[0].title }).waitFor();
    await expectFavorites(page, false, []);
    await context.close();
  });

  it("a link to login cannot make a sign-in fill one", async () => {
    const { context, page, email } = await newMember(false);
    await context.clearCookies();
    await open(page, "/en/login?redirect=/en/products%23product-1", false);
    await signIn(page, email, PASSWORD);
    await page.waitForURL(/\/en\/products#product-1$/);
    expect(await page.getByRole("button", { pressed: true }).count()).toBe(0);
    await context.close();
  });
});

describe("when the wishlist is down", () => {
  let proxy: ApiProxy;
  let product: RunningProduct;
  let member: { context: BrowserContext; page: Page };
  beforeAll(async () => {
    proxy = await startApiProxy(base, /^\/api\/(?:wishlist|user\/profile\?favorites)/);
    product = await startProduct({ env: { API_URL: `${proxy.url}/api` } });
    // Cookies ignore ports: signing in there signs in here.
    const { context, page } = await newMember(false);
    member = { context, page };
  });
  afterAll(async () => {
    await member?.context.close();
    await product?.remove();
    await proxy?.close();
  });

  it.each([
    "/en",
    "/en/products",
    "/en/dashboard",
  ])("%s is whole, without hearts filled", async (path) => {
    const response = await member.page.goto(product.url + path);
    expect(response?.status()).toBe(200);
    expect(await member.page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await member.page.getByRole("button", { pressed: true }).count()).toBe(0);
    await expect.poll(() => product.output()).toContain("wishlist could not be loaded");
  });

  it("a click says that it failed, and the list that it could not be loaded", async () => {
    await member.page.goto(`${product.url}/en/products`);
    await buttonOf(cardOf(member.page, 0)).click();
    const alert = member.page.getByRole("alert");
    await alert.filter({ hasText: "Failed to update wishlist" }).waitFor();
    const response = await member.page.goto(`${product.url}/en/dashboard/favorite`);
    expect(response?.status()).toBe(200);
    await alert.filter({ hasText: "Failed to fetch wishlist" }).waitFor();
    await member.page.getByRole("link", { name: "Try again" }).waitFor();
  });
});
