import type { BrowserContext } from "playwright";
import { describe, expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const { url: base } = workerProduct();
const browser = await openBrowser();

/** Blocks this site's cookies as a browser setting does: none is stored, and none is sent. */
async function blockCookies(context: BrowserContext): Promise<void> {
  await context.route(`${base}/**`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { "set-cookie": _cookies, ...headers } = response.headers();
    await context.clearCookies();
    await route.fulfill({ response, headers });
  });
}

describe.each(SCRIPTED_FIRST)("the sign-in of a browser that keeps no cookies, $name", ({
  isScripted,
}) => {
  it("says why nobody can sign in", async () => {
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    await blockCookies(context);
    const page = await context.newPage();
    await page.goto(`${base}/en/login?redirect=%2Fen%2Fdashboard%2Forders`);
    if (isScripted) await waitForHydration(page);
    const main = page.getByRole("main");
    await main.getByLabel("Email address").fill("buyer@promptory.test");
    await main.getByLabel("Password", { exact: true }).fill("promptory-demo");
    await main.getByRole("button", { name: "Sign in" }).click();
    await main.getByText(en["login.cookies"]).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect({ pathname, redirect: searchParams.get("redirect") }).toEqual({
      pathname: "/en/login",
      redirect: "/en/dashboard/orders",
    });
    await context.close();
  });
});
