import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/axe.ts";
import { closeVisitors, launchBrowser } from "#tests/setup/browser.ts";
import { open, signIn } from "#tests/setup/offer-screens.ts";
import { workerProduct } from "#tests/setup/worker-product.ts";

// The desk's first screen as its owner sees it.

const base = workerProduct().url;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => closeVisitors(browser));

describe.each([
  { name: "with JavaScript", isScripted: true },
  { name: "without JavaScript", isScripted: false },
])("$name", ({ isScripted }) => {
  it("the figures have a table, and a search without a hit is among them", async () => {
    const words = isScripted ? "qwzx zzvk" : "zxqw kvzz";
    await fetch(`${base}/en/products?search=${encodeURIComponent(words)}`);
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff`);
    await page.getByRole("heading", { name: "Searched and not found" }).waitFor();
    await page.getByText(words, { exact: true }).waitFor();
    await page.getByText("The last 30 days as a table").click();
    expect(await page.getByRole("table", { name: "Figures" }).getByRole("row").count()).toBe(31);
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    await page
      .getByRole("navigation", { name: "Team" })
      .getByRole("link", { name: "Start" })
      .waitFor();
    await staff.context.close();
  });
});
