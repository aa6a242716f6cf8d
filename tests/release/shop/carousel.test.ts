import type { Locator } from "playwright";
import { describe, expect, it } from "vitest";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();

async function openRow(path: string, isScripted = true) {
  const context = await newVisitor(browser, {
    javaScriptEnabled: isScripted,
    viewport: { width: 1280, height: 900 },
  });
  const trouble = watchForTrouble(context);
  const page = await context.newPage();
  // Its timers run normally, and can be fast-forwarded.
  if (isScripted) await page.clock.install();
  await page.goto(base + path);
  if (isScripted) await waitForHydration(page);
  const row = page.locator(".snap-row").first();
  await row.evaluate((list) => list.scrollIntoView({ block: "center", behavior: "instant" }));
  return { context, page, row, trouble };
}

/** Returns the distance from the start, whichever side that is. */
const placeOf = (row: Locator) => row.evaluate((list) => Math.abs(list.scrollLeft));
const isMoved = async (row: Locator) => (await placeOf(row)) > 200;

describe.each([
  { locale: "en", side: 1, onKey: "ArrowRight" },
  { locale: "ar", side: -1, onKey: "ArrowLeft" },
])("a carousel in $locale (spec §2 Home)", ({ locale, side, onKey }) => {
  it("goes on and back by its buttons and by keys, and never by itself", async () => {
    const { context, page, row, trouble } = await openRow(`/${locale}`);
    // Runs all timers of a minute, and a frame or two for the effects of the last.
    await page.clock.runFor(60_000);
    await row.evaluate((list) => list.animate([], 100).finished.then(() => {}));
    expect(await placeOf(row)).toBe(0);
    const buttons = page.locator("section").filter({ has: row }).locator(".needs-js > button");
    const [back, on] = [buttons.nth(0), buttons.nth(1)];
    await on.click();
    await expect.poll(() => isMoved(row)).toBe(true);
    await back.click();
    await expect.poll(() => placeOf(row)).toBe(0);
    const areUseless = async () => [
      await back.getAttribute("aria-disabled"),
      await on.getAttribute("aria-disabled"),
    ];
    await expect.poll(areUseless).toEqual(["true", "false"]);
    await row.evaluate(
      (list, way) => list.scrollBy({ left: way * list.scrollWidth, behavior: "instant" }),
      side,
    );
    await expect.poll(areUseless).toEqual(["false", "true"]);
    await row.evaluate((list) => list.scrollTo({ left: 0, behavior: "instant" }));
    await row.focus();
    for (let press = 0; press < 8; press += 1) await page.keyboard.press(onKey);
    await expect.poll(() => isMoved(row)).toBe(true);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("has its link at the edge of the page's column, before its buttons come and after", async () => {
    const context = await newVisitor(browser, { viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto(`${base}/${locale}`);
    const link = page.locator("section:has(> .snap-row) > .page a").first();
    const distance = () =>
      link.evaluate((element, isLeft) => {
        const own = element.getBoundingClientRect();
        const row = element.closest(".page");
        if (!row) throw new Error("the link is not above a row");
        const column = row.getBoundingClientRect();
        const gutter = Number.parseFloat(getComputedStyle(row).paddingInlineEnd);
        return isLeft ? own.left - column.left - gutter : column.right - own.right - gutter;
      }, side === -1);
    expect(Math.abs(await distance())).toBeLessThan(1);
    await waitForHydration(page);
    expect(Math.abs(await distance())).toBeLessThan(1);
    await context.close();
  });

  it("follows a mouse that takes hold of it, and the click that ends it opens nothing", async () => {
    const { context, page, row, trouble } = await openRow(`/${locale}`);
    const box = await row.boundingBox();
    if (!box) throw new Error("the row is not on the page");
    const y = box.y + 100;
    const loaded = page.waitForResponse(/keen-slider/);
    await page.mouse.move(640, y);
    await loaded;
    await expect
      .poll(async () => {
        await page.mouse.move(640, y);
        await page.mouse.down();
        for (let step = 1; step <= 16; step += 1) await page.mouse.move(640 - side * step * 25, y);
        const place = await placeOf(row);
        await page.mouse.up();
        return place;
      })
      .toBeGreaterThan(200);
    expect(new URL(page.url()).pathname).toBe(`/${locale}`);
    expect(trouble).toEqual([]);
    await context.close();
  });
});

it("is a list that scrolls and snaps without JavaScript, with no buttons that do nothing", async () => {
  const { context, page, row } = await openRow("/en", false);
  expect(await page.locator(".needs-js > button:visible").count()).toBe(0);
  const style = await row.evaluate((list) => {
    const { overflowX, scrollSnapType } = getComputedStyle(list);
    return { overflowX, scrollSnapType, isLonger: list.scrollWidth > list.clientWidth };
  });
  expect(style).toEqual({ overflowX: "auto", scrollSnapType: "inline mandatory", isLonger: true });
  await context.close();
});
