import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { PASSWORD } from "#tests/factories.ts";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { BOTH_MODES } from "#tests/setup/browser/modes.ts";
import { addSession, registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();

/** Returns the focused heading, or null. */
const focusedHeading = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.matches("h1") ? activeElement.textContent : null;
  });

describe.each(BOTH_MODES)("going back $name", ({ isScripted }) => {
  it("leads past the login of a member who has signed in", async () => {
    const email = `back-${crypto.randomUUID().slice(0, 8)}@example.com`;
    await registerUser(base, email, PASSWORD);
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    const page = await context.newPage();
    await page.goto(`${base}/en/about-us`);
    await page.goto(`${base}/en/products`);
    if (isScripted) await waitForHydration(page);
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL(/\/en\/login/);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/en\/dashboard$/);
    // Without scripts the browser keeps the login's history entry, which redirects.
    if (!isScripted) await page.goBack();
    await page.goBack();
    await page.waitForURL(/\/en\/products$/);
    await page.goForward();
    await page.waitForURL(/\/en\/dashboard$/);
    await page.goBack();
    await page.waitForURL(/\/en\/products$/);
    await page.goBack();
    await page.waitForURL(/\/en\/about-us$/);
    await context.close();
  });

  it("leads out of the pages of a member whose session is over", async () => {
    const email = `out-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    await addSession(context, base, await registerUser(base, email, PASSWORD));
    const page = await context.newPage();
    await page.goto(`${base}/en/about-us`);
    for (const path of ["deposits", "payments"]) {
      await page.goto(`${base}/en/dashboard/${path}`);
      if (isScripted) await waitForHydration(page);
    }
    await page.locator('main a[href="/en/dashboard/offers"]').first().click();
    await page.waitForURL(/\/en\/dashboard\/offers$/);
    await context.clearCookies();
    await page.locator('main a[href="/en/dashboard"]').first().click();
    await page.waitForURL(/\/en\/login\?/);
    for (const path of ["offers", "payments", "deposits"]) {
      await page.goBack();
      await page.waitForURL((url) => url.searchParams.get("redirect")?.endsWith(path) ?? false);
    }
    await page.goBack();
    await page.waitForURL(/\/en\/about-us$/);
    await context.close();
  });
});

describe("a link to a place of a page that a guest's document gets as a member's", () => {
  it("keeps its fragment, also on the way back", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    const watch = () => page.evaluate(() => Object.assign(window, { isFirst: true }));
    const isFirst = () => page.evaluate(() => "isFirst" in window).catch(() => true);
    await page.goto(`${base}/en/sell-your-designs`);
    await waitForHydration(page);
    await page.locator('main a[href="/en/sell-your-designs#steps"]').click();
    await page.waitForURL(/#steps$/);
    await page.getByRole("contentinfo").locator('a[href="/en/about-us"]').first().click();
    await page.waitForURL(/\/en\/about-us$/);
    await watch();
    // In another window.
    await addSession(context, base, await signInUser(base, "buyer"));
    await page.evaluate(() => history.back());
    await expect.poll(isFirst).toBe(false);
    expect(page.url()).toBe(`${base}/en/sell-your-designs#steps`);
    await page.locator(".account-menu").waitFor({ state: "attached" });

    await context.clearCookies();
    await page.goto(`${base}/en/about-us`);
    await waitForHydration(page);
    await watch();
    await addSession(context, base, await signInUser(base, "buyer"));
    await page.evaluate(() => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate(to: string): Promise<void> };
      };
      void router.navigate("/en/sell-your-designs#steps");
    });
    await expect.poll(isFirst).toBe(false);
    expect(page.url()).toBe(`${base}/en/sell-your-designs#steps`);
    await context.close();
  });
});

