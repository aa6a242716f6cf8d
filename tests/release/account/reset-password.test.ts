import type { BrowserContext, Page } from "playwright";
import { afterEach, describe, expect, it } from "vitest";
import { PASSWORD } from "#tests/factories.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { findLink, waitForMail } from "#tests/setup/mail-reading.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { forRelease } from "#tests/setup/sample.ts";

const { url: base, outbox } = workerProduct();
const NEW_PASSWORD = "another horse, another battery";
const browser = await openBrowser();

let made = 0;
const newEmail = () => `forgetful-${++made}@example.com`;

/** Waits for the newest password reset link, which a background job mails. */
async function waitForLink(email: string): Promise<string> {
  const { text } = await waitForMail(
    outbox,
    (mail) => mail.headers.to === email && mail.text.includes("/reset-password?"),
  );
  return findLink(text, "/reset-password").href;
}

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  let context: BrowserContext;
  let trouble: string[];

  const visit = async (path: string): Promise<Page> => {
    context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    trouble = watchForTrouble(context);
    const page = await context.newPage();
    await open(page, path);
    return page;
  };
  const open = async (page: Page, url: string) => {
    await page.goto(url.startsWith("http") ? url : base + url);
    if (isScripted) await waitForHydration(page);
  };
  const ask = async (page: Page, email: string) => {
    await page.getByRole("main").getByLabel("Email address").fill(email);
    await page.getByRole("main").getByRole("button", { name: "Send link" }).click();
    await page.getByRole("heading", { level: 1, name: "Check your inbox" }).waitFor();
  };
  const fill = async (page: Page, password: string, repeated = password) => {
    const main = page.getByRole("main");
    await main.getByLabel("New password", { exact: true }).fill(password);
    await main.getByLabel("Repeat the new password").fill(repeated);
    await main.getByRole("button", { name: "Save new password" }).click();
  };
  const dead = (page: Page) =>
    page.getByRole("heading", { level: 1, name: "This link no longer works" }).waitFor();
  afterEach(async () => {
    // A rejected form is returned with 422, which browsers log to the console.
    const unexpected = trouble.filter((line) => !/status of 422/.test(line));
    await context.close();
    expect(unexpected).toEqual([]);
  });

  it("who forgot the password gets a link, sets a new one and signs in with it", async () => {
    const email = newEmail();
    await registerUser(base, email);
    const page = await visit("/en/login");
    await page.getByRole("main").getByRole("link", { name: "Forgot password?" }).click();
    await page.waitForURL(/\/en\/forgot-password$/);
    await page.getByRole("heading", { level: 1, name: "Forgot password" }).waitFor();
    await ask(page, email);
    expect(page.url()).toBe(`${base}/en/forgot-password?sent=1`);
    const link = await waitForLink(email);
    await open(page, link);
    await page.getByText(`For ${email}.`).waitFor();
    await fill(page, NEW_PASSWORD, `${NEW_PASSWORD}!`);
    const summary = page.getByRole("main").getByRole("alert");
    await summary.getByRole("link", { name: "The two passwords do not match." }).waitFor();
    for (const label of ["New password", "Repeat the new password"]) {
      const field = page.getByRole("main").getByLabel(label, { exact: true });
      expect(await field.inputValue()).toBe("");
    }
    await fill(page, NEW_PASSWORD);
    await page.waitForURL(/\/en\/login$/);
    await page.getByRole("status").filter({ hasText: "Your password has been changed." }).waitFor();
    const beside = await context.newPage();
    await open(beside, link);
    const main = page.getByRole("main");
    await main.getByLabel("Email address").fill(email);
    await main.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
    await main.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/en\/dashboard$/);
    await fill(beside, PASSWORD);
    await beside.waitForURL(/\/en\/dashboard$/);
    await beside.getByText("You are signed in, so the password was not changed.").waitFor();
    await beside.close();
    // Both screens are for guests only.
    for (const path of ["/en/forgot-password", link]) {
      await open(page, path);
      expect(page.url()).toBe(`${base}/en/dashboard`);
    }
    await page.getByText("You are signed in. To set a new password,").waitFor();
  });

  it("the token of the link travels in no Referer, and the form still works", async () => {
    const page = await visit("/en");
    const referers: { url: string; referer: string }[] = [];
    page.on("request", async (request) => {
      const { referer = "" } = await request.allHeaders();
      referers.push({ url: request.url(), referer });
    });
    await open(page, "/en/reset-password?token=very-secret&email=mari%40example.com");
    await fill(page, NEW_PASSWORD);
    await dead(page);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL(/\/en\/login$/);
    await page.waitForLoadState("networkidle");
    const posted = referers.filter(({ url }) => url.includes("/en/reset-password"));
    expect(posted.length).toBeGreaterThan(1);
    expect(referers.filter(({ referer }) => referer.includes("very-secret"))).toEqual([]);
  });

  it("an address that nobody has gets the same response", async () => {
    const page = await visit("/en/forgot-password");
    await ask(page, `nobody-${isScripted}@example.com`);
    expect(page.url()).toBe(`${base}/en/forgot-password?sent=1`);
    await page.getByRole("main").getByRole("link", { name: "Ask again" }).click();
    await page.getByRole("heading", { level: 1, name: "Forgot password" }).waitFor();
    if (isScripted) {
      await page.evaluate(() => {
        for (const form of document.forms) form.noValidate = true;
      });
    }
    const field = page.getByRole("main").getByLabel("Email address");
    // An address that browsers accept and we do not.
    await field.fill("somebody@localhost");
    await page.getByRole("main").getByRole("button", { name: "Send link" }).click();
    const summary = page.getByRole("main").getByRole("alert");
    await summary.getByRole("link", { name: "Please enter a valid email address" }).waitFor();
    expect(await field.inputValue()).toBe("somebody@localhost");
  });

  it("a link that was used, is too old or was cut off says so and leads to a new one", async () => {
    const email = newEmail();
    await registerUser(base, email);
    const page = await visit("/en/forgot-password");
    await ask(page, email);
    const link = await waitForLink(email);
    await open(page, link.replace(/&email=.*/, ""));
    await dead(page);
    await withProductDatabase(async (database) => {
      await database`
        UPDATE password_resets SET expires_at = now() - interval '1 second'
        WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
    });
    await open(page, link);
    await fill(page, NEW_PASSWORD);
    await dead(page);
    await withProductDatabase(async (database) => {
      await database`
        UPDATE password_resets SET expires_at = now() + interval '1 hour'
        WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
    });
    await open(page, link);
    await fill(page, NEW_PASSWORD);
    await page.waitForURL(/\/en\/login$/);
    await open(page, link);
    await fill(page, PASSWORD);
    await dead(page);
    await page.getByRole("main").getByRole("link", { name: "Send a new link" }).click();
    await page.waitForURL(/\/en\/forgot-password$/);
  });
});

