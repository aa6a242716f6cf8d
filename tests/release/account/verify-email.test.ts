import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "#tests/factories.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { typeContact } from "#tests/setup/browser/forms.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { findLink, waitForMail } from "#tests/setup/mail-reading.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { addSession, registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { forRelease } from "#tests/setup/sample.ts";

const { url: base, outbox } = workerProduct();

const switchVerification = (isOn: boolean) =>
  withProductDatabase(
    (database) => database`UPDATE settings SET is_email_verification_enabled = ${isOn}`,
  );

const browser = await openBrowser();
beforeAll(() => switchVerification(true));

afterAll(() => switchVerification(false));

/** Waits for the newest link mailed to this address. */
async function waitForLink(email: string): Promise<string> {
  const { text } = await waitForMail(
    outbox,
    (mail) => mail.headers.to === email && mail.text.includes("/email/verify/"),
  );
  const path = /\/email\/verify\/\d+\/\w+/.exec(text)?.[0] ?? "";
  return findLink(text, path).href;
}

const isConfirmed = (email: string) =>
  withProductDatabase(async (database) => {
    const [row] = await database<{ isConfirmed: boolean }[]>`
      SELECT email_verified_at IS NOT NULL AS "isConfirmed" FROM users WHERE email = ${email}`;
    return row?.isConfirmed ?? null;
  });

