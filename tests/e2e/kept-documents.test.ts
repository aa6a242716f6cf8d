import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD } from "#tests/factories.ts";
import {
  launchKeepingPages,
  newFirstVisitor,
  waitForHydration,
} from "#tests/setup/browser/browser.ts";
import { Shopper } from "#tests/setup/browser/shopper.ts";
import { addSession, registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Documents that browsers keep in memory for Back, with their scripts and fields.

const base = workerProduct().url;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchKeepingPages();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  context = await newFirstVisitor(browser);
  page = await context.newPage();
  return () => context.close();
});

const newEmail = () => `kept-${crypto.randomUUID().slice(0, 8)}@example.com`;
const newMember = async () => {
  const email = newEmail();
  await registerUser(base, email, PASSWORD);
  return email;
};

async function open(path: string): Promise<void> {
  await page.goto(base + path);
  await waitForHydration(page);
}

/** Signs in by the header's link, from the guest's current page. */
async function signIn(email: string): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL(`${base}/en/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/en\/dashboard$/);
  await waitForHydration(page);
}

const menu = () => page.locator(".account-menu");

async function choose(link: string): Promise<void> {
  await menu().locator("summary").click();
  await menu().locator(`a[href="${link}"]`).first().click();
  await page.waitForURL(base + link);
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
}

async function signOut(): Promise<void> {
  await menu().locator("summary").click();
  await menu().getByRole("button", { name: "Log out" }).click();
  await page.getByText("You are signed out.").waitFor();
}

/** Goes back and waits for the address, even of a document restored from memory. */
async function goBackTo(url: RegExp): Promise<void> {
  const left = await readAddress();
  await page.evaluate(() => history.back());
  await expect.poll(readAddress).not.toBe(left);
  await expect.poll(readAddress).toMatch(url);
}

/** Playwright's own address can be wrong for a page that was restored. */
const readAddress = () => page.evaluate(() => location.href).catch(() => "");

/** Reads everything visible on the page, including its fields' values. */
const readAll = () =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll("input, textarea")];
    const values = fields.map((one) => (one as HTMLInputElement).value);
    return [document.body.innerText, ...values].join("\n");
  });

it("a guest's page comes back from memory, with what was typed", async () => {
  await open("/en/contact-us");
  await page.getByLabel("Your message").fill("Half a message");
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page.goto(`${base}/robots.txt`);
  await goBackTo(/contact-us$/);
  expect(await page.evaluate(() => "isFirst" in window)).toBe(true);
  expect(await page.getByLabel("Your message").inputValue()).toBe("Half a message");
});

describe("Back after a sign-out", () => {
  it.each([
    "/en",
    "/en/products",
    "/en/contact-us",
  ])("shows nothing of a member who signed in from %s", async (path) => {
    const email = await newMember();
    await open(path);
    await signIn(email);
    await choose("/en/dashboard/profile");
    await signOut();
    await goBackTo(/\/en\/login\?/);
    expect(await readAll()).not.toContain(email);
  });

  it("shows nothing of a member who signed out in another tab", async () => {
    await open("/en");
    await signIn(await newMember());
    await choose("/en/dashboard/payments");
    const beside = await context.newPage();
    await beside.goto(`${base}/en`);
    await waitForHydration(beside);
    await beside.locator(".account-menu summary").click();
    await beside.getByRole("button", { name: "Log out" }).click();
    await beside.getByText("You are signed out.").waitFor();
    await page.goto(`${base}/robots.txt`);
    await goBackTo(/\/en\/login\?/);
  });

  it("shows the next member what is theirs", async () => {
    const [first, second] = [await newMember(), await newMember()];
    await open("/en");
    await signIn(first);
    await choose("/en/dashboard/offers");
    await signOut();
    await waitForHydration(page);
    await signIn(second);
    await goBackTo(/\/en$/);
    await goBackTo(/\/en\/dashboard\/offers$/);
    await page.getByText(second).first().waitFor({ state: "attached" });
    expect(await readAll()).not.toContain(first);
  });

  it("shows nothing of an account that was registered and deleted", async () => {
    const email = newEmail();
    await open("/en");
    await page.getByRole("banner").getByRole("link", { name: "Create account" }).click();
    await page.waitForURL(/\/en\/register/);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Repeat the password").fill(PASSWORD);
    await page.getByRole("checkbox").check();
    await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(/\/en\/(?:dashboard|email\/verify)/);
    await waitForHydration(page);
    await choose("/en/dashboard/profile");
    await page.getByRole("link", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("input[name=password]").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Delete permanently" }).click();
    await page.waitForURL(/\/en$/);
    await goBackTo(/\/en\/login\?/);
    const shown = await readAll();
    expect(shown).not.toContain(email);
    expect(shown).not.toContain(PASSWORD);
  });
});

describe("a guest's document that has got a member's screen", () => {
  /** Signed in in another window, which the document has not noticed. */
  async function openMembersScreen(): Promise<void> {
    await open("/en/sell-your-designs");
    await addSession(context, base, await signInUser(base, "verified-seller"));
    await page.locator('main a[href="/en/dashboard/offers/create"]').first().click();
    await page.waitForURL(/\/en\/dashboard\/offers\/create$/);
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
  }

  it("is hidden as it is left, and loaded anew on the way back", async () => {
    await openMembersScreen();
    await page.goto(`${base}/robots.txt`);
    await context.clearCookies();
    await goBackTo(/\/en\/login\?/);
    expect(await page.evaluate(() => "isFirst" in window)).toBe(false);
  });

  it.each([
    ["/en/contact-us", "contentinfo"],
    ["/en/report-content", "contentinfo"],
    ["/en/products/generate", "banner"],
  ] as const)("gets %s as a document of the member's", async (path, place) => {
    await open("/en/about-us");
    await addSession(context, base, await signInUser(base, "buyer"));
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
    await page.getByRole(place).locator(`a[href="${path}"]:visible`).first().click();
    await page.waitForURL(base + path);
    await page.locator(".account-menu").waitFor({ state: "attached" });
    expect(await page.evaluate(() => "isFirst" in window)).toBe(false);
  });

  it("gets no screen by way of the login", async () => {
    await open("/en");
    await addSession(context, base, await signInUser(base, "buyer"));
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL(/\/en\/dashboard$/);
    await page.locator(".account-menu").waitFor();
    expect(await page.evaluate(() => "isFirst" in window)).toBe(false);
  });
});

it("a member's document is left hidden and without passwords, and loaded anew", async () => {
  await addSession(context, base, await signInUser(base, "buyer"));
  await open("/en/dashboard/profile?delete=1");
  const fields = "input[autocomplete=current-password], input[autocomplete=new-password]";
  // Not by its role, because hidden elements have none.
  const password = page.locator("dialog").locator(fields);
  await password.fill(PASSWORD);
  const isHidden = await page.evaluate(() => {
    Object.assign(window, { isFirst: true });
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    return document.documentElement.hidden;
  });
  expect([isHidden, await password.inputValue()]).toEqual([true, ""]);
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect.poll(() => page.evaluate(() => "isFirst" in window).catch(() => true)).toBe(false);
});

it("a typed password stays in no document that is left", async () => {
  await open("/en/contact-us");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL(/\/en\/login/);
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.goto(`${base}/robots.txt`);
  await goBackTo(/\/en\/login/);
  expect(await readAll()).not.toContain(PASSWORD);
});

describe("a document whose form is under way as it is left", () => {
  it("is not dead on the way back from a payment's page", async () => {
    await open("/en");
    await signIn(await newMember());
    await page.getByRole("main").getByRole("link", { name: "Deposit", exact: true }).click();
    await page.waitForURL(/\/deposits\/create$/);
    const elsewhere = `${base.replace("localhost", "127.0.0.1")}/robots.txt`;
    await page.route(/\.data/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const response = await route.fetch();
      const text = await response.text();
      const body = text.replace(/"[^"]*\/sandbox-payment\/[^"]*"/, JSON.stringify(elsewhere));
      await route.fulfill({ response, body });
    });
    const shopper = new Shopper(page, { base, context, isScripted: true });
    await shopper.typeContact();
    await page.getByLabel(/^Amount/).fill("20");
    const pay = page.getByRole("main").getByRole("button", { name: /^Continue/ });
    await pay.click();
    await page.waitForURL(elsewhere);
    await goBackTo(/\/deposits\/create$/);
    await pay.waitFor();
    expect(await pay.getAttribute("aria-disabled")).toBe(null);
  });

  it("is loaded anew when it comes back from memory", async () => {
    await open("/en/contact-us");
    await page.route(/\.data/, () => {});
    await page.getByRole("button", { name: "Send", exact: false }).last().click();
    await page.getByRole("progressbar").waitFor({ state: "attached" });
    await page.evaluate(() => {
      Object.assign(window, { isFirst: true });
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await expect.poll(() => page.evaluate(() => "isFirst" in window).catch(() => true)).toBe(false);
  });
});
