import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { purchaseHistoryResponseSchema } from "#api/contract/purchases.ts";
import { giveCredits } from "#tests/factories.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser, waitForHydration, watchForTrouble } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { open, type Somebody, signUp, skipChecks } from "#tests/setup/browser/offer-screens.ts";
import { findLink, readOutbox } from "#tests/setup/mail-reading.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Withdrawing from a contract (Directive 2011/83/EU Art. 11a), and its entries in the payment
// history.

const { url: base, outbox } = workerProduct();
const PATH = "/en/withdraw-from-contract";
const browser = await openBrowser();

type Product = { id: number; title: string; price: string };

/** Buys the cheapest product from a deposit, without consent to immediate delivery. */
async function buyCheapest({ agent }: Somebody): Promise<Product> {
  await payDeposit(agent, 2_000);
  return buyFromBalance({ agent });
}

async function buyFromBalance({ agent }: Pick<Somebody, "agent">): Promise<Product> {
  const response = await fetch(`${base}/api/products?sort=price_asc`);
  const [product] = (await response.json()).data;
  const bought = await agent.post("/api/purchase/prompt", { prompt_id: product.id });
  if (bought.status !== 200) throw new Error(bought.text);
  return product;
}

/** Ends the withdrawal period of the member's order, with a statement that was sent in time. */
function stateInTime({ email }: { email: string }) {
  return withProductDatabase(async (database) => {
    await database`
      UPDATE orders SET created_at = now() - interval '30 days'
      WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
    await database`
      INSERT INTO withdrawals (operation_id, number, status, user_id, subject, contract, destination,
        name, email, locale, received_at)
      SELECT ${randomUUID()}, 'W-' || orders.id, 'review', user_id, 'order', orders.id::text,
        'wallet', 'Mari Tamm', ${email}, 'en', now() - interval '29 days'
      FROM orders WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
  });
}

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
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
    if (isScripted) {
      expect(await listFindings(page)).toEqual([]);
      const prefilled = page.url();
      await main.getByLabel("Order number").fill("");
      // The deposit has saved its name in the profile.
      await main.getByLabel("Your name").fill("");
      await skipChecks(page);
      await page.getByRole("button", { name: "Next" }).click();
      // All missing values are reported at once.
      const alert = main.getByRole("alert");
      await alert.getByRole("link", { name: /^Please give the order number/ }).waitFor();
      await alert.getByRole("link", { name: "Full name is required" }).waitFor();
      expect(await listFindings(page)).toEqual([]);
      await open(member, prefilled);
    }
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
    await page.getByText("The money is back in your balance.").waitFor();
    await page.reload();
    await page.getByText("The money is back in your balance.").waitFor();
    // Before scripts run, going back only changes the address, and the page is loaded later.
    if (isScripted) await waitForHydration(page);
    // The previous step is a separate page: going back sends nothing, and nothing fails.
    await page.goBack();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get("step")).toBe("review");

    await open(member, `${base}/en/dashboard`);
    await page.getByRole("link", { name: product.title, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: product.title });
    await dialog.getByRole("heading", { name: "Refunded" }).waitFor();
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
    // The incomplete form was returned with 422, which browsers log.
    expect(trouble.filter((line) => !/status of 422/.test(line))).toEqual([]);
    await context.close();
  });

  it("a member withdraws from an order that is not open with one press", async () => {
    const member = await signUp(browser, base, isScripted);
    const { page, context } = member;
    const trouble = watchForTrouble(context);
    const product = await buyCheapest(member);
    await open(member, `${base}/en/dashboard`);
    await page.getByRole("link", { name: product.title, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: product.title });
    await dialog.getByRole("heading", { name: "Withdraw from contract" }).waitFor();
    await dialog.getByRole("button", { name: "Withdraw, money to my balance" }).click();
    await page.waitForURL(/\?received=W-/);
    await page.getByText("The money is back in your balance.").waitFor();
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await open(member, `${base}/en/dashboard`);
    expect(await page.getByTestId("balance").innerText()).toMatch(/^20\.00/);
    const card = page.getByRole("article").filter({ hasText: product.title });
    expect(await card.innerText()).toContain("Refunded");
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("a receipt that the shop has not issued confirms nothing, whatever its address says", async () => {
    const member = await signUp(browser, base, isScripted);
    const { page, context } = member;
    const query = "received=W-FAKEFAKE&outcome=wallet&at=2026-11-30T02:14:00.802Z";
    await open(member, `${base}${PATH}?${query}`);
    await page.getByRole("button", { name: "Next" }).waitFor();
    expect(await page.getByRole("main").innerText()).not.toMatch(
      /FAKE|We have received|back in your balance/,
    );
    await context.close();
  });

  it("a member who paid with credits of the platform is offered the balance alone", async () => {
    const member = await signUp(browser, base, isScripted);
    const { page, context } = member;
    await withProductDatabase(async (database) => {
      const [user] = await database<{ id: number }[]>`
        SELECT id FROM users WHERE email = ${member.email}`;
      await giveCredits(database, user?.id ?? 0, 2_000);
    });
    const product = await buyFromBalance(member);
    await open(member, `${base}${PATH}`);
    const main = page.getByRole("main");
    expect(await main.getByRole("radio", { name: "Back the way I paid" }).count()).toBe(0);
    expect(await main.getByRole("radio", { name: "To my balance" }).isChecked()).toBe(true);
    await open(member, `${base}/en/dashboard`);
    await page.getByRole("link", { name: product.title, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: product.title });
    const withdraw = dialog.getByRole("button", { name: /^Withdraw/ });
    await withdraw.waitFor();
    expect(await withdraw.allInnerTexts()).toEqual(["Withdraw, money to my balance"]);
    await dialog.getByText("The money goes to your balance").waitFor();
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await withdraw.click();
    await page.getByText("The money is back in your balance.").waitFor();
    await context.close();
  });

  it("a guest confirms by the link of the receipt, and not before is anything refunded", async () => {
    const member = await signUp(browser, base, isScripted);
    const product = await buyCheapest(member);
    const history = await member.agent.get("/api/purchase/history");
    const [order] = history.as(purchaseHistoryResponseSchema).payload;
    await member.context.clearCookies();
    const { page, email } = member;
    await open(member, base + PATH);
    const main = page.getByRole("main");
    await main.getByLabel("Order number").fill(String(order?.id));
    await main.getByLabel("Your name").fill("Mari Tamm");
    await main.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Confirm withdrawal" }).click();
    await page.waitForURL(/outcome=link/);
    expect(order?.title).toBe(product.title);
    expect(await balanceOf(member.agent)).not.toBe(2_000);
    const mails = async () =>
      (await readOutbox(outbox)).filter(
        ({ headers, text }) =>
          headers.to === email && text.includes("/withdraw-from-contract/confirm"),
      );
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(1);
    const [mail] = await mails();
    const link = findLink(mail?.text ?? "", "/withdraw-from-contract/confirm");
    // A link with another key redirects instead of asking.
    await open(member, link.href.replace(/key=.{4}/, "key=none"));
    await page.getByRole("button", { name: "Yes, I am withdrawing" }).click();
    await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
    expect(await main.getByRole("link").allInnerTexts()).toEqual([
      "Withdraw from contract",
      "Write to us",
    ]);
    await open(member, link.href);
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Yes, I am withdrawing" }).click();
    await page.waitForURL(/outcome=source/);
    await page.getByText("The money is on its way back").waitFor();
    const after = await member.agent.get("/api/purchase/history");
    expect(after.as(purchaseHistoryResponseSchema).payload[0]).toMatchObject({
      status: "refunded",
    });
    // A guest has no payments to see.
    expect(await main.getByRole("link").count()).toBe(0);
    // The other decision comes too late, and the page says so.
    await open(member, link.href);
    await page.getByRole("button", { name: "No, it was not me" }).click();
    await page.getByRole("status").filter({ hasText: "the first decision stands" }).waitFor();
    await page.getByRole("heading", { name: "This withdrawal has been decided already" }).waitFor();
    await main.getByRole("link", { name: "Write to us" }).waitFor();
    await member.context.close();
  });

  it("Back after a statement does not say that nothing has been sent", async () => {
    const context = await browser.newContext({ javaScriptEnabled: isScripted });
    const page = await context.newPage();
    await page.goto(base + PATH);
    if (isScripted) await waitForHydration(page);
    const main = page.getByRole("main");
    await main.getByLabel("Order number").fill("77");
    await main.getByLabel("Your name").fill("Mari Tamm");
    await main.getByLabel("Email", { exact: true }).fill("mari@example.com");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Nothing has been sent yet.").waitFor();
    await page.getByRole("button", { name: "Confirm withdrawal" }).click();
    await page.getByRole("heading", { name: "We have received your withdrawal" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Withdraw from contract" }).waitFor();
    expect(await page.getByText("Nothing has been sent yet.").count()).toBe(0);
    await context.close();
  });

  it("an undecided withdrawal keeps an order locked, until its buyer agrees to delivery", async () => {
    const member = await signUp(browser, base, isScripted);
    const { page, context } = member;
    const trouble = watchForTrouble(context);
    const product = await buyCheapest(member);
    await stateInTime(member);
    await open(member, `${base}/en/dashboard`);
    await page.getByRole("link", { name: product.title, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: product.title });
    await dialog.getByText("has not been decided yet").waitFor();
    expect(await dialog.getByRole("button", { name: /^(Withdraw|Download)/ }).count()).toBe(0);
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Unlock it now" }).click();
    await dialog.getByRole("button", { name: "Download" }).waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });
});

it("a statement whose response is lost stays as it was typed, and before it is sent", async () => {
  const member = await signUp(browser, base);
  const { page } = member;
  await open(member, base + PATH);
  const main = page.getByRole("main");
  await main.getByLabel("Order number").fill("7");
  await main.getByLabel("Your name").fill("Mari Tamm");
  await page.route("**/withdraw-from-contract.data", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 nginx</h1>" }),
  );
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("alert").first().waitFor();
  expect(await main.getByLabel("Your name").inputValue()).toBe("Mari Tamm");
  await page.unroute("**/withdraw-from-contract.data");
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForURL(/step=review$/);
  await member.context.close();
});
