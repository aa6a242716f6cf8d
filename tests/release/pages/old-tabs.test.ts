import { describe, expect, it } from "vitest";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { depositHistoryResponseSchema } from "#api/contract/deposits.ts";
import { purchaseHistoryResponseSchema, purchaseResponseSchema } from "#api/contract/purchases.ts";
import { parseAmount } from "#domain/money.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { typeContact } from "#tests/setup/browser/forms.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import {
  open,
  type Somebody,
  signIn,
  signInAgain,
  signUp,
} from "#tests/setup/browser/offer-screens.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// A tab that has been open since yesterday: typed values stay, and money moves once or not at all.
// offers.test.ts has the same test for the bank form, buying.test.ts for new prices.

const base = workerProduct().url;
const SLUG = "nine-peaks-breathing";
const RESTORED = "Your session was over, so nothing was sent. What you typed is still here.";
const browser = await openBrowser();

type Visitor = Somebody & { email: string };

async function typeDeposit({ page, isScripted }: Visitor): Promise<void> {
  await page.getByLabel("Amount in EUR").fill("35.50");
  await typeContact(page, isScripted);
}

/** Ends the session at the server, as it expires after two hours. */
async function endSession({ agent }: Visitor): Promise<void> {
  expect((await agent.post("/api/logout", {})).status).toBe(200);
}

/** Tops up 100.00 and buys the cheapest product; `cents` is its price. */
async function buyCheapest({ agent }: Visitor, consent?: typeof CONSENT) {
  await payDeposit(agent, 10_000);
  const list = await agent.get("/api/products?sort=price_asc");
  const [product] = list.as(productListResponseSchema).data;
  const body = { prompt_id: product?.id, consent };
  const bought = await agent.post("/api/purchase/prompt", body);
  const { order } = bought.as(purchaseResponseSchema).payload;
  return { order: order.id, cents: parseAmount(product?.price ?? "") ?? 0 };
}

/** Returns the ledger's balance in internal cents. */
async function balanceOf({ email }: Visitor): Promise<number> {
  const [wallet] = await withProductDatabase(
    (sql) => sql<{ cents: number }[]>`
      SELECT balance_cents AS cents FROM ledger_accounts JOIN users ON users.id = user_id
      WHERE kind = 'wallet' AND email = ${email}`,
  );
  return wallet?.cents ?? 0;
}

/** Counts the records of the browser's own session. */
async function count({ context }: Visitor) {
  const headers = { referer: `${base}/` };
  const read = async (path: string) => (await context.request.get(base + path, { headers })).json();
  const deposits = depositHistoryResponseSchema.parse(await read("/api/deposit/history"));
  const orders = purchaseHistoryResponseSchema.parse(await read("/api/purchase/history"));
  return { deposits: deposits.payload.length, orders: orders.payload.length };
}

const setStatus = (status: string) =>
  withProductDatabase((sql) => sql`UPDATE products SET status = ${status} WHERE slug = ${SLUG}`);

