import { readFile } from "node:fs/promises";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/axe.ts";
import { closeVisitors, launchBrowser, watchForTrouble } from "#tests/setup/browser.ts";
import { open, type Somebody, signUp } from "#tests/setup/offer-screens.ts";
import { payDeposit } from "#tests/setup/refunds.ts";
import { workerProduct } from "#tests/setup/worker-product.ts";

// Withdrawing from a contract (Directive 2011/83/EU Art. 11a), and what the payment history shows of it.

const base = workerProduct().url;
const PATH = "/en/withdraw-from-contract";
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => closeVisitors(browser));

type Product = { id: number; title: string; price: string };

/** Buys the cheapest product, without consent to delivery at once. */
async function buyCheapest({ agent }: Somebody): Promise<Product> {
  await payDeposit(agent, 2_000);
  const response = await fetch(`${base}/api/products?sort=price_asc`);
  const [product] = (await response.json()).data;
  const bought = await agent.post("/api/purchase/prompt", { prompt_id: product.id });
  if (bought.status !== 200) throw new Error(bought.text);
  return product;
}

describe.each([
  { name: "with JavaScript", isScripted: true },
  { name: "without JavaScript", isScripted: false },
])("$name", ({ isScripted }) => {
  it("a member withdraws from a purchase in two steps, and sees the money come back", async () => {
    const member = await signUp(browser, base, isScripted);
    const { page, context } = member;
    const trouble = watchForTrouble(context);
    const product = await buyCheapest(member);

    await open(member, `${base}/en`);
    await page.getByRole("link", { name: "Withdraw from contract" }).click();
    await page.waitForURL(base + PATH);
    await page.getByRole("link", { name: product.title }).click();
    await page.waitForURL(/\?order=\d+$/);
    const main = page.getByRole("main");
    expect(await main.getByLabel("Email", { exact: true }).inputValue()).toBe(member.email);
    await main.getByLabel("Your name").fill("Mari Tamm");
    await main.getByRole("radio", { name: "To my balance" }).check();
    await page.getByRole("button", { name: "Next" }).click();

    const confirm = page.getByRole("button", { name: "Confirm withdrawal" });
    await confirm.waitFor();
    const title = page.getByRole("heading", { level: 1 });
    if (isScripted) {
      await expect.poll(() => title.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await listFindings(page)).toEqual([]);
    }
    expect(await main.innerText()).toContain("Mari Tamm");
    await confirm.click();
    await page.waitForURL(/\?received=/);
    await page.getByRole("status").first().waitFor();

    await open(member, `${base}/en/dashboard`);
    await page.getByRole("link", { name: product.title, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: product.title });
    await dialog.getByText("Refunded").waitFor();
    expect(await dialog.getByRole("button", { name: "Download" }).count()).toBe(0);

    await open(member, `${base}/en/dashboard/payments`);
    const rows = page.getByRole("table").getByRole("row");
    const lines = (await rows.allInnerTexts()).slice(1).map((line) => line.replaceAll(/\s+/g, " "));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/Refund.*20\.00 credits$/);
    expect(lines[1]).toMatch(/Purchase.*−/);
    expect(lines[2]).toMatch(/Deposit.*\+20\.00 credits.*20\.00 credits$/);
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download as CSV" }).click(),
    ]);
    const csv = await readFile(await download.path(), "utf8");
    expect(csv.trim().split("\r\n")).toHaveLength(4);
    expect(trouble).toEqual([]);
    await context.close();
  });
});
