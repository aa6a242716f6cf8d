import type { BrowserContext, Page } from "playwright";
import { afterEach, describe, expect, it } from "vitest";
import words from "#locales/de.json" with { type: "json" };
import { createUser, PASSWORD } from "#tests/factories.ts";
import {
  hydrateOnHeldClock,
  newVisitor,
  openBrowser,
  openOnHeldClock,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { findLink, waitForMail } from "#tests/setup/mail-reading.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const { url: base, outbox } = workerProduct();
const SUBSCRIBING_FAILED = words["errors.newsletter_failed"];
const browser = await openBrowser();

const waitForMailTo = (to: string, subject: RegExp) =>
  waitForMail(outbox, ({ headers }) => headers.to === to && subject.test(headers.subject ?? ""));

const statusOf = (path: string) => fetch(base + path).then((response) => response.status);

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  const mode = isScripted ? "on" : "off";
  let context: BrowserContext;
  let trouble: string[];

  const visit = async (path: string): Promise<Page> => {
    context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    trouble = watchForTrouble(context);
    const page = await context.newPage();
    await goTo(page, path);
    return page;
  };
  const goTo = async (page: Page, url: string) => {
    await page.goto(url.startsWith("http") ? url : base + url);
    if (isScripted) await waitForHydration(page);
  };
  afterEach(async () => {
    // A rejected form is returned with 422, which browsers log to the console.
    const unexpected = trouble.filter((line) => !/status of (422|404)/.test(line));
    await context.close();
    expect(unexpected).toEqual([]);
  });

  it("the footer leads to about us, contact, the terms, and where else we are", async () => {
    const page = await visit("/en");
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("link", { name: "Terms of use" }).click();
    await page.waitForURL(/\/en\/page\/terms$/);
    await page.getByRole("heading", { level: 1, name: "Terms of use" }).waitFor();
    await footer.getByRole("link", { name: "About Us" }).click();
    await page.waitForURL(/\/en\/about-us$/);
    await footer.getByRole("link", { name: "Contact Us" }).click();
    await page.waitForURL(/\/en\/contact-us$/);
    await footer.getByText("Registry code").waitFor();
    for (const name of ["Instagram", "Pinterest", "Mastodon", "YouTube"]) {
      const link = footer.getByRole("link", { name });
      expect(await link.getAttribute("rel")).toBe("me noopener");
      const [icon = ""] = (await link.locator("use").getAttribute("href"))?.split("#") ?? [];
      expect(await statusOf(icon)).toBe(200);
    }
    for (const name of ["Visa", "Mastercard", "3D Secure"]) {
      const source = await footer.getByRole("img", { name }).getAttribute("src");
      expect(await statusOf(source ?? "")).toBe(200);
    }
  });

  it("who registers can read the terms and the privacy policy first", async () => {
    const page = await visit("/en/register");
    await page.getByText("What you accept, in short").click();
    const main = page.getByRole("main");
    await main.getByRole("link", { name: /privacy/i }).waitFor();
    await main.getByRole("link", { name: /terms/i }).click();
    await page.waitForURL(/\/en\/page\/terms$/);
  });

  it("a message that lacks something comes back as it was typed, and then goes out", async () => {
    const page = await visit("/en/contact-us");
    const main = page.getByRole("main");
    const PHONE_WRONG = "Please enter a phone number, for example +372\u00a0600\u00a01000.";
    const field = (name: string) => main.getByLabel(name, { exact: true });
    await field("Your message").fill(`Where is my order? (${mode})`);
    expect(await field("Phone number").isVisible()).toBe(false);
    await main.getByText("Phone and address (optional)").click();
    await field("Phone number").fill("call me");
    await main.getByRole("button", { name: "Send message" }).click();
    const summary = page.getByRole("alert");
    await summary.getByRole("heading", { name: "Please fix the following errors" }).waitFor();
    expect(await summary.getByRole("link").allInnerTexts()).toEqual([
      "First name is required",
      "Email is required",
      PHONE_WRONG,
    ]);
    await summary.getByRole("link", { name: PHONE_WRONG }).click();
    expect(await field("Phone number").evaluate((input) => input.matches(":target"))).toBe(true);
    // The error is in sight, also in a newly loaded page.
    expect(await field("Phone number").isVisible()).toBe(true);
    expect(await field("Phone number").inputValue()).toBe("call me");
    expect(await field("Your message").inputValue()).toContain("Where is my order?");
    await field("First name").fill(`Mari ${mode}`);
    await field("Email").fill("mari@example.com");
    await field("Phone number").fill("");
    await main.getByRole("button", { name: "Send message" }).click();
    await page.waitForURL(/\/en\/contact-us\?sent=[\dA-Z]{4}-[\dA-Z]{4}&signature=/);
    await page.getByRole("heading", { level: 1, name: "Thank you" }).waitFor();
    const reference = new URL(page.url()).searchParams.get("sent") ?? "";
    await page.getByText(`Its number is ${reference}.`).waitFor();
    const receipt = await waitForMailTo("mari@example.com", new RegExp(reference));
    expect(receipt.text).not.toContain("Where is my order?");
    const mail = await waitForMailTo("support@promptory.test", new RegExp(`Mari ${mode}`));
    expect(mail.text).toContain(`Where is my order? (${mode})`);
    expect(mail.text).toContain(`Number: ${reference}`);
    expect(mail.headers["reply-to"]).toBe("mari@example.com");
  });

  it("a reader subscribes, confirms by mail, and leaves again", async () => {
    const email = `reader-${mode}@example.com`;
    const page = await visit("/de/products?sort=price_asc");
    const footer = page.getByRole("contentinfo");
    await footer.getByLabel("Wohin dürfen wir ihn schicken?").fill(email);
    await footer.getByRole("button", { name: "Abonnieren" }).click();
    await page.getByText("Fast geschafft: Bitte öffnen Sie die E-Mail").waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
      "/de/products?sort=price_asc",
    );
    const { text } = await waitForMailTo(email, /Bitte bestätigen/);
    await goTo(page, findLink(text, "/newsletter/confirm").href);
    await page.getByRole("button", { name: "Ja, ich möchte den Newsletter" }).click();
    await page.getByRole("heading", { level: 1, name: "Willkommen" }).waitFor();
    await goTo(page, findLink(text, "/newsletter/unsubscribe").href);
    await page.getByRole("main").getByRole("button", { name: "Abbestellen" }).click();
    await page.getByRole("heading", { level: 1, name: "Newsletter abbestellt" }).waitFor();
    await goTo(page, findLink(text, "/newsletter/confirm").href);
    await page.getByRole("button", { name: "Ja, ich möchte den Newsletter" }).click();
    await page.getByRole("alert").getByText("Dieser Link ist nicht mehr gültig").waitFor();
  });

  it("no address and a wrong one are said so, on the same page", async () => {
    const page = await visit("/en/about-us");
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("button", { name: "Subscribe" }).click();
    await footer.getByText("Please enter your email address.").waitFor();
    await footer.getByLabel("Where should we send it?").fill("reader");
    await footer.getByRole("button", { name: "Subscribe" }).click();
    // Spec §5: also as a toast.
    const toast = page.getByRole("alert").filter({ hasText: "Please enter a valid email address" });
    await toast.waitFor();
    await footer.getByText("Please enter a valid email address").waitFor();
    const field = footer.getByRole("textbox", {
      name: "Where should we send it?",
      description: "Please enter a valid email address",
    });
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await footer.getByLabel("Where should we send it?").inputValue()).toBe("reader");
    expect(new URL(page.url()).pathname).toBe("/en/about-us");
    // Without scripts it is a new document, scrolled to the form.
    expect(new URL(page.url()).hash).toBe(isScripted ? "" : "#newsletter");
  });
});

