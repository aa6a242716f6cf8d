import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import {
  newVisitor,
  openBrowser,
  openOnHeldClock,
  waitForHydration,
} from "#tests/setup/browser/browser.ts";
import { createPricedOffer, signIn } from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { sample } from "#tests/setup/sample.ts";

const base = workerProduct().url;
const SLOWER = 6;

const browser = await openBrowser();

/** Runs `work` with the CPU slowed down six times. */
async function slowly(page: Page, work: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await work();
  // Ends the slowdown; pages load at full speed.
  await session.detach();
}

const picker = (page: Page, label: string) =>
  page.getByRole("combobox", { name: label, exact: true });
const stored = (page: Page, name: string) =>
  page.locator(`input[type=hidden][name=${name}]`).inputValue();

/** Opens a page and its collapsed part; the contact form's country field is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(base + path);
  await waitForHydration(page);
  for (const fold of await page.locator("main details:not([open]) > summary").all()) {
    await fold.click();
  }
}

/** Reaches the field by Tab, as a keyboard user does, and types immediately. */
async function tabInto(page: Page, label: string): Promise<void> {
  const field = picker(page, label);
  await field.waitFor();
  await field.evaluate((input: HTMLElement) => {
    const all = [...document.querySelectorAll<HTMLElement>("input:not([type=hidden]), textarea")];
    all[all.indexOf(input) - 1]?.focus();
  });
  await page.keyboard.press("Tab");
}

/** Sends all keys at once; how long the page takes for each is up to the page. */
async function typeCountry(page: Page, label: string, text: string, key: string): Promise<void> {
  await slowly(page, async () => {
    await tabInto(page, label);
    await Promise.all([...text, key].map((one) => page.keyboard.press(one)));
  });
}

