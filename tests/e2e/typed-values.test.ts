import type { BrowserContext, Locator, Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { addSession, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Text typed into a form, after following a link and going back: as browsers keep it between
// documents.

const base = workerProduct().url;
const browser = await openBrowser();
let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  context = await newVisitor(browser);
  page = await context.newPage();
  return () => context.close();
});

async function open(path: string, account?: string): Promise<void> {
  if (account) await addSession(context, base, await signInUser(base, account));
  await page.goto(base + path);
  await waitForHydration(page);
}

/** Follows a link of the page and goes back. */
async function readAndReturn(link: string, address: RegExp): Promise<void> {
  const from = page.url();
  await page.locator(`main a[href="${link}"]`).first().click();
  await page.waitForURL(address);
  await page.goBack();
  await page.waitForURL(from);
}

/** Follows a link, waits until the page with the field is gone, and goes back. */
async function leaveAndReturn(field: Locator, link = "/en/about-us"): Promise<void> {
  await page.locator(`a[href="${link}"]:visible`).first().click();
  await field.waitFor({ state: "detached" });
  await page.goBack();
  await field.waitFor({ state: "attached" });
}

describe("what was typed comes back with its page", () => {
  it("to a seller who read how selling works", async () => {
    await open("/en/dashboard/offers/create", "verified-seller");
    await page.getByLabel("Title").fill("Harbour at dawn");
    await page.getByRole("checkbox").nth(1).check();
    await readAndReturn("/en/sell-your-designs", /sell-your-designs$/);
    expect(await page.getByLabel("Title").inputValue()).toBe("Harbour at dawn");
    expect(await page.getByRole("checkbox").nth(1).isChecked()).toBe(true);
    expect(await page.getByRole("checkbox").first().isChecked()).toBe(false);
  });

  it("to a guest who read the terms, but for the password", async () => {
    await open("/en/register");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.getByRole("main").locator("summary").click();
    await readAndReturn("/en/page/terms", /page\/terms$/);
    expect(await page.getByLabel("Email").inputValue()).toBe("ada@example.com");
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
    // Once more, because restored values count as typed too.
    await page.getByRole("main").locator("summary").click();
    await readAndReturn("/en/page/terms", /page\/terms$/);
    expect(await page.getByLabel("Email").inputValue()).toBe("ada@example.com");
  });

  it("to a member who looked at their invoice details", async () => {
    await open("/en/dashboard/deposits/create", "buyer");
    const country = page.getByRole("combobox", { name: "Country" });
    await country.fill("Finl");
    await page.getByRole("option", { name: "Finland" }).waitFor();
    await country.press("Enter");
    await page.getByLabel(/^Amount in EUR/).fill("37.50");
    await readAndReturn("/en/dashboard/profile#invoices", /profile#invoices$/);
    expect(await page.getByLabel(/^Amount in EUR/).inputValue()).toBe("37.50");
    expect(await country.inputValue()).toBe("Finland");
    expect(await page.locator("input[name=country]").inputValue()).toBe("FI");
  });

  it("to each entry of the history its own", async () => {
    await open("/en/contact-us");
    const message = page.getByLabel("Your message");
    await message.fill("First");
    await page.getByRole("contentinfo").locator('a[href="/en/about-us"]').first().click();
    await page.waitForURL(/about-us$/);
    await page.getByRole("contentinfo").locator('a[href="/en/contact-us"]').first().click();
    await page.waitForURL(/contact-us$/);
    expect(await message.inputValue()).toBe("");
    await message.fill("Second");
    await page.goBack();
    await page.waitForURL(/about-us$/);
    await page.goBack();
    await expect.poll(() => message.inputValue().catch(() => "")).toBe("First");
  });
});

describe("of a record that is there nothing comes back", () => {
  it("to a member who changed their profile", async () => {
    await open("/en/dashboard/profile", "buyer");
    const name = page.getByRole("main").locator("input[name=name]");
    const saved = await name.inputValue();
    await name.fill("Berta");
    await leaveAndReturn(name, "/en/dashboard/payments");
    expect(await name.inputValue()).toBe(saved);
  });

  it("to staff who changed the settings", async () => {
    await open("/en/staff/settings", "staff");
    const email = page.locator("input[name=support_email]");
    const saved = await email.inputValue();
    await email.fill("berta@example.com");
    await leaveAndReturn(email, "/en/staff/offers");
    expect(await email.inputValue()).toBe(saved);
  });
});

it("what was sent does not come back, nor what had come back before", async () => {
  await open("/en/contact-us");
  await page.getByLabel("Your message").fill("Half a question");
  await leaveAndReturn(page.getByLabel("Your message"));
  expect(await page.getByLabel("Your message").inputValue()).toBe("Half a question");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email").first().fill("ada@example.com");
  const message = page.getByLabel("Your message");
  await message.fill("A question about the licence");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.waitForURL(/contact-us\?sent=/);
  await page.goBack();
  await page.waitForURL(/contact-us$/);
  expect(await message.inputValue()).toBe("");
  expect(await page.getByLabel("First name").inputValue()).toBe("");
});

it("what was sent and rejected comes back", async () => {
  await open("/en/contact-us");
  const message = page.getByLabel("Your message");
  await message.fill("A question without a sender");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByRole("main").getByRole("alert").first().waitFor();
  await leaveAndReturn(message);
  expect(await message.inputValue()).toBe("A question without a sender");
});

it("a country that was chosen before scripts took its field over comes back", async () => {
  await page.goto(`${base}/en/contact-us`);
  // Without a click, which would fetch the scripts.
  await page.locator("select[name=country]").evaluate((select: HTMLSelectElement) => {
    select.value = "FI";
  });
  await waitForHydration(page);
  await page.locator("input[name=country]").waitFor({ state: "attached" });
  await leaveAndReturn(page.locator("input[name=country]"), "/en");
  expect(await page.locator("input[name=country]").inputValue()).toBe("FI");
});
