import type { Page } from "playwright";
import { expect, it } from "vitest";
import { newVisitor, openBrowser } from "#tests/setup/browser/browser.ts";
import { signIn } from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Text spacing of WCAG 2.2, 1.4.12, in the language with the longest words, at 320 CSS px (1.4.10).

const base = workerProduct().url;
const NARROWEST = { width: 320, height: 640 };
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

const browser = await openBrowser();

/** Lists links and buttons that extend beyond the window, or that clip their own text. */
async function listCut(page: Page, path: string): Promise<string[]> {
  await page.goto(base + path);
  return page.evaluate((spacing) => {
    // The content security policy allows no style element.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(spacing);
    document.adoptedStyleSheets.push(sheet);
    const canScroll = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (["auto", "scroll"].includes(getComputedStyle(element).overflowX) ||
        canScroll(element.parentElement));
    const isCut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width < 2 || canScroll(element.parentElement)) return false;
      const isClipped = getComputedStyle(element).overflowX !== "visible";
      const isWider = isClipped && element.scrollWidth > element.clientWidth + 1;
      return left < -1 || right > innerWidth + 1 || isWider;
    };
    const cut = [...document.querySelectorAll(":is(main, footer) :is(a, button)")]
      .filter((element) => element.checkVisibility() && element.closest(".sr-only") === null)
      .filter(isCut)
      .map(({ textContent, className }) => textContent || className);
    const isWide = document.documentElement.scrollWidth > innerWidth;
    return isWide ? ["the page", ...cut] : cut;
  }, SPACING);
}

it("cuts off no link and no button for guests", async () => {
  const context = await newVisitor(browser, { viewport: NARROWEST });
  await context.addCookies([{ name: "cookies-consent", value: "essential", url: base }]);
  const page = await context.newPage();
  for (const path of ["/products", "/products/circle-bar-arc", "/page/privacy", "/login"]) {
    expect(await listCut(page, `/de${path}`), path).toEqual([]);
  }
  await context.close();
});

it.each([
  ["buyer", ["/dashboard", "/dashboard/payments", "/dashboard/profile", "/products/generate"]],
  ["staff", ["/staff", "/staff/orders"]],
] as const)("cuts off no link and no button for the %s", async (account, paths) => {
  const { context, page } = await signIn(browser, base, account);
  await page.setViewportSize(NARROWEST);
  for (const path of paths) expect(await listCut(page, `/de${path}`), path).toEqual([]);
  await context.close();
});