describe("static pages", () => {
  it("that do not exist return 404 with a page that says so", async () => {
    for (const path of ["/en/page/none", "/de/page/NONE", "/en/page/%00", "/en/page/..%2Fx"]) {
      const response = await fetch(base + path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain("<h1");
    }
    // The same page as that of any other unknown address.
    const [none, unknown] = await Promise.all(
      ["/en/page/none", "/en/404"].map(async (path) => (await fetch(base + path)).text()),
    );
    const mainOf = (html = "") => /<main[\s\S]*<\/main>/.exec(html)?.[0];
    expect(mainOf(none)).toBeDefined();
    expect(mainOf(none)).toBe(mainOf(unknown));
  });

  it("may be kept for every guest, and are indexed under one address", async () => {
    const response = await fetch(`${base}/en/page/terms`);
    const html = await response.text();
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(html).toContain(`<link rel="canonical" href="${base}/en/page/terms"/>`);
    expect(html).not.toContain("noindex");
    expect(await (await fetch(`${base}/en/page/terms`)).text()).toBe(html);
  });
});

describe("the newsletter box", () => {
  it("clears its message after two seconds, and the address that was taken", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await openOnHeldClock(page, `${base}/en`);
    const field = page.getByLabel("Where should we send it?");
    await field.fill("quick@example.com");
    await page.getByRole("button", { name: "Subscribe" }).click();
    const message = page.getByText("Almost done: please open the email");
    await message.waitFor();
    expect(await field.inputValue()).toBe("");
    await page.clock.runFor(1_900);
    expect(await message.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await message.waitFor({ state: "hidden" });
    await context.close();
  });

  it.each([
    100, 1_900,
  ])("shows a message that comes %d ms after the scripts as long", async (ms) => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await openOnHeldClock(page, `${base}/en`);
    await waitForHydration(page);
    await page.clock.runFor(ms);
    await page.getByRole("button", { name: "Subscribe" }).click();
    const box = page.getByRole("contentinfo");
    const message = box.getByText("Please enter your email address.");
    await message.waitFor();
    // The toast announces it, so the box does not (spec §5).
    await page.getByRole("alert").filter({ hasText: "Please enter your email address." }).waitFor();
    expect(await box.getByRole("status").count()).toBe(0);
    await page.clock.runFor(1_900);
    expect(await message.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await message.waitFor({ state: "hidden" });
    await context.close();
  });

  it("clears the message of a form that was sent before the scripts came", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await openOnHeldClock(page, `${base}/en`);
    await page.locator("#newsletter").evaluate((form: HTMLFormElement) => form.submit());
    await page.waitForURL(/#newsletter$/);
    const message = page.locator("#newsletter-result");
    expect(await message.innerText()).toBe("Please enter your email address.");
    await hydrateOnHeldClock(page);
    await page.clock.runFor(1_900);
    expect(await message.innerText()).toBe("Please enter your email address.");
    await page.clock.runFor(200);
    await expect.poll(() => message.innerText()).toBe("");
    await context.close();
  });

  it.each([
    "lost on its way",
    "that gets a bare 500",
    "that gets a JSON 502",
    "sent by code that cannot be had",
  ])("stays in place with its address when it is %s", async (how) => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await page.goto(`${base}/de/about-us`);
    await waitForHydration(page);
    const isCode = how.includes("code");
    await page.route(isCode ? /submit-in-background/ : /\/newsletter$/, (route) => {
      if (how.includes("500")) return route.fulfill({ status: 500, body: "Internal Server Error" });
      if (how.includes("502")) return route.fulfill({ status: 502, json: { message: "No" } });
      return route.abort();
    });
    const box = page.getByRole("contentinfo");
    const field = box.getByLabel("Wohin dürfen wir ihn schicken?");
    await field.fill("lost@example.com");
    await box.getByRole("button", { name: "Abonnieren" }).click();
    const failure = box.getByRole("status").filter({ hasText: SUBSCRIBING_FAILED });
    await failure.waitFor();
    expect(await field.inputValue()).toBe("lost@example.com");
    expect(await field.getAttribute("aria-invalid"), "the address is fine").toBeNull();
    expect(page.url()).toBe(`${base}/de/about-us`);
    await context.close();
  });

  it("is no open redirect: a form of another site is rejected, nobody is redirected elsewhere", async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${base}/en/newsletter`, {
        method: "POST",
        body: new URLSearchParams({ email: "" }),
        headers,
        redirect: "manual",
      });
    expect((await post({ origin: "https://evil.example" })).status).toBe(403);
    const elsewhere = await post({ referer: "https://evil.example/x" });
    expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([303, "/en#newsletter"]);
    const doubled = await post({ referer: `${base}//evil.example` });
    expect(doubled.headers.get("location")).toBe("/en#newsletter");
  });
});

describe("a member who writes to us", () => {
  it("finds the form filled with what we know", async () => {
    const { email } = await withProductDatabase((database) =>
      createUser(database, { name: "Bea", surname: "Buyer", phone: "+372 600 1001" }),
    );
    const context = await newVisitor(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    const redirectPath = encodeURIComponent("/en/contact-us");
    await page.goto(`${base}/en/login?redirect=${redirectPath}`);
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/contact-us/);
    const main = page.getByRole("main");
    expect(await main.getByLabel("First name").inputValue()).toBe("Bea");
    expect(await main.getByLabel("Last name").inputValue()).toBe("Buyer");
    expect(await main.getByLabel("Email").inputValue()).toBe(email);
    expect(await main.getByLabel("Phone number").inputValue()).toBe("+372 600 1001");
    await context.close();
  });
});

it("the mails on screen are for development only", async () => {
  const response = await fetch(`${base}/dev/mails`);
  expect([response.status, new URL(response.url).pathname]).toEqual([404, "/en/404"]);
});