describe.each(PLAIN_FIRST)("a tab of yesterday $name", ({ isScripted }) => {
  it.each([
    {
      form: "the deposit form",
      path: "/en/dashboard/deposits/create",
      send: "Continue to payment",
    },
    { form: "the deposit modal", path: `/en/products/${SLUG}?buy=1`, send: "Continue and pay" },
  ])("keeps what was typed into $form, and opens one deposit", async ({ path, send }) => {
    const visitor = await signUp(browser, base, isScripted);
    const { page } = visitor;
    const main = page.getByRole("main");
    await open(visitor, base + path);
    await typeDeposit(visitor);
    await endSession(visitor);
    await main.getByRole("button", { name: send }).click();
    await signInAgain(visitor);
    await main.getByRole("alert").filter({ hasText: RESTORED }).waitFor();
    expect(await main.getByLabel("Amount in EUR").inputValue()).toBe("35.50");
    expect(await main.getByLabel("Post code").inputValue()).toBe("10123");
    expect(await count(visitor)).toEqual({ deposits: 0, orders: 0 });
    await main.getByRole("button", { name: send }).click();
    await page.waitForURL(/\/sandbox-payment\//);
    expect(await count(visitor)).toEqual({ deposits: 1, orders: 0 });
    // The kept values are gone: the form is empty.
    await open(visitor, base + path);
    expect(await main.getByRole("alert").count()).toBe(0);
    await visitor.context.close();
  });

  it("buys once after a sign-in, and needs no token of the old session", async () => {
    const visitor = await signUp(browser, base, isScripted);
    const { page, context, agent } = visitor;
    await payDeposit(agent, 10_000);
    await open(visitor, `${base}/en/products/${SLUG}?buy=1`);
    await context.clearCookies({ name: "XSRF-TOKEN" });
    await endSession(visitor);
    const buy = page.getByRole("main").getByRole("button", { name: /^Buy and pay/ });
    await buy.click();
    await signInAgain(visitor);
    await buy.waitFor();
    expect(await count(visitor)).toEqual({ deposits: 1, orders: 0 });
    await buy.click();
    await page.waitForURL(/\/dashboard\?order=\d+/);
    expect(await count(visitor)).toEqual({ deposits: 1, orders: 1 });
    await context.close();
  });

  it("says that the product is not for sale any more, and takes nothing", async () => {
    const visitor = await signUp(browser, base, isScripted);
    const { page, context, agent } = visitor;
    await payDeposit(agent, 10_000);
    await open(visitor, `${base}/en/products/${SLUG}?buy=1`);
    try {
      await setStatus("withdrawn");
      await page
        .getByRole("main")
        .getByRole("button", { name: /^Buy and pay/ })
        .click();
      await page.getByRole("heading", { name: "No longer for sale" }).waitFor();
    } finally {
      await setStatus("published");
    }
    expect(await count(visitor)).toEqual({ deposits: 1, orders: 0 });
    await context.close();
  });

  it("generates the picture that was chosen, and moves no money", async () => {
    const visitor = await signUp(browser, base, isScripted);
    const { page, context } = visitor;
    const { cents } = await buyCheapest(visitor, CONSENT);
    await open(visitor, `${base}/en/products/generate`);
    const main = page.getByRole("main");
    const format = main.getByLabel("Format");
    await format.selectOption("png");
    await endSession(visitor);
    const generate = main.getByRole("button", { name: "Generate picture" });
    await generate.click();
    await signInAgain(visitor);
    await generate.waitFor();
    expect(await format.inputValue()).toBe("png");
    const [zip] = await Promise.all([page.waitForEvent("download"), generate.click()]);
    expect(zip.suggestedFilename()).toMatch(/\.zip$/);
    expect(await balanceOf(visitor)).toBe(10_000 - cents);
    await context.close();
  });

  it("states a withdrawal without a session, and nothing moves before the mailbox confirms it", async () => {
    const visitor = await signUp(browser, base, isScripted);
    const { page, context } = visitor;
    const { cents, order } = await buyCheapest(visitor);
    await open(visitor, `${base}/en/withdraw-from-contract?order=${order}`);
    const main = page.getByRole("main");
    await main.getByLabel("Your name").fill("Mari Tamm");
    await main.getByRole("radio", { name: "To my balance" }).check();
    await endSession(visitor);
    await page.getByRole("button", { name: "Next" }).click();
    const confirm = page.getByRole("button", { name: "Confirm withdrawal" });
    await confirm.waitFor();
    await (isScripted ? confirm.dblclick() : confirm.click());
    await page.waitForURL(/\?received=/);
    expect(await balanceOf(visitor)).toBe(10_000 - cents);
    await context.close();
  });

  it("of the staff moves nothing: without a session their screens are not there", async () => {
    const buyer = await signUp(browser, base, isScripted);
    const { cents, order } = await buyCheapest(buyer);
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff/orders/${order}/refund?amount=1.00`);
    const plan = page.getByRole("region", { name: "This will happen" });
    await plan.getByLabel("Reason").fill("A stain");
    await staff.context.clearCookies();
    await plan.getByRole("button", { name: /^Refund 1\.00/ }).click();
    await page.waitForURL(`${base}/en/404`);
    expect(await balanceOf(buyer)).toBe(10_000 - cents);
    await Promise.all([staff.context.close(), buyer.context.close()]);
  });
});
