import { afterAll, describe, expect, it } from "vitest";
import { checkoutResponseSchema } from "#api/contract/deposits.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { closeVisitors, openBrowser, watchForTrouble } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { open, type Somebody, signUp } from "#tests/setup/browser/offer-screens.ts";
import { fillDeposit } from "#tests/setup/money/top-up.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// A payer leaves the payment company's page, and finds the deposit in the lists.

const base = workerProduct().url;
const browser = await openBrowser();
afterAll(() => closeVisitors(browser));

/** Starts a deposit of 10.00, and leaves its page. */
async function leave({ agent }: Somebody) {
  const checkout = await agent.post("/api/deposit/checkout", fillDeposit());
  const { order_id, redirect_url } = checkout.as(checkoutResponseSchema);
  const url = redirect_url ?? "";
  return { id: String(order_id), url, token: url.split("/").at(-1) ?? "" };
}

const button = ({ page }: Somebody, name: RegExp) =>
  page.getByRole("main").getByRole("button", { name });
const continues = (member: Somebody) => button(member, /^Continue payment/);
const cancels = (member: Somebody) => button(member, /^Cancel/);
const row = ({ page }: Somebody, text: string) =>
  page.getByRole("table").getByRole("row").filter({ hasText: text });

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it.each(["payments", "deposits"])("%s lead back to that very page, or close it", async (list) => {
    const member = await signUp(browser, base, isScripted);
    const { page, context } = member;
    const trouble = watchForTrouble(context);
    const left = await leave(member);
    await open(member, `${base}/en/dashboard/${list}`);
    await row(member, "Pending").waitFor();
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await continues(member).click();
    await page.waitForURL(left.url);
    await page.getByRole("button", { name: "Pay", exact: true }).waitFor();

    await open(member, `${base}/en/dashboard/${list}?from=2020-01-01`);
    // An impatient double click is one cancellation.
    await cancels(member).dblclick();
    await page.getByText("The payment was cancelled. No money was taken.").waitFor();
    await row(member, "Cancelled").waitFor();
    expect(page.url()).toBe(`${base}/en/dashboard/${list}?from=2020-01-01`);
    expect(await page.getByRole("table").getByRole("button").count()).toBe(0);

    await open(member, left.url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByRole("button", { name: "Pay", exact: true }).count()).toBe(0);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("what was paid in another tab is credited, whichever button is pressed here", async () => {
    for (const press of [continues, cancels]) {
      const member = await signUp(browser, base, isScripted);
      const { page, agent, context } = member;
      const { token } = await leave(member);
      await open(member, `${base}/en/dashboard/payments`);
      await agent.post(`/api/sandbox/payments/${token}`, { decision: "pay" });
      await press(member).click();
      await page.waitForURL(/\/en\/success-payment\?order_id=\d+$/);
      await page.getByRole("heading", { name: "Payment successful" }).waitFor();
      await open(member, `${base}/en/dashboard/payments`);
      await row(member, "Success").waitFor();
      expect(await page.getByRole("table").getByRole("button").count()).toBe(0);
      await context.close();
    }
  });

  it("the payment company's own way back offers the same, as nothing has failed", async () => {
    const member = await signUp(browser, base, isScripted);
    const { page, context } = member;
    const { id, url } = await leave(member);
    const back = `${base}/en/fail-payment?error=payment_canceled&again=${id}`;
    await open(member, back);
    await page.getByRole("heading", { name: "You left the payment page" }).waitFor();
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await continues(member).click();
    await page.waitForURL(url);
    await open(member, back);
    await cancels(member).click();
    await page.waitForURL(`${base}/en/dashboard/deposits`);
    await row(member, "Cancelled").waitFor();
    await open(member, back);
    await page.getByRole("heading", { name: "Payment cancelled" }).waitFor();
    expect(await continues(member).count()).toBe(0);
    await context.close();
  });

  it("another member's deposit is not found, and stays as it is", async () => {
    const owner = await signUp(browser, base, isScripted);
    const theirs = await leave(owner);
    const member = await signUp(browser, base, isScripted);
    const { page } = member;
    await leave(member);
    for (const press of [continues, cancels]) {
      await open(member, `${base}/en/dashboard/payments`);
      await press(member).evaluate((element, id) => element.setAttribute("value", id), theirs.id);
      await press(member).click();
      await page.waitForURL(`${base}/en/404`);
    }
    await open(owner, `${base}/en/dashboard/payments`);
    await row(owner, "Pending").waitFor();
    expect(await page.content()).not.toContain(theirs.token);
    await Promise.all([owner.context.close(), member.context.close()]);
  });
});