it("a person who is still to confirm is sent there before there is money", async () => {
  const agent = await registerUser(base, "first@verify.example");
  const products = await fetch(`${base}/api/products`);
  const [{ slug }] = (await products.json()).data;
  for (const place of [
    "/en/dashboard/deposits/create?amount=20",
    "/en/dashboard/offers/create",
    // Before the top-up form there is filled in.
    `/en/products/${slug}?buy=1`,
  ]) {
    const request = async () => {
      const init = { headers: { cookie: agent.cookieHeader }, redirect: "manual" } as const;
      return (await fetch(base + place, init)).headers.get("location");
    };
    // The web tier caches settings for a moment.
    await expect.poll(request).toBe(`/en/email/verify?redirect=${encodeURIComponent(place)}`);
  }
});
describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  let contexts: BrowserContext[] = [];
  let trouble: string[] = [];
  const suffix = isScripted ? "script" : "plain";

  const visit = async (): Promise<Page> => {
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    contexts.push(context);
    trouble = watchForTrouble(context);
    return context.newPage();
  };
  const open = async (page: Page, url: string) => {
    await page.goto(url.startsWith("http") ? url : base + url);
    if (isScripted) await waitForHydration(page);
  };
  const press = (page: Page, name: string) =>
    page.getByRole("main").getByRole("button", { name, exact: true }).click();
  const heading = (page: Page, name: string) =>
    page.getByRole("heading", { level: 1, name }).waitFor();
  afterEach(async () => {
    // Rejected forms are returned with 403, 422 or 429, which browsers log to the console.
    const unexpected = trouble.filter((line) => !/status of (?:403|422|429)/.test(line));
    for (const context of contexts) await context.close();
    contexts = [];
    expect(unexpected).toEqual([]);
  });

  it("who registers on the way to a page confirms the address, corrected, and gets there", async () => {
    const [typo, email] = [`typo-${suffix}@verify.example`, `right-${suffix}@verify.example`];
    const place = "/en/dashboard/deposits/create?amount=20";
    const page = await visit();
    await open(page, `/en/register?redirect=${encodeURIComponent(place)}`);
    const main = page.getByRole("main");
    await main.getByLabel("Email address").fill(typo);
    await main.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await main.getByLabel("Repeat the password").fill(PASSWORD);
    await main.getByRole("checkbox").check();
    await press(page, "Create account");
    await heading(page, "Verify your email address");
    await main.getByText(`An email is on its way to ${typo}.`).waitFor();
    // Not before the minute is over, and with an explanation.
    await main.getByText(/You can ask for another email in \d+ seconds\./).waitFor();
    await press(page, "Send the email again");
    await main
      .getByRole("alert")
      .getByText(/Please wait \d+ seconds before you ask for another email\./)
      .waitFor();
    const stale = await waitForLink(typo);
    await main.getByText("Wrong address?").click();
    await main.getByLabel("Email address").fill(email);
    await main.getByLabel("Current password").fill(PASSWORD);
    await press(page, "Save and send the link");
    await main.getByText(`An email is on its way to ${email}.`).waitFor();
    await main.getByRole("link", { name: "I have verified it" }).click();
    await main.getByText("Not verified yet.").waitFor();
    // The return path is kept throughout, and the link sent to the wrong mailbox is void.
    expect(new URL(page.url()).searchParams.get("redirect")).toBe(place);
    const elsewhere = await visit();
    await open(elsewhere, stale);
    await press(elsewhere, "Verify email address");
    await heading(elsewhere, "This link no longer works");
    await elsewhere.getByText("The verification link is invalid or has expired.").waitFor();
    // On another device, signed out. Just following the link, as mail scanners do, does not use it
    // up.
    const link = await waitForLink(email);
    await fetch(link);
    await open(elsewhere, link);
    expect(await isConfirmed(email)).toBe(false);
    await press(elsewhere, "Verify email address");
    await heading(elsewhere, "Email verified successfully");
    expect(await isConfirmed(email)).toBe(true);
    await elsewhere.getByRole("main").getByRole("link", { name: "Sign in" }).waitFor();
    await open(elsewhere, link);
    await press(elsewhere, "Verify email address");
    await heading(elsewhere, "Email already verified");
    await main.getByRole("link", { name: "I have verified it" }).click();
    await page.waitForURL(base + place);
  });

  it("in the browser where they are signed in, the link leads on to the place", async () => {
    const email = `here-${suffix}@verify.example`;
    const page = await visit();
    await addSession(page.context(), base, await registerUser(base, email));
    await withProductDatabase(
      (database) => database`
        UPDATE email_verifications SET mailed_at = now() - interval '1 minute' WHERE email = ${email}`,
    );
    await open(page, "/en/dashboard/offers/create");
    await heading(page, "Verify your email address");
    await press(page, "Send the email again");
    await page.getByRole("main").getByText("You can ask for another email").waitFor();
    await expect.poll(() => waitForLink(email)).toContain("redirect=");
    await open(page, await waitForLink(email));
    await press(page, "Verify email address");
    await heading(page, "Email verified successfully");
    await page.getByRole("main").getByRole("link", { name: "Continue" }).click();
    await page.waitForURL(`${base}/en/dashboard/offers/create`);
  });

  it("what was typed before the address had to be confirmed is there again once it is", async () => {
    const email = `typed-${suffix}@verify.example`;
    const page = await visit();
    await addSession(page.context(), base, await registerUser(base, email));
    const setConfirmed = (isNow: boolean) =>
      withProductDatabase(
        (database) => database`
          UPDATE users SET email_verified_at = ${isNow ? new Date() : null} WHERE email = ${email}`,
      );
    await setConfirmed(true);
    const place = "/en/dashboard/deposits/create?amount=20";
    await open(page, place);
    await page.getByLabel("Amount in EUR").fill("37.50");
    await typeContact(page, isScripted);
    await setConfirmed(false);
    await press(page, "Continue to payment");
    await heading(page, "Verify your email address");
    await setConfirmed(true);
    await page.getByRole("main").getByRole("link", { name: "I have verified it" }).click();
    await page.waitForURL(base + place);
    const note = "Your email address was not verified yet, so nothing was sent.";
    await page.getByRole("alert").filter({ hasText: note }).waitFor();
    expect(await page.getByLabel("Amount in EUR").inputValue()).toBe("37.50");
    expect(await page.getByLabel("City").inputValue()).toBe("Tallinn");
  });

  it("a confirmed address stays until the new one is confirmed too", async () => {
    const [email, next] = [`old-${suffix}@verify.example`, `new-${suffix}@verify.example`];
    const page = await visit();
    await addSession(page.context(), base, await registerUser(base, email));
    await withProductDatabase(
      (database) => database`UPDATE users SET email_verified_at = now() WHERE email = ${email}`,
    );
    await open(page, "/en/dashboard/profile");
    const form = page.getByRole("region", { name: "Your details" }).or(page.locator("#profile"));
    await form.getByLabel("Email address").fill(next);
    await form.getByLabel("Current password").fill(PASSWORD);
    await form.getByRole("button").last().click();
    await page.getByText(`A link is on its way to ${next}.`).waitFor();
    expect(await isConfirmed(email)).toBe(true);
    await open(page, await waitForLink(next));
    await press(page, "Verify email address");
    await heading(page, "Email verified successfully");
    expect([await isConfirmed(email), await isConfirmed(next)]).toEqual([null, true]);
  });
});

it("the legacy paths lead to the screens, with their query", async () => {
  for (const path of ["email/verify", "email/verify/success", "email/verify/already-success"]) {
    const response = await fetch(`${base}/${path}?a=b`, { redirect: "manual" });
    expect(response.headers.get("location")).toBe(`/en/${path}?a=b`);
  }
});

it.each(
  forRelease([
    { width: 360, colorScheme: "dark" as const, locale: "de" },
    { width: 1440, colorScheme: "light" as const, locale: "ar" },
  ]),
)("is whole at $width px, $colorScheme, in $locale", async (look) => {
  const { width, colorScheme, locale } = look;
  const context = await newVisitor(browser, { viewport: { width, height: 800 }, colorScheme });
  await addSession(context, base, await registerUser(base, `whole-${locale}@verify.example`));
  const page = await context.newPage();
  await page.goto(`${base}/${locale}/email/verify?checked=1`);
  await waitForHydration(page);
  await page.locator("details summary").last().click();
  await page.locator("main button[value=correct]").click();
  await page.locator("main [role=alert] a").first().waitFor();
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
  expect(await listFindings(page)).toEqual([]);
  await context.close();
});
