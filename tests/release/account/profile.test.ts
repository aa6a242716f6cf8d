import type { BrowserContext, Page } from "playwright";
import { afterEach, describe, expect, it } from "vitest";
import { giveCredits, PASSWORD } from "#tests/factories.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { addSession, registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { forRelease } from "#tests/setup/sample.ts";

const base = workerProduct().url;
const NEW_PASSWORD = "another horse, another battery";
const browser = await openBrowser();

let made = 0;
const newEmail = () => `profile-${++made}@example.com`;
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const field = (page: Page, part: string, label: string) =>
  section(page, part).getByLabel(label, { exact: true });
const PERSON = "Profile information";
const SECRET = "Update password";

/** Registers a new user, who is signed in then. */
async function register(page: Page, email: string): Promise<void> {
  await addSession(page.context(), base, await registerUser(base, email));
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${base}/en/login`);
  const main = page.getByRole("main");
  await main.getByLabel("Email address").fill(email);
  await main.getByLabel("Password", { exact: true }).fill(password);
  await main.getByRole("button", { name: "Sign in" }).click();
}

async function give(email: string, amountCents: number): Promise<void> {
  await withProductDatabase(async (database) => {
    const [user] = await database<{ id: number }[]>`SELECT id FROM users WHERE email = ${email}`;
    if (!user) throw new Error(`nobody has ${email}`);
    await giveCredits(database, user.id, amountCents);
  });
}

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  let context: BrowserContext;
  let trouble: string[];

  const open = async (page: Page, path: string) => {
    await page.goto(`${base}/en${path}`);
    if (isScripted) await waitForHydration(page);
  };
  const visit = async (email: string): Promise<Page> => {
    context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    trouble = watchForTrouble(context);
    const page = await context.newPage();
    await register(page, email);
    await open(page, "/dashboard/profile");
    return page;
  };
  /** Submits without the browser's validation, to test the server's. */
  const submit = async (page: Page, part: string, button: string) => {
    if (isScripted) {
      await page.evaluate(() => {
        for (const form of document.forms) form.noValidate = true;
      });
    }
    await section(page, part).getByRole("button", { name: button, exact: true }).click();
  };
  const toast = (page: Page, text: string) =>
    page.getByRole("status").filter({ hasText: text }).waitFor();
  afterEach(async () => {
    // A rejected form is returned with 422, which browsers log to the console.
    const unexpected = trouble.filter((line) => !/status of 422/.test(line));
    await context.close();
    expect(unexpected).toEqual([]);
  });

  it("the menu leads to it, and what is saved prefills the other forms at once", async () => {
    const email = newEmail();
    const page = await visit(email);
    await open(page, "");
    await page.getByRole("banner").locator("summary").filter({ hasText: email }).click();
    const entries = page.getByRole("banner").getByRole("link", { name: /Edit profile|Deposit/ });
    expect(await entries.filter({ visible: true }).first().innerText()).toBe("Edit profile");
    await entries.filter({ visible: true }).first().click();
    await page.waitForURL(/\/en\/dashboard\/profile$/);
    await field(page, PERSON, "First name").fill("Zoë");
    await field(page, PERSON, "Last name").fill(" Ōta ");
    await field(page, PERSON, "Phone number").fill("+372 600 1000");
    await submit(page, PERSON, "Save profile");
    await toast(page, "Your profile has been saved.");
    await page.getByRole("banner").locator("summary").filter({ hasText: "Zoë" }).first().waitFor();
    for (const path of ["/contact-us", "/dashboard/deposits/create"]) {
      await open(page, path);
      const main = page.getByRole("main");
      const labels = ["First name", /^Last name/, "Phone number", "Email"];
      const values = labels.map((label) => main.getByLabel(label, { exact: true }).inputValue());
      expect(await Promise.all(values)).toEqual(["Zoë", "Ōta", "+372 600 1000", email]);
    }
    await open(page, "/dashboard/profile");
    await field(page, PERSON, "Last name").fill("");
    await submit(page, PERSON, "Save profile");
    await toast(page, "Your profile has been saved.");
    await open(page, "/dashboard/profile");
    expect(await field(page, PERSON, "First name").inputValue()).toBe("Zoë");
    expect(await field(page, PERSON, "Last name").inputValue()).toBe("");
  });

  it("focuses the errors of the form that was rejected, whichever it is", async () => {
    const page = await visit(newEmail());
    for (const [part, label, text, button] of [
      [PERSON, "Email address", "nobody", "Save profile"],
      ["Invoices", "VAT ID", "one", "Save invoice details"],
      [SECRET, "Current password", "", "Change password"],
    ] as const) {
      await field(page, part, label).fill(text);
      await submit(page, part, button);
      const errors = section(page, part).getByRole("alert");
      await errors.waitFor();
      await expect.poll(() => errors.evaluate((one) => one === document.activeElement)).toBe(true);
    }
  });

  it("undoes nothing that another tab has saved meanwhile", async () => {
    const page = await visit(newEmail());
    const other = await context.newPage();
    await open(other, "/dashboard/profile");
    await field(other, PERSON, "City").fill("Tartu");
    await submit(other, PERSON, "Save profile");
    await toast(other, "Your profile has been saved.");
    if (isScripted) {
      // Reloads the page's data, including the city, which must not overwrite the field.
      await field(page, "Invoices", "Company name").fill("Byron OÜ");
      await submit(page, "Invoices", "Save invoice details");
      await toast(page, "Your invoice details have been saved.");
    }
    await field(page, PERSON, "Last name").fill("Byron");
    await field(page, PERSON, "Email address").fill("nobody");
    await submit(page, PERSON, "Save profile");
    await section(page, PERSON).getByText("Please enter a valid email address").first().waitFor();
    expect(await field(page, PERSON, "City").inputValue()).toBe("");
    await field(page, PERSON, "Email address").fill(`profile-${made}@example.com`);
    await submit(page, PERSON, "Save profile");
    await toast(page, "Your profile has been saved.");
    await open(page, "/dashboard/profile");
    expect(await field(page, PERSON, "Last name").inputValue()).toBe("Byron");
    expect(await field(page, PERSON, "City").inputValue()).toBe("Tartu");
  });

  it("invoices get a company or an address, filled in beforehand and checked", async () => {
    const page = await visit(newEmail());
    await field(page, PERSON, "Address").fill("Pikk 1");
    await field(page, PERSON, "City").fill("Tallinn");
    await submit(page, PERSON, "Save profile");
    await toast(page, "Your profile has been saved.");
    await open(page, "/dashboard/deposits/create");
    await page.getByRole("link", { name: "Invoice to a company or another address" }).click();
    const INVOICES = "Invoices";
    await field(page, INVOICES, "Company name").waitFor();
    expect(await field(page, INVOICES, "Address").inputValue()).toBe("Pikk 1");
    await field(page, INVOICES, "Address").fill("");
    await field(page, INVOICES, "City").fill("");
    await field(page, INVOICES, "Company name").fill("Müller GmbH");
    await field(page, INVOICES, "VAT ID").fill("DE 136695977");
    await submit(page, INVOICES, "Save invoice details");
    const alert = section(page, INVOICES).getByRole("alert");
    await alert.getByRole("link", { name: /^No EU country issues a VAT ID like this/ }).waitFor();
    expect(await field(page, INVOICES, "VAT ID").inputValue()).toBe("DE 136695977");
    await field(page, INVOICES, "VAT ID").fill("de 136 695 976");
    await submit(page, INVOICES, "Save invoice details");
    await toast(page, "Your invoice details have been saved.");
    await open(page, "/dashboard/profile");
    expect(await field(page, INVOICES, "VAT ID").inputValue()).toBe("DE136695976");
    expect(await field(page, INVOICES, "Address").inputValue()).toBe("");
    if (isScripted) expect(await listFindings(page)).toEqual([]);
  });

  it("a new address that waits is canceled with one press", async () => {
    const email = newEmail();
    const page = await visit(email);
    await withProductDatabase(async (database) => {
      await database`UPDATE users SET email_verified_at = now() WHERE email = ${email}`;
    });
    await field(page, PERSON, "Email address").fill(newEmail());
    await field(page, PERSON, "Current password").fill(PASSWORD);
    await submit(page, PERSON, "Save profile");
    await page.getByRole("button", { name: "Keep my current address" }).click();
    await toast(page, "The change is cancelled.");
    expect(await page.getByRole("button", { name: "Keep my current address" }).count()).toBe(0);
    expect(await field(page, PERSON, "Email address").inputValue()).toBe(email);
  });

  it("what is wrong is said and led to; what was typed stays, but never a password", async () => {
    const email = newEmail();
    const moved = newEmail();
    const page = await visit(email);
    const current = field(page, PERSON, "Current password");
    // Only a new address requires it; without scripts the page cannot know, and always shows it.
    expect(await current.isVisible()).toBe(!isScripted);
    await field(page, PERSON, "Email address").fill(moved.toUpperCase());
    expect(await current.isVisible()).toBe(true);
    await field(page, PERSON, "Phone number").fill("call me");
    await current.fill("a guess");
    const beside = field(page, SECRET, "New password");
    await beside.fill(NEW_PASSWORD);
    await submit(page, PERSON, "Save profile");
    const summary = section(page, PERSON).getByRole("alert");
    await summary.getByRole("heading", { name: "Please fix the following errors" }).waitFor();
    expect(await page.title()).toMatch(/^Error: Edit profile/);
    const link = summary.getByRole("link", { name: /^Please enter a phone number/ });
    await link.click();
    const phone = field(page, PERSON, "Phone number");
    expect(await phone.evaluate((input) => input.matches(":target"))).toBe(true);
    expect(await phone.getAttribute("aria-invalid")).toBe("true");
    expect(await phone.inputValue()).toBe("call me");
    expect(await field(page, PERSON, "Email address").inputValue()).toBe(moved.toUpperCase());
    expect(await current.inputValue()).toBe("");
    expect(await beside.inputValue()).toBe(isScripted ? NEW_PASSWORD : "");
    await phone.fill("");
    await current.fill("a guess");
    await submit(page, PERSON, "Save profile");
    await summary.getByRole("link", { name: "The password is incorrect." }).waitFor();
    await current.fill(PASSWORD);
    await submit(page, PERSON, "Save profile");
    await toast(page, "Your profile has been saved.");
    // The same page shows no trace of the rejections.
    await expect.poll(() => section(page, PERSON).locator("[aria-invalid=true]").count()).toBe(0);
    expect(await summary.count()).toBe(0);
    expect(await phone.inputValue()).toBe("");
    expect(await current.inputValue()).toBe("");
    expect(await current.isVisible()).toBe(!isScripted);
    await page.getByRole("main").getByText(moved, { exact: true }).waitFor();
    await open(page, "/dashboard/profile");
    expect(await field(page, PERSON, "Email address").inputValue()).toBe(moved);
  });

  it("a new password ends the other sessions, keeps this one and opens new ones", async () => {
    const email = newEmail();
    const page = await visit(email);
    const other = await newVisitor(browser, { javaScriptEnabled: false });
    const elsewhere = await other.newPage();
    await signIn(elsewhere, email, PASSWORD);
    await elsewhere.waitForURL(/\/en\/dashboard$/);
    await section(page, SECRET).getByText("At least 10 characters.").waitFor();
    const labels = ["Current password", "New password", "Repeat the new password"];
    const fill = async (values: string[]) => {
      for (const [at, label] of labels.entries()) {
        await field(page, SECRET, label).fill(values[at] ?? "");
      }
    };
    const typed = () => Promise.all(labels.map((label) => field(page, SECRET, label).inputValue()));
    await fill(["a guess", NEW_PASSWORD, NEW_PASSWORD]);
    await submit(page, SECRET, "Change password");
    const summary = section(page, SECRET).getByRole("alert");
    await summary.getByRole("link", { name: "The password is incorrect." }).waitFor();
    expect(await typed()).toEqual(["", "", ""]);
    await fill([PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
    await submit(page, SECRET, "Change password");
    await toast(page, "Your password has been changed.");
    await expect.poll(typed).toEqual(["", "", ""]);
    await elsewhere.goto(`${base}/en/dashboard`);
    await elsewhere.waitForURL(/\/en\/login\?redirect=/);
    await signIn(elsewhere, email, PASSWORD);
    await elsewhere.getByText("The email address or the password is wrong.").first().waitFor();
    await signIn(elsewhere, email, NEW_PASSWORD);
    await elsewhere.waitForURL(/\/en\/dashboard$/);
    await other.close();
    await open(page, "/dashboard");
    expect(page.url()).toMatch(/\/en\/dashboard$/);
  });

  it("deleting asks first, names the balance, and ends at home as a guest", async () => {
    const email = newEmail();
    const page = await visit(email);
    await give(email, 1_250);
    await section(page, "Delete account").getByRole("link", { name: "Delete my account" }).click();
    await page.waitForURL(/profile\?delete=1$/);
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await page.waitForURL(/dashboard\/profile$/);
    await dialog.waitFor({ state: "detached" });
    await open(page, "/dashboard/profile?delete=1");
    if (isScripted) {
      await page.keyboard.press("Escape");
      const opener = page.getByRole("link", { name: "Delete my account" });
      await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
      await open(page, "/dashboard/profile?delete=1");
    }
    const forfeit = dialog.getByLabel("I give up my balance of 12.50 credits.");
    const confirm = async () => {
      await dialog.getByLabel("Your password").fill(PASSWORD);
      await dialog.getByRole("button", { name: "Delete permanently" }).click();
    };
    await confirm();
    await dialog
      .getByRole("alert")
      .getByRole("link", { name: "Please confirm that you give up this money." })
      .waitFor();
    expect(await dialog.getByLabel("Your password").inputValue()).toBe("");
    await forfeit.check();
    await confirm();
    await page.waitForURL(/\/en$/);
    await toast(page, "Your account has been deleted.");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).first().waitFor();
    await signIn(page, email, PASSWORD);
    await page.getByText("The email address or the password is wrong.").first().waitFor();
  });

  it("deleting waits for a top-up that is under way, and asks about no empty balance", async () => {
    const page = await visit(newEmail());
    await open(page, "/dashboard/deposits/create?amount=20");
    const main = page.getByRole("main");
    const address = {
      "First name": "Mari",
      "Last name": "Tamm",
      "Phone number": "+372 600 1000",
      Address: "Pikk 1",
      "Post code": "10123",
      City: "Tallinn",
    };
    for (const [label, text] of Object.entries(address)) {
      await main.getByLabel(label, { exact: true }).fill(text);
    }
    if (isScripted) {
      await page.getByRole("combobox", { name: "Country" }).fill("Eston");
      await page.getByRole("option", { name: "Estonia" }).click();
    } else await main.getByLabel("Country").selectOption("EE");
    await main.getByRole("button", { name: "Continue to payment" }).click();
    await page.waitForURL(/\/sandbox-payment\//);
    await open(page, "/dashboard/profile?delete=1");
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    expect(await dialog.getByRole("checkbox").count()).toBe(0);
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Delete permanently" }).click();
    await dialog
      .getByRole("alert")
      .getByText("One of your deposits is still being processed.")
      .waitFor();
    await open(page, "/dashboard/profile");
  });
});

describe("a form that gets lost on its way", () => {
  it.each([
    [PERSON, "Save profile"],
    [SECRET, "Change password"],
  ])("of %s stays as it was typed, says so, and works when sent again", async (part, button) => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await register(page, newEmail());
    await page.goto(`${base}/en/dashboard/profile`);
    await waitForHydration(page);
    await field(page, PERSON, "First name").fill("Kept");
    for (const [label, value] of [
      ["Current password", PASSWORD],
      ["New password", NEW_PASSWORD],
      ["Repeat the new password", NEW_PASSWORD],
    ] as const) {
      await field(page, SECRET, label).fill(value);
    }
    await context.setOffline(true);
    const send = () => section(page, part).getByRole("button", { name: button }).click();
    await send();
    const alert = section(page, part).getByRole("alert");
    await alert.filter({ hasText: "You are offline." }).waitFor();
    expect(await field(page, PERSON, "First name").inputValue()).toBe("Kept");
    expect(await field(page, SECRET, "New password").inputValue()).toBe(NEW_PASSWORD);
    await context.setOffline(false);
    await send();
    await page
      .getByRole("status")
      .filter({ hasText: /has been (saved|changed)/ })
      .waitFor();
    await context.close();
  });
});

describe.each(
  forRelease([
    { width: 360, colorScheme: "dark" as const, locale: "de" },
    { width: 768, colorScheme: "light" as const, locale: "ar" },
  ]),
)("at $width px, $colorScheme, in $locale", ({ width, colorScheme, locale }) => {
  it("the errors of each form are whole", async () => {
    const context = await newVisitor(browser, { viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    await register(page, newEmail());
    const forms = [
      { path: "/dashboard/profile", intent: "profile", fill: { name: "email", value: "x@" } },
      { path: "/dashboard/profile", intent: "invoices", fill: { name: "vat_id", value: "x" } },
      { path: "/dashboard/profile", intent: "password", fill: { name: "password", value: "x" } },
      { path: "/dashboard/profile?delete=1", intent: "delete", fill: null },
    ];
    for (const { path, intent, fill } of forms) {
      await page.goto(`${base}/${locale}${path}`);
      await waitForHydration(page);
      await page.evaluate(() => {
        for (const form of document.forms) form.noValidate = true;
      });
      const form = page.locator("form", { has: page.locator(`button[value=${intent}]`) });
      if (fill) await form.locator(`input[name=${fill.name}]`).fill(fill.value);
      await form.locator(`button[value=${intent}]`).click();
      await page.getByRole("main").getByRole("alert").waitFor();
      expect(await form.locator("[aria-invalid=true]").count(), intent).toBeGreaterThan(0);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide, intent).toBeLessThanOrEqual(0);
      const text = await page.locator("body").innerText();
      expect(text, intent).not.toMatch(/\b(profile|message|form)\.[a-z_]+\b/);
      expect(await listFindings(page), intent).toEqual([]);
    }
    await context.close();
  });
});
