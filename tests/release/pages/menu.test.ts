import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { signIn } from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

const browser = await openBrowser();

/** Opens a listing in a buyer's browser. */
async function openListing(viewport: { width: number; height: number }, isScripted: boolean) {
  const { context, page } = await signIn(browser, base, "buyer", isScripted);
  await page.setViewportSize(viewport);
  await page.goto(`${base}/en/products`);
  if (isScripted) await waitForHydration(page);
  return { page, close: () => context.close() };
}

const header = (page: Page) => page.getByRole("banner");
const button = (page: Page) => header(page).getByLabel("Menu", { exact: true });

describe.each([true, false])("the menu of the header, with JavaScript: %s", (isScripted) => {
  it("is behind a button on a phone, with the account in sight", async () => {
    const { page, close } = await openListing(PHONE, isScripted);
    const signOut = header(page).getByRole("button", { name: "Log out" });
    expect(await signOut.isVisible()).toBe(false);
    await button(page).click();
    await signOut.waitFor();
    await header(page).getByText("buyer@promptory.test").waitFor();
    await header(page).getByText("Categories").click();
    await header(page)
      .getByRole("link", { name: /^Animals/ })
      .waitFor();
    // If the categories closed at the click, Generate would move away from under it.
    await header(page).getByRole("link", { name: "Generate", exact: true }).click();
    await page.waitForURL(/\/en\/products\/generate$/);
    await close();
  });

  it("has its lines as wide as its words on a phone", async () => {
    const { page, close } = await openListing(PHONE, isScripted);
    await button(page).click();
    await header(page).getByText("buyer@promptory.test").waitFor();
    const gutter = await header(page).evaluate((row) =>
      [...row.querySelectorAll(".account, .account ul, .account ul > :last-child")].map((part) => {
        const { left } = part.getBoundingClientRect();
        const line = getComputedStyle(part, "::before");
        const hasOwn = getComputedStyle(part).borderTopWidth !== "0px";
        return left + (hasOwn ? 0 : Number.parseFloat(line.left));
      }),
    );
    expect(gutter).toEqual([gutter[0], gutter[0], gutter[0]]);
    await close();
  });

  it("is in the row of a wide window, each part once", async () => {
    const { page, close } = await openListing(DESKTOP, isScripted);
    expect(await button(page).isVisible()).toBe(false);
    for (const name of ["Home", "Generate"]) {
      const links = header(page).getByRole("link", { name, exact: true });
      expect(await links.count(), name).toBe(1);
      expect(await links.isVisible(), name).toBe(true);
    }
    const signOut = header(page).getByRole("button", { name: "Log out" });
    expect(await signOut.isVisible()).toBe(false);
    await header(page).locator(".account-menu > summary").click();
    await signOut.waitFor();
    await header(page).getByText("Styles").click();
    await header(page)
      .getByRole("link", { name: /^Watercolour/ })
      .waitFor();
    expect(await signOut.isVisible()).toBe(false);
    await close();
  });

  it("of the staff closes on a phone once a screen is chosen", async () => {
    const { page, context } = await signIn(browser, base, "staff", isScripted);
    await page.setViewportSize(PHONE);
    await page.goto(`${base}/en/staff/orders`);
    if (isScripted) await waitForHydration(page);
    const menu = page.getByRole("main").locator("summary", { hasText: en["staff.menu"] });
    const deposits = page.getByRole("link", { name: en["staff_deposits.title"], exact: true });
    await menu.click();
    await deposits.click();
    await menu.filter({ hasText: en["staff_deposits.title"] }).waitFor();
    expect(await deposits.count()).toBe(0);
    await context.close();
  });
});