describe("typing Germ and Enter, then Esto and Tab, on a slow machine", () => {
  it.each(
    sample(
      [
        { path: "/en/contact-us", label: "Country", name: "country" },
        { path: "/en/dashboard/deposits/create?amount=20", label: "Country", name: "country" },
        { path: "/en/dashboard/verification", label: "Country", name: "country" },
        { path: "/en/dashboard/verification", label: "Nationality", name: "nationality" },
      ],
      1,
    ),
  )("stores Germany and Estonia as $name on $path", async ({ path, label, name }) => {
    const { context, page } = await signIn(browser, base, "buyer");
    await open(page, path);
    await typeCountry(page, label, "Germ", "Enter");
    expect(await stored(page, name)).toBe("DE");
    expect(await picker(page, label).inputValue()).toBe("Germany");
    await typeCountry(page, label, "Esto", "Tab");
    expect(await stored(page, name)).toBe("EE");
    expect(new URL(page.url()).pathname, "the form was not sent").toBe(path.split("?")[0]);
    await context.close();
  });

  it("stores them in the contact step of an offer", async () => {
    const title = `Country ${crypto.randomUUID().slice(0, 6)}`;
    const maker = await signIn(browser, base, "verified-seller");
    const staff = await signIn(browser, base, "staff");
    const id = await createPricedOffer(maker, { staff, title, price: "40.00" });
    const { page } = maker;
    await open(page, `/en/dashboard/offers?offer=${id}`);
    await page.getByRole("link", { name: "Accept", exact: true }).click();
    await page.getByRole("dialog", { name: "Contact details" }).waitFor();
    await typeCountry(page, "Country", "Germ", "Enter");
    expect(await stored(page, "country")).toBe("DE");
    await typeCountry(page, "Country", "Esto", "Tab");
    expect(await stored(page, "country")).toBe("EE");
    await picker(page, "Country").click();
    await page.getByRole("option", { name: "Estonia" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    expect(await page.getByRole("dialog", { name: "Contact details" }).count()).toBe(1);
    await maker.context.close();
    await staff.context.close();
  });
});

describe("the country field", () => {
  it.each(sample(LOCALES, 3))("finds Germany by its first letters in %s", async (locale) => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await open(page, `/${locale}/contact-us`);
    const name = new Intl.DisplayNames(locale, { type: "region" }).of("DE") ?? "";
    const field = page.getByRole("main").getByRole("combobox");
    await field.focus();
    await page.keyboard.type(name.slice(0, 5));
    await page.keyboard.press("Enter");
    expect(await stored(page, "country")).toBe("DE");
    expect(await field.inputValue()).toBe(name);
    await context.close();
  });

  it.each(["Österreich", "osterreich", "Ö"])("finds Austria in German by %s", async (typed) => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await open(page, "/de/contact-us");
    await page.getByRole("main").getByRole("combobox").focus();
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    expect(await stored(page, "country")).toBe("AT");
    await context.close();
  });

  it.each([
    ["Deutschland", "DE"],
    ["Germany", "DE"],
    ["at", "AT"],
  ])("takes %s, which the browser fills in, and stays closed", async (filled, code) => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await open(page, "/de/contact-us");
    const field = page.getByRole("main").getByRole("combobox");
    expect(await field.getAttribute("autocomplete")).toBe("country-name");
    // As Chromium's autofill does: the value at once, and an event that is not a key event.
    await field.evaluate((input: HTMLInputElement, text) => {
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, filled);
    expect(await stored(page, "country")).toBe(code);
    const name = new Intl.DisplayNames("de", { type: "region" }).of(code);
    expect(await field.inputValue()).toBe(name);
    expect(await field.getAttribute("aria-expanded")).toBe("false");
    await context.close();
  });

  async function openContact() {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await open(page, "/en/contact-us");
    const field = picker(page, "Country");
    await field.focus();
    return { context, page, field };
  }

  async function openOnStillClock() {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await openOnHeldClock(page, `${base}/en/contact-us`);
    await page.locator("main details > summary").click();
    const field = picker(page, "Country");
    await field.focus();
    return { context, page, field };
  }

  it("forgets typed text after a second without a key, but not what was found", async () => {
    const { context, page, field } = await openOnStillClock();
    await page.keyboard.type("Germ");
    await page.clock.runFor(900);
    expect(await field.inputValue()).toBe("Germ");
    await page.clock.runFor(200);
    expect(await field.inputValue()).toBe("");
    await page.getByRole("option", { name: "Germany" }).waitFor();
    await page.keyboard.press("Enter");
    expect(await stored(page, "country")).toBe("DE");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Esto");
    await page.clock.runFor(1100);
    await page.keyboard.type("Finl");
    await page.keyboard.press("Enter");
    expect(await stored(page, "country")).toBe("FI");
    await context.close();
  });

  it.each(
    sample([80, 300, 900], 1),
  )("is the same for somebody who takes %i ms for a key", async (delayMs) => {
    const { context, page } = await openOnStillClock();
    for (const letter of "Germ") {
      await page.keyboard.press(letter);
      await page.clock.runFor(delayMs);
    }
    await page.keyboard.press("Enter");
    expect(await stored(page, "country")).toBe("DE");
    await context.close();
  });

  it("keeps the letters before a key that was pressed while the page was stuck", async () => {
    const { context, page, field } = await openOnStillClock();
    await page.keyboard.type("Ger");
    const press = await page.evaluateHandle(() => {
      const event = new KeyboardEvent("keydown", { key: "m", bubbles: true });
      // The stopped clock sets an event's time stamp on its first read.
      if (!Number.isFinite(event.timeStamp)) throw new Error("the event has no time");
      return event;
    });
    await page.clock.runFor(1_100);
    expect(await field.inputValue()).toBe("");
    await field.evaluate((input, event) => {
      input.dispatchEvent(event);
      document.execCommand("insertText", false, "m");
    }, press);
    expect(await field.inputValue()).toBe("Germ");
    await page.keyboard.press("Enter");
    expect(await stored(page, "country")).toBe("DE");
    await context.close();
  });

  it("takes a click, arrows and Escape, and never a country that was not meant", async () => {
    const { context, page, field } = await openContact();
    await field.click();
    await page.getByRole("option", { name: "Estonia" }).click();
    expect(await stored(page, "country")).toBe("EE");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const marked = page.locator(`[id="${await field.getAttribute("aria-activedescendant")}"]`);
    // Visible without a background, too: forced colours remove it.
    expect(await marked.evaluate((option) => getComputedStyle(option).outlineStyle)).toBe("solid");
    await page.keyboard.press("Enter");
    const next = await stored(page, "country");
    expect(next).not.toBe("EE");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Germ");
    await page.keyboard.press("Escape");
    expect(await stored(page, "country")).toBe(next);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("zzz");
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).search).toBe("");
    await page.keyboard.press("Tab");
    expect(await stored(page, "country")).toBe(next);
    await field.fill("");
    await page.keyboard.press("Tab");
    expect(await stored(page, "country"), "it is optional here").toBe("");
    await context.close();
  });

  it("stays the browser's own list without JavaScript", async () => {
    const context = await newVisitor(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${base}/en/contact-us`);
    await page.locator("main summary").click();
    await page.getByLabel("Country").selectOption({ label: "Germany" });
    expect(await page.getByLabel("Country").inputValue()).toBe("DE");
    await context.close();
  });
});
