import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import { newVisitor, openBrowser, watchForTrouble } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { open } from "#tests/setup/browser/offer-screens.ts";
import { DEMO_PASSWORD } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();

async function visit(isScripted: boolean, path: string) {
  const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
  const trouble = watchForTrouble(context);
  const page = await context.newPage();
  await open({ page, isScripted }, base + path);
  return { context, page, trouble, main: page.getByRole("main") };
}

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("a guest learns on home how selling works, signs in and finds the form", async () => {
    const { context, page, trouble, main } = await visit(isScripted, "/en");
    await main.getByRole("link", { name: "Sell your designs" }).click();
    await page.waitForURL(/\/en\/sell-your-designs$/);
    await page.getByRole("heading", { level: 1, name: "Sell your designs" }).waitFor();
    const text = await main.innerText();
    for (const fact of [
      "3 business days",
      "5 business days",
      "€150.00",
      "JPG, PNG, GIF",
      "5\u00a0MB",
    ]) {
      expect(text, fact).toContain(fact);
    }
    expect(text).toContain("You need an account for it.");
    expect(text).toMatch(/review your documents within 2 business days/);

    const response = main.getByText("There is no fee and no commission");
    expect(await response.isVisible()).toBe(false);
    await main.getByText("What does it cost me?").click();
    await response.waitFor();

    await main.getByRole("link", { name: "Offer a design" }).first().click();
    await page.waitForURL(/\/en\/login\?redirect=%2Fen%2Fdashboard%2Foffers%2Fcreate$/);
    await page.getByLabel("Email address").fill("seller@promptory.test");
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await main.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/en\/dashboard\/offers\/create$/);
    await main.getByRole("link", { name: "How selling works" }).click();
    await page.waitForURL(/\/en\/sell-your-designs$/);
    await page.getByRole("heading", { name: "Show us what you have made" }).waitFor();
    expect(await main.innerText(), "they have an account").not.toContain("You need an account");
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("a wrong password is said of the form, an empty address of its field", async () => {
    const { context, page, main } = await visit(isScripted, "/en/login");
    const submit = main.getByRole("button", { name: "Sign in" });
    await page.getByLabel("Email address").fill("seller@promptory.test");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await submit.click();
    const alert = main.getByRole("alert");
    await alert.filter({ hasText: "The email address or the password is wrong." }).waitFor();
    expect(await alert.getByRole("heading").count()).toBe(0);
    expect(await page.getByLabel("Email address").getAttribute("aria-invalid")).toBeNull();

    await page.getByLabel("Email address").fill("");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await main.locator("form").evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await submit.click();
    await alert.getByRole("link", { name: "Email is required" }).waitFor();
    await context.close();
  });

  it("filters that would leave nothing cannot be chosen, those chosen can be taken back", async () => {
    const { context, main } = await visit(
      isScripted,
      "/en/products?search=breathing&style=watercolour",
    );
    expect(await main.getByRole("checkbox", { name: /^Ink wash/ }).isEnabled()).toBe(true);
    expect(await main.getByRole("checkbox", { name: /^Isometric/ }).isDisabled()).toBe(true);
    expect(await main.getByRole("checkbox", { name: /^Watercolour/ }).isEnabled()).toBe(true);
    await context.close();
  });
});

it("home shows each picture once, when all of the catalogue is there", async () => {
  const { context, main } = await visit(true, "/en");
  const sources = await main
    .locator("img")
    .evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.src));
  const hashes = sources.map((source) => new URL(source).pathname.split("/")[2]);
  expect(hashes.filter((hash, index) => hashes.indexOf(hash) !== index)).toEqual([]);
  expect(hashes.length).toBeGreaterThan(20);
  await context.close();
});

it.each(LOCALES)("%s links the page from the footer, About us and the sitemap", async (locale) => {
  const path = `/${locale}/sell-your-designs`;
  const page = await fetch(base + path);
  expect(page.status).toBe(200);
  expect(page.headers.get("set-cookie")).toBeNull();
  const html = await page.text();
  // No text is missing, and no number either.
  expect(html).not.toMatch(/sell\.\w+|\{\{|undefined|NaN/);
  expect(html.match(new RegExp(`href="${path}"`, "g"))?.length).toBeGreaterThan(0);
  const about = await (await fetch(`${base}/${locale}/about-us`)).text();
  // In the page itself and in the footer.
  expect(about.match(new RegExp(`href="${path}"`, "g"))?.length).toBe(2);
});
