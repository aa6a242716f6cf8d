import type { Locator, Page } from "playwright";
import { afterEach, beforeEach, expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { listTreeFaults } from "#tests/setup/browser/accessibility-tree.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { newTitle, open, signIn } from "#tests/setup/browser/offer-screens.ts";
import { employ, setLimit, setPayoutLimit } from "#tests/setup/browser/two-people.ts";
import { confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import { openDeposit } from "#tests/setup/money/top-up.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { createOffer, priceOffer } from "#tests/setup/product/product-offers.ts";
import { registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Actions that need a second person, by two people without a mouse.

const base = workerProduct().url;
const browser = await openBrowser();
beforeEach(async () => {
  await withProductDatabase((database) => offerCards({ database }));
  await Promise.all([setLimit(999), setPayoutLimit(10_000)]);
});
afterEach(async () => void (await Promise.all([setLimit(null), setPayoutLimit(null)])));

const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);
const expectFocus = (one: Locator) => expect.poll(() => isFocused(one)).toBe(true);
const TABS_MAX = 150;

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, one: Locator): Promise<void> {
  await one.waitFor();
  for (let pressed = 0; pressed < TABS_MAX && !(await isFocused(one)); pressed++) {
    await page.keyboard.press("Tab");
  }
  expect(await isFocused(one)).toBe(true);
}

/** Creates a payout to a card that waits for a second person; returns its offer's title. */
async function createWaitingPayout(): Promise<string> {
  const [agent, clerk] = await Promise.all([
    signInUser(base, "verified-seller"),
    signInUser(base, "staff"),
  ]);
  const title = newTitle();
  const id = await createOffer(agent, title);
  await priceOffer(clerk, id, "142.00");
  const confirmed = await confirmCard({ agent }, { id }, await giveCard({ agent }, { id }));
  expect(confirmed.status).toBe(200);
  return title;
}

it("who approves a payout is found out, and the payout approved", async () => {
  const [before, title] = [await createWaitingPayout(), await createWaitingPayout()];
  const rowOf = (page: Page, text = title) => page.getByRole("row").filter({ hasText: text });

  const staff = await signIn(browser, base, "staff");
  const { page } = staff;
  await open(staff, `${base}/en/staff`);
  await open(staff, `${base}/en/staff/payouts?status=ready`);
  const why = rowOf(page).getByRole("link", { name: /^Who approves PAYOUT-/ });
  await tabTo(page, why);
  await page.keyboard.press("k");
  await expectFocus(rowOf(page, before).getByRole("link").first());
  await tabTo(page, why);
  await page.keyboard.press("Enter");
  const reason = page.getByRole("dialog", { name: en["staff_payouts.who_approves"] });
  await expectFocus(reason.getByRole("link").first());
  expect(await listTreeFaults(page)).toEqual([]);
  await tabTo(page, reason.getByRole("link", { name: en["shell.close"] }).last());
  await page.keyboard.press("Enter");
  await expectFocus(why);
  // Back to the list as it was before, and to where that was opened: not into the dialog.
  await page.goBack();
  await page.goBack();
  await page.waitForURL(/\/staff$/);

  const colleague = await employ(browser, base, true);
  const desk = colleague.page;
  await open(colleague, `${base}/en/staff/payouts`);
  await tabTo(desk, rowOf(desk).getByRole("link", { name: /^Approve PAYOUT-/ }));
  await desk.keyboard.press("Enter");
  const dialog = desk.getByRole("dialog", { name: en["staff_payouts.approve_title"] });
  expect(await listTreeFaults(desk)).toEqual([]);
  await tabTo(desk, dialog.getByRole("button", { name: en["staff.approve"] }));
  await desk.keyboard.press("Enter");
  await desk.getByRole("status").filter({ hasText: en["staff_payouts.payout_approved"] }).waitFor();
  // Its link is gone: the next one is a Tab away, and the row is read out.
  await expectFocus(rowOf(desk));
  await Promise.all([staff.context.close(), colleague.context.close()]);
});

it("a settlement is requested by one, and approved by another", async () => {
  const payer = await registerUser(base, `payer-${crypto.randomUUID().slice(0, 8)}@example.com`);
  const { id } = await openDeposit(payer, { amount: "20.00" });
  const staff = await signIn(browser, base, "staff");
  const { page } = staff;
  await open(staff, `${base}/en/staff/deposits/${id}`);
  await tabTo(page, page.getByLabel(en["staff_payouts.evidence"]));
  await page.keyboard.type("Statement 7, line 2");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 1 });
  await page.getByRole("region", { name: en["staff_deposits.state_approval"] }).waitFor();
  await expectFocus(heading);
  expect(await listTreeFaults(page)).toEqual([]);

  const colleague = await employ(browser, base, true);
  const desk = colleague.page;
  await open(colleague, `${base}/en/staff/deposits/${id}`);
  const request = desk.getByRole("region", { name: en["staff_deposits.state_approval"] });
  const approve = request.getByRole("button", { name: en["staff.approve"] });
  // A shortcut only moves the focus: nothing is approved by a single key.
  await desk.keyboard.press("a");
  await expectFocus(approve);
  await desk.keyboard.press("Enter");
  await desk.getByRole("status").filter({ hasText: en["staff_deposits.settled"] }).waitFor();
  await expectFocus(desk.getByRole("heading", { level: 1 }));
  await Promise.all([staff.context.close(), colleague.context.close()]);
});

it("a new rate is requested by one, and approved by another", async () => {
  const staff = await signIn(browser, base, "staff");
  const { page } = staff;
  await open(staff, `${base}/en/staff/settings`);
  const rate = page.getByLabel(en["staff_settings.rate"]);
  await tabTo(page, rate);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1.5");
  await page.keyboard.press("Enter");
  const toast = page.getByRole("status").filter({ hasText: en["staff_settings.rate_requested"] });
  await toast.waitFor();
  await expectFocus(page.getByRole("heading", { level: 1 }));
  const own = page.getByRole("region", { name: en["staff_settings.rate_request"] });
  expect(await own.getByRole("button", { name: en["staff.approve"] }).count()).toBe(0);
  expect(await rate.inputValue()).toBe("1");

  const colleague = await employ(browser, base, true);
  const desk = colleague.page;
  await open(colleague, `${base}/en/staff`);
  await tabTo(desk, desk.getByRole("link", { name: en["staff_settings.rate_request"] }));
  await desk.keyboard.press("Enter");
  const request = desk.getByRole("region", { name: en["staff_settings.rate_request"] });
  await request.getByText("1.5", { exact: true }).waitFor();
  expect(await listTreeFaults(desk)).toEqual([]);
  await desk.keyboard.press("a");
  await expectFocus(request.getByRole("button", { name: en["staff.approve"] }));
  await desk.keyboard.press("d");
  await expectFocus(request.getByRole("button", { name: en["staff.reject"] }));
  await desk.keyboard.press("Enter");
  await desk.getByRole("status").filter({ hasText: en["staff_settings.rate_rejected"] }).waitFor();
  await expectFocus(desk.getByRole("heading", { level: 1 }));
  expect(await request.count()).toBe(0);
  await Promise.all([staff.context.close(), colleague.context.close()]);
});