it("a form that gets lost on its way stays as it was typed, and says so", async () => {
  const context = await newVisitor(browser);
  const page = await context.newPage();
  await page.goto(`${base}/de/reset-password?token=x&email=mari%40example.com`);
  await waitForHydration(page);
  const main = page.getByRole("main");
  const fields = ["Neues Passwort", "Neues Passwort wiederholen"].map((label) =>
    main.getByLabel(label, { exact: true }),
  );
  for (const field of fields) await field.fill(NEW_PASSWORD);
  await context.setOffline(true);
  await main.getByRole("button", { name: "Neues Passwort speichern" }).click();
  await main.getByRole("alert").filter({ hasText: "Sie sind offline." }).waitFor();
  for (const field of fields) expect(await field.inputValue()).toBe(NEW_PASSWORD);
  await context.close();
});

describe.each(
  forRelease([
    { width: 360, colorScheme: "dark" as const, locale: "de" },
    { width: 1440, colorScheme: "light" as const, locale: "ar" },
  ]),
)("at $width px, $colorScheme, in $locale", ({ width, colorScheme, locale }) => {
  it("errors and the invalid link are whole", async () => {
    const context = await newVisitor(browser, { viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    const link = "/reset-password?token=x&email=mari%40example.com";
    const cases = [
      { path: "/forgot-password", values: [""], shows: "[role=alert] a" },
      { path: link, values: ["short", "shorter"], shows: "[role=alert] a" },
      {
        path: link,
        values: [NEW_PASSWORD, NEW_PASSWORD],
        shows: "[role=alert] a[href$=forgot-password]",
      },
    ];
    for (const { path, values, shows } of cases) {
      await page.goto(`${base}/${locale}${path}`);
      await waitForHydration(page);
      await page.evaluate(() => {
        for (const form of document.forms) form.noValidate = true;
      });
      const inputs = page.locator("main input:visible");
      for (const [at, value] of values.entries()) await inputs.nth(at).fill(value);
      await page.locator("main button[type=submit]").click();
      await page.locator(`main ${shows}`).first().waitFor();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide, path).toBeLessThanOrEqual(0);
      expect(await listFindings(page), path).toEqual([]);
    }
    await context.close();
  });
});
