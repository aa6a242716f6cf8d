import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import en from "#locales/en.json" with { type: "json" };
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { createPricedOffer, signIn } from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { sample } from "#tests/setup/sample.ts";

const base = workerProduct().url;
const PHONE = { width: 360, height: 740 };
const SIZES = [PHONE, { width: 1366, height: 768 }, { width: 1440, height: 900 }];

const browser = await openBrowser();

async function open(page: Page, path: string): Promise<void> {
  await page.goto(base + path);
  await waitForHydration(page);
}

/**
 * Opens a page with a dialog, which is modal only once the scripts have made it so, which can be
 * after hydration.
 */
async function openDialog(page: Page, path: string): Promise<void> {
  await open(page, path);
  await page.waitForFunction(() => document.querySelector("dialog:modal"));
}

async function openAsGuest(path: string, options = {}): Promise<Page> {
  const context = await newVisitor(browser, options);
  await context.addCookies([{ name: "cookies-consent", value: "essential", url: base }]);
  const page = await context.newPage();
  await open(page, path);
  return page;
}

/** Expects the whole control to be within the window, and uncovered. */
async function expectInSight(control: Locator, what: string): Promise<void> {
  await control.waitFor();
  const isSeen = await control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return isInside && (element === above || element.contains(above));
  });
  expect(isSeen, what).toBe(true);
}

describe("the actions of a dialog are in sight as soon as it opens", () => {
  it("in an offer and its contact step", async () => {
    const title = `In sight ${crypto.randomUUID().slice(0, 6)}`;
    const maker = await signIn(browser, base, "verified-seller");
    const staff = await signIn(browser, base, "staff");
    const id = await createPricedOffer(maker, { staff, title, price: "40.00" });
    const { page } = maker;
    for (const size of SIZES) {
      const where = `at ${size.width} × ${size.height}`;
      await page.setViewportSize(size);
      await openDialog(page, `/en/dashboard/offers?offer=${id}`);
      await expectInSight(page.getByRole("link", { name: "Accept", exact: true }), where);
      await expectInSight(page.getByRole("button", { name: "Decline" }), where);
      await openDialog(page, `/en/dashboard/offers?offer=${id}&step=contact`);
      await expectInSight(page.getByRole("button", { name: "Next" }), where);
    }
    // Selecting a word with the mouse may end beside the dialog, which must stay open.
    const field = await page.getByLabel("First name").boundingBox();
    if (!field) throw new Error("the field is not shown");
    await page.mouse.move(field.x + field.width - 5, field.y + field.height / 2);
    await page.mouse.down();
    await page.mouse.move(5, field.y);
    await page.mouse.up();
    expect(await page.locator("dialog:modal").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.waitForURL(/\/dashboard\/offers$/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title);
    await maker.context.close();
    await staff.context.close();
  });

  it("when buying, and in the order that follows, with a toast above it that can be closed", async () => {
    const { context, page } = await signIn(browser, base, "buyer");
    const slug = "the-quiet-antlers";
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await openDialog(page, `/en/products/${slug}?buy=1`);
      const buy = page.getByRole("dialog").getByRole("button", { name: /^Buy and pay/ });
      await expectInSight(buy, `Buy at ${size.width} × ${size.height}`);
    }
    await page.setViewportSize(PHONE);
    await page.getByRole("dialog").getByRole("checkbox").check();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Buy and pay/ })
      .click();
    await page.waitForURL(/\/dashboard\?order=/);
    const toast = page.getByRole("status").filter({ hasText: "is yours" });
    // The toast stays while it has focus, and covers neither the dialog's Close nor its action.
    await toast.getByRole("button", { name: "Close" }).focus();
    const dialog = page.getByRole("dialog");
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const where = `at ${size.width} × ${size.height}`;
      await expectInSight(toast.getByRole("button", { name: "Close" }), `the toast ${where}`);
      await expectInSight(
        dialog.getByRole("link", { name: "Close" }),
        `the dialog's Close ${where}`,
      );
      await expectInSight(dialog.getByRole("button", { name: "Download" }), `Download ${where}`);
    }
    await page.setViewportSize(PHONE);
    await toast.getByRole("button", { name: "Close" }).click();
    await toast.waitFor({ state: "detached" });
    const order = new URL(page.url());
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await openDialog(page, order.pathname + order.search);
      const download = page.getByRole("dialog").getByRole("button", { name: "Download" });
      await expectInSight(download, `Download at ${size.width} × ${size.height}`);
    }
    // At 400 % zoom, title and action leave the whole dialog to its content.
    await page.setViewportSize({ width: 320, height: 256 });
    const prompt = dialog.getByRole("heading", { name: en["order.prompt"] });
    await prompt.evaluate((heading) => heading.scrollIntoView({ block: "start" }));
    const readable = await dialog.evaluate((element) => {
      const [head, foot] = [".dialog-head", ".dialog-foot"].map((part) =>
        element.querySelector(part)?.getBoundingClientRect(),
      );
      const { top, bottom } = element.getBoundingClientRect();
      return { above: (head?.bottom ?? 0) - top, below: bottom - (foot?.top ?? 0) };
    });
    expect(readable.above).toBeLessThanOrEqual(0);
    expect(readable.below).toBeLessThanOrEqual(0);
    await page.keyboard.press("Escape");
    await page.waitForURL(/\/dashboard$/);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id))
      .toBe(`order-${order.searchParams.get("order")}`);
    await context.close();
  });
});