describe("a page that scripts navigate to", () => {
  it("has the focus at its heading, in sight, where the link that led to it is gone", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await page.goto(`${base}/en`);
    await waitForHydration(page);
    await page.locator('main a[href="/en/products"]').first().press("Enter");
    await page.waitForURL(/\/en\/products$/);
    await expect.poll(() => focusedHeading(page)).toBe("All prompts");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const card = page.getByRole("article").first();
    const title = await card.getByRole("heading").textContent();
    await card.getByRole("link", { name: /^Details/ }).press("Enter");
    await page.waitForURL(/\/en\/products\/[\w-]+$/);
    await expect.poll(() => focusedHeading(page)).toBe(title);
    await context.close();
  });

  it("is read out where a link stays and keeps the focus", async () => {
    const context = await newVisitor(browser);
    await addSession(context, base, await signInUser(base, "buyer"));
    const page = await context.newPage();
    await page.goto(`${base}/en/dashboard/deposits`);
    await waitForHydration(page);
    const tab = page.getByRole("main").getByRole("link", { name: "Payment history" }).first();
    await tab.press("Enter");
    await page.waitForURL(/\/en\/dashboard\/payments$/);
    await page.getByRole("status").filter({ hasText: "Payment History · Promptory" }).waitFor();
    expect(await tab.evaluate((one) => one === document.activeElement)).toBe(true);
    await context.close();
  });

  it("has it at its heading where the link that led to it is far below", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await page.goto(`${base}/en/products`);
    await waitForHydration(page);
    await page.getByRole("link", { name: "Next page" }).press("Enter");
    await page.waitForURL(/\/en\/products\?page=2$/);
    await expect.poll(() => focusedHeading(page)).toBe("All prompts");
    await context.close();
  });

  it("has it at the link that was left, in sight, on the way back", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await page.goto(`${base}/en/products`);
    await waitForHydration(page);
    // The code that keeps the scroll position is fetched when the page is idle.
    await page.waitForLoadState("networkidle");
    const left = page
      .getByRole("article")
      .nth(12)
      .getByRole("link", { name: /^Details/ });
    await left.press("Enter");
    await page.waitForURL(/\/en\/products\/[\w-]+$/);
    await expect.poll(() => focusedHeading(page)).not.toBeNull();
    await page.goBack();
    await page.waitForURL(/\/en\/products$/);
    await expect.poll(() => left.evaluate((one) => one === document.activeElement)).toBe(true);
    const { y = -1 } = (await left.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(page.viewportSize()?.height ?? 0);
    await page.getByRole("status").filter({ hasText: "All prompts · Promptory" }).waitFor();
    await context.close();
  });

  it("has it at its heading on the way back where the link that was left is in a closed menu", async () => {
    const context = await newVisitor(browser);
    await addSession(context, base, await signInUser(base, "buyer"));
    const page = await context.newPage();
    await page.goto(`${base}/en/products`);
    await waitForHydration(page);
    const menu = page.locator(".account-menu");
    await menu.locator("summary").press("Enter");
    await menu.locator('a[href="/en/dashboard/deposits"]').press("Enter");
    await page.waitForURL(/\/en\/dashboard\/deposits$/);
    await expect.poll(() => focusedHeading(page)).not.toBeNull();
    await page.goBack();
    await page.waitForURL(/\/en\/products$/);
    await expect.poll(() => focusedHeading(page)).toBe("All prompts");
    await context.close();
  });

  it("takes no letter from a field in which somebody types meanwhile", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await page.goto(`${base}/en/about-us`);
    await waitForHydration(page);
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/sell-your-designs\.data/, async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.locator('main a[href="/en/sell-your-designs"]').first().click();
    await page.getByRole("progressbar").waitFor();
    const field = page.locator("#header-search");
    await field.click();
    await page.keyboard.type("rain in");
    release();
    await page.waitForURL(/\/en\/sell-your-designs$/);
    await page.getByRole("status").filter({ hasText: "· Promptory" }).waitFor();
    await page.keyboard.type(" the city");
    expect(await field.inputValue()).toBe("rain in the city");
    await context.close();
  });

  it("leaves the focus at its heading when the filter that had it is gone", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await page.goto(`${base}/en/products?style=nebula`);
    await waitForHydration(page);
    await page.getByRole("link", { name: /Nebula remove/ }).press("Enter");
    await page.waitForURL(/\/en\/products$/);
    await expect.poll(() => focusedHeading(page)).toBe("All prompts");
    await context.close();
  });

  it("shows that it loads for as long as it does", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await page.goto(`${base}/en`);
    await waitForHydration(page);
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/products\.data/, async (route) => {
      await isHeld;
      await route.continue();
    });
    const bar = page.getByRole("progressbar", { name: "Loading the page" });
    await page.locator('main a[href="/en/products"]').first().click();
    await bar.waitFor();
    release();
    await page.waitForURL(/\/en\/products$/);
    await bar.waitFor({ state: "detached" });
    await context.close();
  });
});

describe("an address in other letter case, or with a slash at its end", () => {
  it.each([
    ["/en/Dashboard/Payments?type=order", "/en/dashboard/payments?type=order"],
    ["/en/dashboard/", "/en/dashboard"],
    ["/en/Contact-Us/", "/en/contact-us"],
    ["/en/Products/Before-The-Rain-Turns/", "/en/products/Before-The-Rain-Turns"],
  ])("%s leads to %s", async (address, canonical) => {
    const { status, headers } = await fetch(base + address, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([301, canonical]);
    expect(headers.get("cache-control")).toContain("no-cache");
  });

  it("shows its screen's heading and its tab", async () => {
    const context = await newVisitor(browser);
    await addSession(context, base, await signInUser(base, "buyer"));
    const page = await context.newPage();
    await page.goto(`${base}/en/dashboard/Payments`);
    expect(page.url()).toBe(`${base}/en/dashboard/payments`);
    expect(await page.locator("h1").textContent()).toBe("Payment History");
    const tab = page.getByRole("main").locator("a[aria-current=page]");
    expect(await tab.getAttribute("href")).toBe("/en/dashboard/payments");
    await context.close();
  });
});
