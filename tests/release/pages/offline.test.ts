import type { BrowserContext, Page } from "playwright";
import { beforeEach, expect, it } from "vitest";
import { purchaseHistoryResponseSchema } from "#api/contract/purchases.ts";
import en from "#locales/en.json" with { type: "json" };
import { newFirstVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { addSession, registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Without a network the page stays, with everything that was typed (docs/decisions/0022).

const base = workerProduct().url;
const browser = await openBrowser();
let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  context = await newFirstVisitor(browser);
  page = await context.newPage();
  return () => context.close();
});

async function openAndLose(path: string): Promise<void> {
  await page.goto(base + path);
  await waitForHydration(page);
  await lose();
}

async function lose(): Promise<void> {
  // The code that keeps forms is fetched when the page is idle.
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
}

const saysOffline = () =>
  page.getByRole("alert").filter({ hasText: en["shell.offline"], visible: true }).waitFor();

it("when a choice is made in the cookie notice", async () => {
  await openAndLose("/en/contact-us");
  await page.getByLabel("Your message").fill("Half a message");
  await page.locator("#cookies").getByRole("button", { name: "Accept all" }).click();
  await saysOffline();
  expect(page.url()).toBe(`${base}/en/contact-us`);
  expect(await page.getByLabel("Your message").inputValue()).toBe("Half a message");
});

it("when somebody signs out", async () => {
  await addSession(context, base, await signInUser(base, "buyer"));
  await openAndLose("/en/contact-us");
  await page.getByLabel("Your message").fill("Half a message");
  await page.locator(".account-menu summary").click();
  await page.getByRole("button", { name: "Log out" }).click();
  await saysOffline();
  expect(await page.getByLabel("Your message").inputValue()).toBe("Half a message");
});

it("when a form goes to another screen by its button alone", async () => {
  await openAndLose("/en/login");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Create an account" }).click();
  await saysOffline();
  expect(page.url()).toBe(`${base}/en/login`);
  expect(await page.getByLabel("Email").inputValue()).toBe("ada@example.com");
});

it("when an order is unlocked, or withdrawn from", async () => {
  const agent = await registerUser(base, `offline-${crypto.randomUUID().slice(0, 8)}@example.com`);
  await payDeposit(agent, 2_000);
  const response = await fetch(`${base}/api/products?sort=price_asc`);
  const [product] = (await response.json()).data;
  await agent.post("/api/purchase/prompt", { prompt_id: product.id });
  await addSession(context, base, agent);
  await page.goto(`${base}/en/dashboard`);
  await waitForHydration(page);
  await page.getByRole("link", { name: product.title, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: product.title });
  await dialog.getByRole("checkbox").check();
  await lose();
  for (const name of ["Withdraw, money to my balance", "Unlock it now"]) {
    await dialog.getByRole("button", { name }).click();
    await saysOffline();
    expect(await dialog.getByRole("checkbox").isChecked()).toBe(true);
    const note = page.getByRole("alert").filter({ hasText: en["shell.offline"], visible: true });
    await note.waitFor({ state: "detached" });
  }
  const history = await agent.get("/api/purchase/history");
  expect(history.as(purchaseHistoryResponseSchema).payload[0]?.status).not.toBe("refunded");
});

it("when a filter or the order of a list is changed, which shows what the list has", async () => {
  await openAndLose("/en/products?style=nebula");
  const articles = await page.getByRole("article").count();
  await page.getByRole("checkbox", { name: /Watercolour/ }).check();
  await saysOffline();
  await page.getByLabel("Sort by").selectOption({ label: "Price, low to high" });
  await expect.poll(() => page.getByLabel("Sort by").inputValue()).toBe("");
  expect(await page.getByRole("checkbox", { name: /Watercolour/ }).isChecked()).toBe(false);
  expect(await page.getByRole("checkbox", { name: /Nebula/ }).isChecked()).toBe(true);
  expect(await page.getByRole("article").count()).toBe(articles);
  expect(page.url()).toBe(`${base}/en/products?style=nebula`);
});

it("when a dialog is closed with Escape", async () => {
  await addSession(context, base, await signInUser(base, "buyer"));
  await openAndLose("/en/dashboard/profile?delete=1");
  await page.keyboard.press("Escape");
  await saysOffline();
  expect(await page.getByRole("dialog").isVisible()).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await page.keyboard.press("Escape");
  await page.waitForURL(`${base}/en/dashboard/profile`);
  await page.getByRole("dialog").waitFor({ state: "detached" });
});