describe("on a phone", () => {
  it("search, and on a product's page Buy, are in sight without scrolling", async () => {
    for (const path of ["/en", "/en/products", "/en/products/before-the-rain-turns"]) {
      const page = await openAsGuest(path, { viewport: PHONE });
      await expectInSight(page.getByRole("searchbox"), `search on ${path}`);
      if (path.endsWith("turns")) {
        await expectInSight(page.getByRole("link", { name: "Buy this prompt" }), "Buy");
        const crumbs = page.getByRole("navigation", { name: "You are here" });
        const box = await crumbs.boundingBox();
        expect(box?.height, "one row").toBeLessThan(40);
      }
      await page.context().close();
    }
  });

  it("Buy stays on one line beside the price, in every language", async () => {
    const plain = await newVisitor(browser, { javaScriptEnabled: false, viewport: PHONE });
    const page = await plain.newPage();
    for (const locale of LOCALES) {
      await page.goto(`${base}/${locale}/products/before-the-rain-turns`);
      const rows = await page.locator("#buy-link").evaluate(async (link) => {
        await document.fonts.ready;
        const text = document.createRange();
        text.selectNodeContents(link);
        return text.getClientRects().length;
      });
      expect(rows, locale).toBe(1);
    }
    await plain.close();
  });

  it("with letters twice as large no page is wider than the window", async () => {
    const product = "/products/before-the-rain-turns";
    const guest = await openAsGuest("/en", { viewport: PHONE });
    const paths = ["", "/products?style=nebula", product, "/login", "/register", "/page/privacy"];
    await expectNarrow(guest, [...paths, "/report-content", "/sell-your-designs"]);
    await guest.context().close();
    const { context, page } = await signIn(browser, base, "verified-seller");
    await page.setViewportSize(PHONE);
    const tabs = ["", "/favorite", "/deposits", "/offers", "/payments", "/profile"];
    const forms = ["/deposits/create", "/verification", "/offers/create"];
    const screens = [...tabs, ...forms].map((path) => `/dashboard${path}`);
    await expectNarrow(page, [...screens, `${product}?buy=1`, "/products/generate"]);
    await context.close();
  });

  it("lists four products on the first screen, and none alone beside a hole", async () => {
    const page = await openAsGuest("/en/products", { viewport: PHONE });
    const cards = await page
      .locator(".gallery > li")
      .evaluateAll((items) =>
        items.map((item) => item.getBoundingClientRect()).map(({ top, width }) => ({ top, width })),
      );
    expect(cards.filter(({ top }) => top < 700).length).toBeGreaterThanOrEqual(4);
    expect(cards.length % 2).toBe(1);
    expect(cards.at(-1)?.width).toBeGreaterThan((cards[0]?.width ?? 0) * 1.9);
    await page.context().close();
  });

  it("each tab of the dashboard is named by itself, and the open tab is in sight", async () => {
    const { context, page } = await signIn(browser, base, "buyer");
    await page.setViewportSize(PHONE);
    const names = {
      "": "Meine Bestellungen",
      "/favorite": "Favoriten",
      "/deposits": "Einzahlungen",
      "/offers": "Meine Angebote",
      "/payments": "Zahlungsverlauf",
      "/profile": "Profil bearbeiten",
    };
    for (const [tab, name] of Object.entries(names)) {
      await open(page, `/de/dashboard${tab}`);
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
      const link = page.locator(".tab[aria-current=page]");
      await expectInSight(link, name);
      const box = await link.boundingBox();
      expect(box?.y, "the header leaves space for the page").toBeLessThan(240);
    }
    await context.close();
  });

  it("what a select shows is not cut off", async () => {
    const { context, page } = await signIn(browser, base, "buyer");
    await page.setViewportSize(PHONE);
    await open(page, "/en/products/generate");
    await expectSelectsWhole(page);
    await context.close();
    for (const locale of new Set(["ar", ...sample(LOCALES, 4)])) {
      const guest = await openAsGuest(`/${locale}/products?sort=price_asc`, { viewport: PHONE });
      await expectSelectsWhole(guest);
      await guest.context().close();
    }
    const plain = await newVisitor(browser, { javaScriptEnabled: false, viewport: PHONE });
    const plainPage = await plain.newPage();
    await plainPage.goto(`${base}/de/products`);
    await expectSelectsWhole(plainPage);
    await plain.close();
  });

  it("titles stay in their column, and states beside their dot", async () => {
    const page = await openAsGuest("/de/products?search=lighthouse", { viewport: PHONE });
    const widths = await page.locator(".gallery article").evaluateAll((cards) =>
      cards.map((card) => ({
        column: card.getBoundingClientRect().right,
        title: card.querySelector("h3")?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY,
      })),
    );
    expect(widths.length).toBeGreaterThan(0);
    for (const { column, title } of widths) expect(title).toBeLessThanOrEqual(column);
    await page.context().close();
    const seller = await signIn(browser, base, "verified-seller");
    await seller.page.setViewportSize(PHONE);
    await open(seller.page, "/de/dashboard/offers");
    const gaps = await seller.page.locator("td span:has(> .rounded-full)").evaluateAll((states) =>
      states.map((state) => {
        const dot = state.querySelector(".rounded-full")?.getBoundingClientRect();
        const text = document.createRange();
        if (!dot || !state.lastChild) return Number.POSITIVE_INFINITY;
        text.selectNodeContents(state.lastChild);
        const [firstLine] = text.getClientRects();
        return firstLine ? firstLine.left - dot.right : Number.POSITIVE_INFINITY;
      }),
    );
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.max(...gaps)).toBeLessThan(12);
    await seller.context.close();
  });
});

