import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { BrowserContext, Page } from "playwright";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { submitAccount, typeContact } from "#tests/setup/browser/forms.ts";
import { PLAIN_FIRST, SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { openDeposit } from "#tests/setup/money/top-up.ts";
import { addSession, registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { sample } from "#tests/setup/sample.ts";

const base = workerProduct().url;
const PASSWORD = "a long sentence as password";
const browser = await openBrowser();

const uniqueEmail = () => `guest-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** Waits until the scripts run, if there are any: only then clicks have an effect. */
async function settle(page: Page): Promise<void> {
  const hasScripts = await page
    .evaluate(() => document.documentElement.dataset.hydrated !== undefined)
    .catch(() => false);
  if (!hasScripts) await page.waitForLoadState("load");
}

async function open(page: Page, path: string, isScripted: boolean): Promise<void> {
  await page.goto(base + path);
  if (isScripted) await waitForHydration(page);
}

async function register(page: Page, isScripted: boolean): Promise<string> {
  const email = uniqueEmail();
  await submitAccount(page, { email, password: PASSWORD });
  await page.waitForURL((url) => !url.pathname.endsWith("/register"));
  if (isScripted) await waitForHydration(page);
  return email;
}

async function fillDeposit(page: Page, isScripted: boolean, amount: string): Promise<void> {
  await page.getByLabel("Amount in EUR").fill(amount);
  await typeContact(page, isScripted);
}

async function topUp(page: Page, isScripted: boolean, amount: string, decision: string) {
  await fillDeposit(page, isScripted, amount);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.waitForURL(/\/sandbox-payment\//);
  await settle(page);
  await page.getByRole("button", { name: decision, exact: true }).click();
}

async function downloadZip(page: Page, options: { format: string; size: string }) {
  await page.getByLabel("Format").selectOption(options.format);
  await page.getByLabel("Size").selectOption(options.size);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function newPage(isScripted: boolean, width: number) {
  const context: BrowserContext = await newVisitor(browser, {
    javaScriptEnabled: isScripted,
    viewport: { width, height: 800 },
  });
  const trouble = watchForTrouble(context);
  return { context, trouble, page: await context.newPage() };
}

describe.each(
  sample(
    [
      { name: "with JavaScript", isScripted: true, width: 1440 },
      { name: "without JavaScript", isScripted: false, width: 1440 },
      { name: "with JavaScript on a phone", isScripted: true, width: 360 },
      { name: "without JavaScript on a phone", isScripted: false, width: 360 },
    ],
    2,
  ),
)("a visitor $name", ({ isScripted, width }) => {
  it("browses, registers, tops up, buys and holds the zip", async () => {
    const { context, page, trouble } = await newPage(isScripted, width);
    await open(page, "/en", isScripted);
    await page.getByRole("main").getByRole("link", { name: "Browse the gallery" }).first().click();
    await page.waitForURL(/\/en\/products$/);
    const card = page.getByRole("article").first();
    const title = await card.getByRole("heading").innerText();
    await card.getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    const productPath = new URL(page.url()).pathname;

    await page.getByRole("link", { name: "Buy this prompt" }).click();
    await page.waitForURL(/\/en\/login\?redirect=/);
    await page.getByRole("main").getByRole("button", { name: "Create an account" }).click();
    await page.waitForURL(/\/en\/register/);
    await register(page, isScripted);

    await open(page, "/en/dashboard/deposits/create", isScripted);
    await topUp(page, isScripted, "25,50", "Pay");
    await page.waitForURL(/\/success-payment/);
    await page.getByRole("heading", { name: "Payment successful" }).waitFor();
    expect(await page.getByRole("main").innerText()).toContain("25.50");
    // As another server's payment page may return payers.
    await open(page, "/en/success-payment", isScripted);
    await page.getByRole("heading", { name: "Payment successful" }).waitFor();

    await open(page, `${productPath}?buy=1`, isScripted);
    await page.getByLabel(/^I agree that delivery begins at once/).check();
    await page.getByRole("button", { name: /^Buy and pay/ }).click();
    await page.waitForURL(/\/en\/dashboard\?order=\d+/);
    const dialog = page.getByRole("dialog").filter({ hasText: "The prompt, in English" });
    const prompt = await dialog.innerText();
    expect(prompt).toContain(title);

    const zip = await downloadZip(page, { format: "webp", size: "512x512" });
    const slug = productPath.split("/").at(-1) ?? "";
    expect(zip.name).toBe(`${slug}.zip`);
    const files = unzipSync(new Uint8Array(zip.bytes));
    expect(Object.keys(files).sort()).toEqual([`${slug}.txt`, `${slug}.webp`]);
    const image = await sharp(files[`${slug}.webp`]).metadata();
    expect([image.format, image.width, image.height]).toEqual(["webp", 512, 512]);
    const text = new TextDecoder().decode(files[`${slug}.txt`]).trim();
    expect(prompt).toContain(text);

    await open(page, productPath, isScripted);
    await page.getByRole("heading", { name: "You own this prompt" }).waitFor();
    await open(page, "/en/dashboard/payments", isScripted);
    expect(await page.getByRole("row").count()).toBeGreaterThanOrEqual(3);
    expect(trouble).toEqual([]);
    await context.close();
  });
});

it.each(PLAIN_FIRST)("a payment that takes days stops waiting $name", async ({ isScripted }) => {
  const { context, page } = await newPage(isScripted, 360);
  const payer = await registerUser(base, uniqueEmail());
  await addSession(context, base, payer);
  const { id } = await openDeposit(payer, { amount: "10.00", payment_method: "sepa" });
  const here = `/en/processing-payment?order_id=${id}`;
  // Without scripts the page counts its reloads, and stops them.
  await open(page, `${here}&waited=${isScripted ? 24 : 23}`, isScripted);
  await page.getByRole("heading", { name: "Your money is on its way" }).waitFor();
  expect(await page.getByRole("main").innerText()).toContain("14 business days");
  expect(await page.locator("meta[http-equiv=refresh]").count()).toBe(0);
  await page.getByRole("link", { name: "Check now" }).click();
  await page.waitForURL(base + here);
  await page.getByRole("heading", { name: "Processing your payment" }).waitFor();
  expect(await page.getByRole("main").innerText()).toContain("14 business days");
  await context.close();
});

describe.each(SCRIPTED_FIRST)("paying $name", ({ isScripted }) => {
  it("later: waits, then succeeds by itself", async () => {
    const { context, page } = await newPage(isScripted, 768);
    await addSession(context, base, await registerUser(base, uniqueEmail()));
    await open(page, "/en/dashboard/deposits/create", isScripted);
    await topUp(page, isScripted, "10", "Pay later");
    await page.waitForURL(/\/processing-payment\?order_id=\d+/);
    await page.getByRole("heading", { name: "Processing your payment" }).waitFor();
    await page.waitForURL(/\/success-payment/);
    await context.close();
  });

  it.each([
    ["Decline", "Payment failed"],
    ["Cancel", "Payment cancelled"],
  ])("ends with %s: nothing is credited, and another try is offered", async (decision, heading) => {
    const { context, page } = await newPage(isScripted, 768);
    await addSession(context, base, await registerUser(base, uniqueEmail()));
    await open(page, "/en/dashboard/deposits/create", isScripted);
    await topUp(page, isScripted, "10", decision);
    await page.waitForURL(/\/fail-payment/);
    await page.getByRole("heading", { name: heading }).waitFor();
    await page.getByRole("link", { name: "Try again" }).waitFor();
    await open(page, "/en/dashboard", isScripted);
    expect(await page.getByRole("main").innerText()).toContain("0.00");
    await context.close();
  });

  it("too little: the deposit modal asks for just what is missing", async () => {
    const { context, page } = await newPage(isScripted, 768);
    await addSession(context, base, await registerUser(base, uniqueEmail()));
    await open(page, "/en/products?sort=price_desc", isScripted);
    await page.getByRole("article").first().getByRole("link").click();
    await page.getByRole("link", { name: "Buy this prompt" }).click();
    const missing = page.getByText("You are short by").locator("xpath=following-sibling::*");
    const amount = /\d+\.\d\d/.exec(await missing.innerText())?.[0];
    expect(await page.getByLabel("Amount in EUR").inputValue()).toBe(amount);
    await context.close();
  });

  it("another price than was seen: nothing is charged, and the new price is shown", async () => {
    const { context, page } = await newPage(isScripted, 768);
    await addSession(context, base, await signInUser(base, "buyer"));
    const balance = async () => {
      await open(page, "/en/dashboard", isScripted);
      return /\d+\.\d\d/.exec(await page.getByRole("main").innerText())?.[0];
    };
    const before = await balance();
    expect(before).toMatch(/^\d+\.\d\d$/);
    await open(page, "/en/products?sort=price_asc", isScripted);
    await page.getByRole("article").first().getByRole("link").click();
    await page.getByRole("link", { name: "Buy this prompt" }).click();
    await page.locator("input[name=expected_price]").evaluate((input: HTMLInputElement) => {
      input.value = "0.01";
    });
    await page.getByRole("button", { name: /^Buy and pay/ }).click();
    await page.getByRole("alert").filter({ hasText: "The price has since changed" }).waitFor();
    expect(await balance()).toBe(before);
    await context.close();
  });

  it("wrongly filled: says what is wrong, keeps what was typed, and takes the corrected form", async () => {
    const { context, page } = await newPage(isScripted, 768);
    await addSession(context, base, await registerUser(base, uniqueEmail()));
    await open(page, "/en/dashboard/deposits/create", isScripted);
    await fillDeposit(page, isScripted, "10");
    await page.getByLabel("Amount in EUR").evaluate((input: HTMLInputElement) => {
      input.value = "0.50";
    });
    await page
      .locator("main form")
      .first()
      .evaluate((form: HTMLFormElement) => {
        form.noValidate = true;
      });
    await page.getByRole("button", { name: "Continue to payment" }).click();
    const summary = page.getByRole("heading", { name: "Please fix the following errors" });
    await summary.waitFor();
    expect(await page.evaluate(() => document.activeElement?.role)).toBe("alert");
    expect(await page.title()).toMatch(/^Error:/);
    expect(await page.getByLabel("City").inputValue()).toBe("Tallinn");
    await page.getByLabel("Amount in EUR").fill("10");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.waitForURL(/\/sandbox-payment\//);
    await context.close();
  });
});

describe("signing in", () => {
  it.each([
    true,
    false,
  ])("redirects back to the requested page (scripts: %s)", async (isScripted) => {
    const { context, page } = await newPage(isScripted, 1024);
    await open(page, "/de/dashboard/payments?x=1", isScripted);
    await page.waitForURL(/\/de\/login\?redirect=/);
    await page.getByLabel("E-Mail-Adresse").fill("buyer@promptory.test");
    await page.getByLabel("Passwort", { exact: true }).fill("wrong password");
    await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
    await page.getByRole("alert").first().waitFor();
    expect(await page.getByLabel("E-Mail-Adresse").inputValue()).toBe("buyer@promptory.test");
    expect(await page.getByLabel("Passwort", { exact: true }).inputValue()).toBe("");
    await page.getByLabel("Passwort", { exact: true }).fill("promptory-demo");
    await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
    await page.waitForURL(/\/de\/dashboard\/payments\?x=1$/);
    await open(page, "/de/login", isScripted);
    await page.waitForURL(/\/de\/dashboard$/);
    await context.close();
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\t/evil.example",
    "/en/login",
  ])("never leads to %j", async (redirect) => {
    const { context, page } = await newPage(false, 1024);
    await open(page, `/en/login?redirect=${encodeURIComponent(redirect)}`, false);
    await page.getByLabel("Email address").fill("seller@promptory.test");
    await page.getByLabel("Password", { exact: true }).fill("promptory-demo");
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${base}/en/dashboard`);
    await context.close();
  });
});
