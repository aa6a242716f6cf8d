import type { BrowserContext, Page } from "playwright";
import { afterEach, describe, expect, it } from "vitest";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import en from "#locales/en.json" with { type: "json" };
import { createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { addSession, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Deleting an account with orders that can still be withdrawn from.

const base = workerProduct().url;
const DIALOG = "/en/dashboard/profile?delete=1";
const browser = await openBrowser();

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  let context: BrowserContext;
  let trouble: string[];
  afterEach(async () => {
    // A rejected form is returned with 422, which browsers log to the console.
    const unexpected = trouble.filter((line) => !/status of 422/.test(line));
    await context.close();
    expect(unexpected).toEqual([]);
  });

  /**
   * Creates a member with no balance left and one order of each of these products, without consent.
   */
  const openAsBuyer = async (count: number) => {
    const member = await withProductDatabase((database) => createUser(database));
    const agent = await signInUser(base, member.email, PASSWORD);
    const listed = (await agent.get("/api/products")).as(productListResponseSchema);
    const products = listed.data.slice(0, count);
    const cents = (index: number) => Math.round(Number(products[index]?.price) * 100);
    const totalCents = products.reduce((sum, _, index) => sum + cents(index), 0);
    await withProductDatabase((database) => giveCredits(database, member.id, totalCents));
    const orderIds: string[] = [];
    for (const { id } of products) {
      const bought = await agent.post("/api/purchase/prompt", { prompt_id: id });
      orderIds.push(String(bought.as(purchaseResponseSchema).payload.order.id));
    }
    context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    trouble = watchForTrouble(context);
    await addSession(context, base, agent);
    return { page: await context.newPage(), agent, orderIds, totalCents, firstCents: cents(0) };
  };
  const open = async (page: Page, path: string) => {
    await page.goto(base + path);
    if (isScripted) await waitForHydration(page);
    return page.getByRole("dialog", { name: "Delete your account?" });
  };
  const credits = (cents: number) => `${(cents / 100).toFixed(2)} credits`;
  const withdraw = (agent: ApiAgent, contract: string) =>
    agent.post("/api/withdrawals", {
      operation_id: crypto.randomUUID(),
      name: "Bea Buyer",
      email: "bea@example.com",
      subject: "order",
      destination: "wallet",
      contract,
    });

  it("names them with their sum, and gives it up at the amount that was seen", async () => {
    const { page, agent, orderIds, totalCents, firstCents } = await openAsBuyer(2);
    const dialog = await open(page, DIALOG);
    const orders = dialog.getByRole("listitem").getByRole("link");
    const paths = await orders.evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute("href") ?? "", location.href).search),
    );
    expect(paths.sort()).toEqual(orderIds.map((id) => `?order=${id}`).sort());
    const confirm = async () => {
      await dialog.getByLabel("Your password").fill(PASSWORD);
      await dialog.getByRole("button", { name: "Delete permanently" }).click();
    };
    const forfeit = (cents: number) =>
      dialog.getByLabel(
        `I give up the refund of ${credits(cents)} that I could still get for my purchases.`,
      );
    await forfeit(totalCents).waitFor();
    await confirm();
    const alert = dialog.getByRole("alert");
    await alert
      .getByRole("link", { name: "Please confirm that you give up this money." })
      .waitFor();

    // Withdrawn in another window, which changes the amounts.
    expect((await withdraw(agent, orderIds[0] ?? "")).status).toBe(200);
    await forfeit(totalCents).check();
    await confirm();
    await alert
      .getByRole("link", {
        name: "The purchases you can withdraw from have changed. Please check them again.",
      })
      .waitFor();
    const changed = dialog.getByLabel(
      `I give up my balance of ${credits(firstCents)}. ` +
        `I give up the refund of ${credits(totalCents - firstCents)} ` +
        "that I could still get for my purchases.",
    );
    await changed.check();
    await confirm();
    await page.waitForURL(/\/en$/);
    await page.getByRole("status").filter({ hasText: "Your account has been deleted." }).waitFor();
  });

  it("gives up nothing that was not named when the box was ticked", async () => {
    const { page, agent, orderIds, totalCents } = await openAsBuyer(1);
    expect((await withdraw(agent, orderIds[0] ?? "")).status).toBe(200);
    const dialog = await open(page, DIALOG);
    await dialog.getByLabel(`I give up my balance of ${credits(totalCents)}.`).check();
    const confirm = async (password: string) => {
      await dialog.getByLabel("Your password").fill(password);
      await dialog.getByRole("button", { name: "Delete permanently" }).click();
    };
    // Topped up and spent in another window, which leaves the balance unchanged.
    const { id } = await readProfile(agent);
    await withProductDatabase((database) => giveCredits(database, Number(id), totalCents));
    const listed = (await agent.get("/api/products")).as(productListResponseSchema);
    const bought = await agent.post("/api/purchase/prompt", { prompt_id: listed.data[0]?.id });
    expect(bought.status).toBe(200);
    await confirm("not the password");
    const alert = dialog.getByRole("alert");
    await alert.getByRole("link", { name: en["errors.password_incorrect"] }).waitFor();
    await page.waitForLoadState("networkidle");
    await confirm(PASSWORD);
    await alert.getByRole("link", { name: en["errors.orders_changed"] }).waitFor();
    const both = dialog.getByLabel(/I give up my balance .* I give up the refund of/);
    await both.check();
    await confirm(PASSWORD);
    await page.waitForURL(/\/en$/);
  });

  it("lists those that wait for a decision apart, and offers no way to take it back", async () => {
    const { page, agent, totalCents } = await openAsBuyer(1);
    expect((await withdraw(agent, "The lighthouse")).status).toBe(200);
    const { id } = await readProfile(agent);
    await withProductDatabase(async (database) => {
      await database`
        UPDATE orders SET created_at = now() - interval '30 days' WHERE user_id = ${Number(id)}`;
      await database`
        UPDATE withdrawals SET received_at = now() - interval '29 days'
        WHERE user_id = ${Number(id)}`;
    });
    const dialog = await open(page, DIALOG);
    await dialog.getByText("has not been decided yet").waitFor();
    const order = dialog.getByRole("listitem");
    expect([await order.count(), await order.getByRole("link").count()]).toEqual([1, 0]);
    await order.getByText(credits(totalCents)).waitFor();
    expect(await dialog.getByText("You can still get").count()).toBe(0);
    expect(await dialog.getByRole("link", { name: "Withdraw from contract" }).count()).toBe(0);
    const forfeit = `I give up any refund to my balance, up to ${credits(totalCents)}, for the`;
    await dialog.getByLabel(forfeit).check();
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Delete permanently" }).click();
    await page.waitForURL(/\/en$/);
  });

  it("leads to the order, to withdraw from it first", async () => {
    const { page, orderIds } = await openAsBuyer(1);
    const dialog = await open(page, DIALOG);
    await dialog.getByRole("listitem").getByRole("link").click();
    await page.waitForURL(`${base}/en/dashboard?order=${orderIds[0]}`);
    await page.getByRole("button", { name: "Withdraw, money to my balance" }).waitFor();
    await open(page, DIALOG);
    await dialog.getByRole("link", { name: "Withdraw from contract" }).click();
    await page.waitForURL(`${base}/en/withdraw-from-contract`);
  });
});