/** Returns the contrast of two colours (WCAG 2.2). */
function contrastOf(...colors: [string, string]): number {
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? [])
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = colors.map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Checks German pages, which have the longest words. */
async function expectNarrow(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(`${base}/de${path}`);
    const tooWide = await page.evaluate(() => {
      document.documentElement.style.setProperty("font-size", "200%", "important");
      return document.documentElement.scrollWidth - innerWidth;
    });
    expect(tooWide, path).toBeLessThanOrEqual(0);
  }
}

async function expectSelectsWhole(page: Page): Promise<void> {
  const cut = await page.locator("main select").evaluateAll((selects) =>
    selects.flatMap((select) => {
      const style = getComputedStyle(select);
      const probe = document.createElement("canvas").getContext("2d");
      if (!probe || !(select instanceof HTMLSelectElement)) return ["no select"];
      probe.font = style.font;
      const text = select.selectedOptions[0]?.textContent ?? "";
      const space =
        select.clientWidth -
        Number.parseFloat(style.paddingLeft) -
        Number.parseFloat(style.paddingRight);
      return probe.measureText(text).width > space + 0.5 ? [`${text}: ${space} px`] : [];
    }),
  );
  expect(cut).toEqual([]);
}

describe("on every page", () => {
  it("the search is within ten Tabs from the top, and menus do not open on the way", async () => {
    const page = await openAsGuest("/en");
    const isReached = () =>
      page.evaluate(() => document.activeElement?.getAttribute("type") === "search");
    let tabs = 0;
    while (!(await isReached()) && tabs < 11) {
      await page.keyboard.press("Tab");
      expect(await page.locator("header details[open]").count()).toBe(0);
      tabs += 1;
    }
    expect(tabs).toBeLessThanOrEqual(10);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("placeholders are readable in %s", async (colorScheme) => {
    const page = await openAsGuest("/en", { colorScheme });
    const [color, background, opacity] = await page.getByRole("searchbox").evaluate((field) => {
      const text = getComputedStyle(field, "::placeholder");
      return [text.color, getComputedStyle(field).backgroundColor, text.opacity] as const;
    });
    expect(opacity).toBe("1");
    expect(contrastOf(color, background)).toBeGreaterThanOrEqual(4.5);
    await page.context().close();
  });

  it.each([
    "light",
    "dark",
  ] as const)("a field with the focus and one with an error differ, in %s", async (colorScheme) => {
    const page = await openAsGuest("/en/products?price_max=cheap", { colorScheme });
    await page.getByLabel("From", { exact: true }).click();
    const looks = await page.getByLabel(/^(From|To)$/).evaluateAll((fields) =>
      fields.map((field) => {
        const style = getComputedStyle(field);
        const { outlineStyle, outlineColor, borderTopColor, borderInlineStartWidth } = style;
        const canvas = getComputedStyle(document.documentElement).backgroundColor;
        return { outlineStyle, outlineColor, borderTopColor, borderInlineStartWidth, canvas };
      }),
    );
    const [focused, wrong] = looks;
    if (!focused || !wrong) throw new Error("the fields are not shown");
    expect(contrastOf(focused.outlineColor, focused.canvas)).toBeGreaterThanOrEqual(3);
    expect(contrastOf(wrong.borderTopColor, wrong.canvas)).toBeGreaterThanOrEqual(3);
    expect(focused.outlineColor).not.toBe(wrong.borderTopColor);
    expect([focused.outlineStyle, wrong.outlineStyle]).toEqual(["solid", "none"]);
    // Not by colour alone: also by a bar at its start.
    expect([focused, wrong].map((look) => look.borderInlineStartWidth)).toEqual(["1px", "5px"]);
    await page.context().close();
  });

  it("what is typed on a page in Arabic reads in its own direction", async () => {
    const page = await openAsGuest("/ar/contact-us");
    const message = page.locator("textarea[name=message]");
    // The resize handle is in a different corner in each direction.
    await message.evaluate((field) => {
      field.style.resize = "none";
    });
    await message.fill("Baker Street 12.");
    const latin = await message.screenshot();
    await message.evaluate((field) => field.setAttribute("dir", "ltr"));
    expect(latin.equals(await message.screenshot())).toBe(true);
    await message.evaluate((field) => field.removeAttribute("dir"));
    await message.fill("شارع 12.");
    const arabic = await message.screenshot();
    await message.evaluate((field) => field.setAttribute("dir", "rtl"));
    expect(arabic.equals(await message.screenshot())).toBe(true);
    await page.context().close();
  });

  it("headings in Arabic have space for the dots of two lines", async () => {
    const page = await openAsGuest("/ar");
    const heights = await page.locator("h1, h2, h3").evaluateAll((all) =>
      all.map((heading) => {
        const { lineHeight, fontSize } = getComputedStyle(heading);
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
      }),
    );
    expect(heights.length).toBeGreaterThan(3);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(1.4);
    await page.context().close();
  });

  it.each(LOCALES)("the headline beside the pictures breaks no word: %s", async (locale) => {
    const page = await openAsGuest(`/${locale}`);
    // The fallback fonts have other letter widths.
    await page.waitForFunction(() => document.fonts.status === "loaded");
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.locator("h1").evaluate((h1) => {
        h1.style.cssText = "hyphens: none; overflow-wrap: normal";
        return h1.scrollWidth - h1.clientWidth;
      });
      expect(overflow, `at ${width} px`).toBe(0);
    }
    await page.context().close();
  });

  it("the header ends where the page ends, in windows of any width", async () => {
    const page = await openAsGuest("/en");
    for (const width of [360, 768, 1024, 1120, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const gap = await page.locator("header > .page").evaluate((row) => {
        const edge = row.getBoundingClientRect().right;
        const padding = Number.parseFloat(getComputedStyle(row).paddingInlineEnd);
        // The back-to-top button is beside the page on wide windows.
        const ends = [...row.querySelectorAll(":is(a, button, summary):not(.back-to-top)")]
          .filter((control) => control.checkVisibility())
          .map((control) => control.getBoundingClientRect().right);
        return edge - padding - Math.max(...ends);
      });
      expect(Math.abs(gap), `at ${width} px`).toBeLessThan(1);
    }
    await page.context().close();
  });

  it("names of files begin where their line does, in Arabic too", async () => {
    const page = await openAsGuest("/ar/products/before-the-rain-turns", { viewport: PHONE });
    const name = page.getByText("before-the-rain-turns.jpg");
    const gap = await name.evaluate((element) => {
      const line = element.closest("dl > div")?.getBoundingClientRect().right ?? 0;
      const text = document.createRange();
      text.selectNodeContents(element);
      return line - text.getBoundingClientRect().right;
    });
    expect(await name.evaluate((text) => getComputedStyle(text).direction)).toBe("ltr");
    // The line's border and padding.
    expect(gap).toBeLessThan(20);
    await page.context().close();
  });

  it("grids and carousels are at most 1306 px wide (spec §9)", async () => {
    const page = await openAsGuest("/en", { viewport: { width: 1920, height: 1000 } });
    const widths = await page
      .locator(".snap-row, main .page")
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().width));
    expect(Math.max(...widths)).toBe(1306);
    await page.context().close();
  });

  it.each([
    { reducedMotion: "no-preference" as const, behavior: "smooth" },
    { reducedMotion: "reduce" as const, behavior: "auto" },
  ])("a link to a hash scrolls $behavior (spec §2)", async ({ reducedMotion, behavior }) => {
    const page = await openAsGuest("/en/page/terms", { reducedMotion });
    const jump = async () => {
      await page.evaluate(() => scrollTo(0, 0));
      await page.evaluate(() => {
        const seen: number[] = [];
        Object.assign(window, { seen });
        addEventListener("scroll", () => seen.push(scrollY));
      });
      await page.locator("main a[href^='#']").last().click();
      await page.waitForFunction(() => {
        const target = document.querySelector(location.hash);
        return target !== null && target.getBoundingClientRect().top < 400;
      });
      return page.evaluate(() => (window as unknown as { seen: number[] }).seen.length > 3);
    };
    await expect.poll(jump).toBe(behavior === "smooth");
    await page.context().close();
  });

  it("back to top covers nothing of the page", async () => {
    for (const viewport of [PHONE, { width: 820, height: 1100 }, { width: 1366, height: 768 }]) {
      const page = await openAsGuest("/en/products", { viewport });
      await page.evaluate(() => scrollTo(0, 900));
      const button = page.getByRole("button", { name: "Back to top" });
      await button.waitFor();
      const isClear = await button.evaluate((element) => {
        const own = element.getBoundingClientRect();
        const header = document.querySelector("header")?.getBoundingClientRect();
        const others = [...document.querySelectorAll("header a, header summary, header input")];
        const overlaps = others
          .filter((other) => other.checkVisibility())
          .map((other) => other.getBoundingClientRect())
          .filter((other) => other.right > own.left && other.left < own.right);
        return overlaps.length === 0 && own.top >= 0 && own.bottom <= (header?.bottom ?? 0);
      });
      expect(isClear, `${viewport.width} px`).toBe(true);
      await page.context().close();
    }
  });

  it("without a network a guest's heart says so and the page stays", async () => {
    const page = await openAsGuest("/en/products");
    await loseNetwork(page);
    await page.locator(".gallery article").first().getByRole("button").click();
    await page.getByRole("alert").filter({ hasText: en["shell.offline"] }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/en/products");
    await page.context().close();
  });

  it("without a network a member's heart says so, too, and does not change", async () => {
    const { context, page } = await signIn(browser, base, "buyer");
    await open(page, "/en/products");
    await loseNetwork(page);
    const heart = page.locator(".gallery article").last().getByRole("button");
    const before = await heart.getAttribute("aria-pressed");
    await heart.click();
    await page.getByRole("alert").filter({ hasText: en["shell.offline"] }).waitFor();
    expect(await heart.getAttribute("aria-pressed")).toBe(before);
    await context.close();
  });

  it("without a network a link says so and the page stays", async () => {
    const page = await openAsGuest("/en/contact-us");
    await page.getByLabel("First name").fill("Mari");
    await loseNetwork(page);
    await page.getByRole("banner").getByRole("link", { name: "Generate" }).click();
    await page.getByRole("alert").filter({ hasText: en["shell.offline"] }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/en/contact-us");
    expect(await page.getByLabel("First name").inputValue()).toBe("Mari");
    await page.context().setOffline(false);
    await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
    await page.waitForURL(/\/en\/?$/);
    await page.context().close();
  });

  it("a load that a click ends is no error of the page, and others still are", async () => {
    const page = await openAsGuest("/en/contact-us");
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    const reject = async () => {
      errors.length = 0;
      // Page errors are reported in order.
      const fault = page.waitForEvent("pageerror", ({ message }) => message === "a fault");
      await page.evaluate(() => {
        void Promise.reject(new DOMException("ended early", "AbortError"));
        void Promise.reject(new Error("a fault"));
      });
      await fault;
      return [...errors];
    };
    await expect.poll(reject).toEqual(["a fault"]);
    await page.context().close();
  });
});

/** Goes offline and waits until the page has noticed. */
async function loseNetwork(page: Page): Promise<void> {
  // The code for links on all pages is fetched after the rest.
  await page.waitForLoadState("networkidle");
  await expect
    .poll(async () => {
      await page.context().setOffline(true);
      await page.evaluate(() => navigator.onLine);
      return page.evaluate(() => navigator.onLine);
    })
    .toBe(false);
}

describe("a corrected field", () => {
  it("loses its error at once, and only it", async () => {
    const { context, page } = await signIn(browser, base, "seller");
    await open(page, "/en/dashboard/verification");
    const main = page.getByRole("main");
    const send = main.getByRole("button", { name: "Send for review" });
    const city = main.getByLabel("City", { exact: true });
    const country = main.getByRole("combobox", { name: "Country" });
    const isInvalid = (field: Locator) => field.getAttribute("aria-invalid");
    await send.click();
    await main.getByRole("alert").waitFor();
    expect(await isInvalid(city)).toBe("true");
    expect(await isInvalid(country)).toBe("true");
    await city.fill("Tallinn");
    await expect.poll(() => isInvalid(city)).toBeNull();
    expect(await isInvalid(main.getByLabel("Address", { exact: true }))).toBe("true");
    await city.fill("");
    await expect.poll(() => isInvalid(city)).toBe("true");
    await country.focus();
    await page.keyboard.type("Germ");
    expect(await isInvalid(country), "letters are no choice").toBe("true");
    await page.keyboard.press("Enter");
    await expect.poll(() => isInvalid(country)).toBeNull();
    await send.click();
    await expect.poll(() => isInvalid(city)).toBe("true");
    expect(await isInvalid(country)).toBeNull();
    await context.close();
  });
});
