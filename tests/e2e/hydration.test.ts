import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright";
import { describe, expect, it, vi } from "vitest";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { addSession, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// The server renders with React, and browsers continue with Preact (decision 0060): this finds any
// difference between the two.

const base = workerProduct().url;
const browser = await openBrowser();

async function openAs(account: "buyer" | "staff" | null): Promise<Page> {
  const context = await newVisitor(browser, { viewport: { width: 1440, height: 900 } });
  if (account) await addSession(context, base, await signInUser(base, account));
  return context.newPage();
}

const GUEST_PAGES = [
  "/en",
  "/en/products",
  "/en/products?category=1&search=blue",
  "/en/products?search=xqzzy",
  "/en/products/before-the-rain-turns",
  "/en/products/before-the-rain-turns?utm_source=mail",
  "/en/login",
  "/en/page/terms",
  "/en/report-content",
  "/ar",
];
const BUYER_PAGES = [
  "/en/products",
  "/en/products/before-the-rain-turns",
  "/en/products/generate",
  "/en/dashboard",
  "/en/dashboard/payments",
  "/en/dashboard/offers/create",
];
const STAFF_PAGES = ["/en/staff", "/en/staff/products", "/en/staff/audit", "/en/staff/people"];

/** Lists elements of the body that scripts created again instead of reusing the server's. */
async function listReplaced(page: Page, path: string): Promise<string[]> {
  await page.goto(base + path);
  await page.evaluate(() => {
    const elements = [...document.body.querySelectorAll("*")];
    Object.assign(window, { listReplaced: () => elements.filter((one) => !one.isConnected) });
    // As some browser extensions do.
    document.body.prepend(document.createElement("div"));
  });
  await waitForHydration(page);
  await page.waitForLoadState("networkidle");
  return page.evaluate(() => {
    const { listReplaced } = window as unknown as { listReplaced(): Element[] };
    return listReplaced().map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
}

/** Reads the page and its head, without what only a visit adds. */
const readPage = (page: Page) =>
  page.evaluate(() => {
    // Elements that only search engines read stay as in the first document.
    const head = document.head.querySelectorAll(
      "title, meta:is([name=description], [name=robots])",
    );
    const isOfVisit = ({ name }: Attr) => ["tabindex", "open", "id", "for"].includes(name);
    const isReference = ({ name }: Attr) => name.startsWith("aria-");
    // These attributes mean nothing when empty, and a field's value is compared separately.
    const isShown = ({ name, value }: Attr) =>
      name !== "value" && (value !== "" || !["class", "style", "title"].includes(name));
    const describe = (element: Element): string[] => [
      `${element.localName} ${[...element.attributes]
        .filter((one) => !isOfVisit(one) && !isReference(one) && isShown(one))
        .map(({ name, value }) =>
          name === "style" ? (element as HTMLElement).style.cssText : `${name}=${value}`,
        )
        .sort()
        .join(" ")}`,
      ...[...element.children].flatMap(describe),
    ];
    return {
      head: [...head].map(({ outerHTML }) => outerHTML).sort(),
      content: [...document.querySelectorAll("main")].flatMap(describe),
      text: document.querySelector("main")?.innerText,
      fields: [...document.querySelectorAll<HTMLInputElement>("main :is(input, select, textarea)")]
        .filter(({ type }) => type !== "hidden")
        .map(({ name, value, checked }) => [name, value, checked]),
    };
  });

/**
 * Waits until both pages show the same: browser-only parts appear after hydration, and parts whose
 * files are fetched with a page appear a moment later. Throws with the lines that differ.
 */
async function waitUntilEqual(page: Page, document: Page, path: string): Promise<void> {
  const listDifferences = async () => {
    const [shown, written] = [toLines(await readPage(page)), toLines(await readPage(document))];
    if (isDeepStrictEqual(shown, written)) return [];
    const added = shown.filter((line) => !written.includes(line)).map((line) => `+ ${line}`);
    const removed = written.filter((line) => !shown.includes(line)).map((line) => `- ${line}`);
    return [`${path} differs`, ...added, ...removed];
  };
  await expect.poll(listDifferences, { timeout: 10_000 }).toEqual([]);
}

const toLines = ({ head, content, text, fields }: Awaited<ReturnType<typeof readPage>>) => [
  ...head,
  ...content,
  ...(text ?? "").split("\n"),
  ...fields.map((field) => JSON.stringify(field)),
];

describe("scripts that take a page over", () => {
  it.each([
    { account: null, paths: GUEST_PAGES },
    { account: "buyer", paths: BUYER_PAGES },
    { account: "staff", paths: STAFF_PAGES },
  ] as const)("keep each element that the server wrote, for $account", async ({
    account,
    paths,
  }) => {
    const page = await openAs(account);
    for (const path of paths) expect(await listReplaced(page, path), path).toEqual([]);
    await page.context().close();
  });

  it.each([
    { account: null, paths: ["/en/products", "/en/products?category=1", "/en/login", "/en"] },
    { account: "buyer", paths: ["/en/dashboard/payments", "/en/products/generate"] },
    { account: "staff", paths: ["/en/staff/products", "/en/staff/people"] },
  ] as const)("show by a link what a document shows, for $account", async ({ account, paths }) => {
    const opened = await openAs(account);
    const page = await opened.context().newPage();
    const compare = async (path: string) => {
      await opened.goto(base + path);
      await waitForHydration(opened);
      await page.goto(`${base}/en/page/terms`);
      await waitForHydration(page);
      await page.evaluate((to) => {
        const link = Object.assign(window.document.createElement("a"), { href: to });
        const { __reactRouterDataRouter: router } = window as unknown as {
          __reactRouterDataRouter: { navigate(to: string): Promise<void> };
        };
        return router.navigate(link.pathname + link.search);
      }, path);
      await page.waitForURL(base + path);
      await waitUntilEqual(page, opened, path);
    };
    for (const path of paths) {
      // The product keeps running: data that changes between the two reads is not a difference.
      await vi.waitFor(() => compare(path), { timeout: 90_000 });
    }
    await opened.context().close();
  });

  it.each([
    [null, "/en?gclid=a%ZZ&UTM_Source=mail#styles", "/en#styles"],
    [null, "/en/products?utm_source=mail&style=nebula&mc_eid=7", "/en/products?style=nebula"],
    ["buyer", "/en/products?utm_source=mail", "/en/products"],
    ["buyer", "/en/products/generate?gclid=x", "/en/products/generate"],
  ] as const)("go on without tracking parameters, for %s at %s", async (account, path, own) => {
    const page = await openAs(account);
    const opened = await page.context().newPage();
    await opened.goto(base + own);
    await waitForHydration(opened);
    expect(await listReplaced(page, path)).toEqual([]);
    expect(page.url()).toBe(base + own);
    expect(await page.content()).not.toMatch(/utm_source|gclid|mc_eid/i);
    await waitUntilEqual(page, opened, own);
    // A link and Back, which leads to the page that was shown.
    await page.getByRole("banner").getByRole("link").first().click();
    await page.waitForURL(`${base}/en`);
    await page.goBack();
    await page.waitForURL(base + own);
    await waitUntilEqual(page, opened, own);
    await page.context().close();
  });

  it("go on part by part, and show no other page before the last part is theirs", async () => {
    const page = await openAs(null);
    const home = await page.context().newPage();
    await home.goto(`${base}/en`);
    await waitForHydration(home);
    await page.addInitScript(() => {
      const held: (() => void)[] = [];
      const post = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (message: unknown) {
        held.push(() => post.call(this, message));
      };
      Object.assign(window, { held });
    });
    await page.goto(`${base}/en/products`);
    const heading = await page.locator("main h1").innerText();
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    const startNext = async () => {
      await page.waitForFunction(() => (window as unknown as { held: unknown[] }).held.length > 0);
      await page.evaluate(() => (window as unknown as { held: (() => void)[] }).held.shift()?.());
    };
    await startNext();
    await page.waitForFunction(() => (window as unknown as { held: unknown[] }).held.length > 0);
    expect(await page.locator("html[data-hydrated]").count()).toBe(0);
    const data = page.waitForResponse(/\.data\?/);
    await page.getByRole("banner").getByRole("link").first().click();
    await (await data).finished();
    expect(await page.locator("main h1").innerText()).toBe(heading);
    expect(page.url()).toBe(`${base}/en/products`);
    await startNext();
    await startNext();
    await page.waitForURL(`${base}/en`);
    await page.waitForSelector("html[data-hydrated]");
    await waitUntilEqual(page, home, "/en");
    await page.context().close();
  });

  it("go on without a part whose file is blocked, which works as without scripts", async () => {
    const page = await openAs(null);
    const blocked: string[] = [];
    await page.route(/\/cookie-banner-/, (route) => {
      blocked.push(route.request().url());
      return route.abort("blockedbyclient");
    });
    await page.goto(`${base}/en/products`);
    await waitForHydration(page);
    await page.waitForSelector("html[data-native]");
    await page
      .getByRole("link", { name: /^Details/ })
      .first()
      .click();
    await page.waitForURL(/\/en\/products\/./);
    await page.locator("#buy-link").waitFor();
    expect(await page.locator("main h1").count()).toBe(1);
    expect(await page.locator("#cookies").count()).toBe(1);
    await page.locator("#cookies").getByRole("button", { name: "Only essentials" }).click();
    await page.locator("#cookies").waitFor({ state: "detached" });
    expect(blocked).not.toEqual([]);
    await page.context().close();
  });

  it("come later where the page's texts could not be loaded at first", async () => {
    const page = await openAs(null);
    let isBroken = true;
    await page.route(/\/words\//, (route) =>
      isBroken ? route.fulfill({ status: 502 }) : route.continue(),
    );
    await page.goto(`${base}/en/products`);
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    await page.waitForSelector("html[data-native]");
    expect(await page.locator("html[data-hydrated]").count()).toBe(0);
    isBroken = false;
    await page.waitForSelector("html[data-hydrated]");
    await page.context().close();
  });

  it("lead to the document of a page that needs a file which does not come", async () => {
    const page = await openAs("buyer");
    await page.goto(`${base}/en/products/before-the-rain-turns`);
    await waitForHydration(page);
    await page.route(/\/checkout-/, (route) => route.abort());
    const document = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole("link", { name: /^Buy/ }).first().click();
    expect((await document).url()).toContain("buy=1");
    await page.getByRole("dialog").getByRole("button", { name: /^Buy/ }).waitFor();
    await page.context().close();
  });
});
