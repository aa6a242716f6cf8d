import type { Page } from "playwright";
import { expect, it } from "vitest";
import { newVisitor, openBrowser } from "#tests/setup/browser/browser.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { addSession, registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// What stands in a line, or at the same distance, in the shapes of windows where it once did not.

const base = workerProduct().url;
const TABLET = { width: 768, height: 1024 };
const browser = await openBrowser();

/** The edges of the first visible element, in whole pixels. */
async function edgesOf(page: Page, selector: string) {
  const box = await page.locator(selector).filter({ visible: true }).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  const { x, y, width, height } = box;
  const edges = { left: x, right: x + width, top: y, bottom: y + height };
  return Object.fromEntries(Object.entries(edges).map(([side, at]) => [side, Math.round(at)]));
}

it("the payment history's button is in line with the fields on tablets", async () => {
  const agent = await registerUser(base, `line-${crypto.randomUUID()}@example.com`);
  await payDeposit(agent);
  const context = await newVisitor(browser, { viewport: TABLET });
  await addSession(context, base, agent);
  const page = await context.newPage();
  for (const locale of ["en", "de", "ar"]) {
    await page.goto(`${base}/${locale}/dashboard/payments`);
    const field = await edgesOf(page, 'main form[method="get"] [name="to"]');
    const button = await edgesOf(page, 'main form[method="get"] button');
    expect([button.top, button.bottom], locale).toEqual([field.top, field.bottom]);
  }
  await context.close();
});

it("the balance stays beside the title on tablets, however long that is", async () => {
  const agent = await registerUser(base, `title-${crypto.randomUUID()}@example.com`);
  const context = await newVisitor(browser, { viewport: TABLET });
  await addSession(context, base, agent);
  const page = await context.newPage();
  for (const locale of ["en", "de", "fr", "pt", "uk", "ar"]) {
    for (const tab of ["payments", "profile"]) {
      await page.goto(`${base}/${locale}/dashboard/${tab}`);
      const title = await edgesOf(page, "main header:has(h1) > :first-child");
      const balance = await edgesOf(page, "main header:has(h1) > :last-child");
      expect([locale, tab, balance.bottom]).toEqual([locale, tab, title.bottom]);
    }
  }
  await context.close();
});

it("hints are as far from large fields as from small ones", async () => {
  const context = await newVisitor(browser);
  const page = await context.newPage();
  await page.goto(`${base}/en/report-content`);
  const distance = async (control: string) => {
    const field = await edgesOf(page, `main ${control}[aria-describedby]`);
    const hint = await edgesOf(page, `main ${control}[aria-describedby] + p`);
    return Number(hint.top) - Number(field.bottom);
  };
  expect(await distance("textarea")).toBe(await distance('input[type="email"]'));
  await context.close();
});

it("a page of an account is printed in dark ink, whatever the screen's colours are", async () => {
  const context = await newVisitor(browser, { colorScheme: "dark" });
  const page = await context.newPage();
  await page.goto(`${base}/en/page/terms`);
  const heading = page.getByRole("heading", { level: 1 });
  const colour = () => heading.evaluate((element) => getComputedStyle(element).color);
  const onScreen = await colour();
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  const onPaper = await colour();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await colour()).toBe(onPaper);
  expect(onPaper).not.toBe(onScreen);
  await context.close();
});

it("columns of links in the footer continue those above them on tablets", async () => {
  const context = await newVisitor(browser, { viewport: TABLET });
  const page = await context.newPage();
  await page.goto(`${base}/en/about-us`);
  const above = await edgesOf(page, ".footer-columns > nav ul");
  const below = await edgesOf(page, ".footer-columns > :last-child .footer-links li:nth-child(2)");
  expect(below.left).toBe(above.left);
  await context.close();
});
