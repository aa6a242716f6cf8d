import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { newVisitor, openBrowser } from "#tests/setup/browser/browser.ts";
import { BOTH_MODES } from "#tests/setup/browser/modes.ts";
import { open, signUp } from "#tests/setup/browser/offer-screens.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// A message whose response was lost, or not awaited, can be sent again and is stored once.

const base = workerProduct().url;
const browser = await openBrowser();

async function typeMessage(page: Page, message: string): Promise<void> {
  const main = page.getByRole("main");
  await main.getByLabel("First name", { exact: true }).fill("Mari");
  await main.getByLabel("Email", { exact: true }).fill("mari@example.com");
  await main.getByLabel("Your message", { exact: true }).fill(message);
}

const send = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: "Send message" }).click();

/** Returns the reference that the page confirms. */
async function readReference(page: Page): Promise<string | null> {
  await page.waitForURL(/\/en\/contact-us\?sent=[\dA-Z]{4}-[\dA-Z]{4}&signature=/);
  return new URL(page.url()).searchParams.get("sent");
}

const listStored = (message: string) =>
  withProductDatabase(
    (sql) => sql<{ reference: string; isMembers: boolean }[]>`
      SELECT reference, user_id IS NOT NULL AS "isMembers" FROM contact_messages
      WHERE message = ${message}`,
  );

/** Lets the next POST of the contact form take effect, and loses the response. */
async function loseNext(page: Page, isScripted: boolean): Promise<void> {
  let isLost = false;
  await page.route(/\/contact-us/, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch({ maxRedirects: 0 });
    // A browser without scripts stays on the page.
    const lost = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };
    await route.fulfill(isScripted ? lost : { status: 204 });
  });
}

async function openAs(who: "guest" | "member", isScripted: boolean) {
  if (who === "member") return signUp(browser, base, isScripted);
  const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
  return { context, page: await context.newPage(), isScripted };
}

describe.each(BOTH_MODES)("$name", ({ isScripted }) => {
  it.each(["guest", "member"] as const)("a message of a %s is stored once", async (who) => {
    const somebody = await openAs(who, isScripted);
    const { page, context } = somebody;
    await open(somebody, `${base}/en/contact-us`);
    const message = `Where is my order ${randomUUID()}?`;
    await typeMessage(page, message);
    await loseNext(page, isScripted);
    const lost = page.waitForResponse((response) => response.request().method() === "POST");
    await send(page);
    await lost;
    if (isScripted) await page.getByText(en["errors.contact_failed"]).first().waitFor();
    await send(page);
    const reference = await readReference(page);
    expect([...(await listStored(message))]).toEqual([{ reference, isMembers: who === "member" }]);
    await context.close();
  });
});

it("is one message although another form of the page was sent before its response", async () => {
  const context = await newVisitor(browser);
  const page = await context.newPage();
  await open({ page, isScripted: true }, `${base}/en/contact-us`);
  const message = `Where is my order ${randomUUID()}?`;
  await typeMessage(page, message);
  let isStored = () => {};
  const stored = new Promise<void>((resolve) => {
    isStored = resolve;
  });
  await page.route(
    /\/contact-us/,
    async (route) => {
      // It takes effect, but its response never arrives.
      await route.fetch({ maxRedirects: 0 });
      isStored();
    },
    { times: 1 },
  );
  await send(page);
  await stored;
  await page.getByRole("button", { name: en["cookies.all"], exact: true }).click();
  await page.locator("#cookies").waitFor({ state: "detached" });
  await send(page);
  const reference = await readReference(page);
  expect([...(await listStored(message))]).toEqual([{ reference, isMembers: false }]);
  await context.close();
});
