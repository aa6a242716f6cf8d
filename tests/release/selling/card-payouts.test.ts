import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import {
  createPricedOffer,
  fillContact,
  newTitle,
  open,
  type Somebody,
  signIn,
  skipChecks,
} from "#tests/setup/browser/offer-screens.ts";
import { employ, setPayoutLimit } from "#tests/setup/browser/two-people.ts";
import { CARDS } from "#tests/setup/money/cards.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// A payout to a card: the choice, the sandbox's own page, the way back, and a card that fails.

const base = workerProduct().url;
const browser = await openBrowser();
let staff: Somebody;

beforeAll(async () => {
  staff = await signIn(browser, base, "staff", false);
});

/** Goes from the contact details to the sandbox's page. */
async function goToCardPage(maker: Somebody) {
  const { page, isScripted } = maker;
  await page.getByRole("dialog", { name: "Contact details" }).waitFor();
  await fillContact(maker);
  await page.getByLabel(/^Card/).check();
  await page.getByRole("button", { name: "Next" }).click();
  const lead = page.getByText("We never see its number");
  await lead.waitFor();
  await page.waitForURL(/&step=card$/);
  await page.reload();
  await lead.waitFor();
  if (isScripted) await waitForHydration(page);
  await page.getByRole("button", { name: "Continue to the card page" }).click();
  await page.getByRole("heading", { name: "Test card", exact: true }).waitFor();
}

async function giveCard({ page }: Somebody, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Cardholder name").fill("Mari Tamm");
  await page.getByLabel("Expiry month").fill("12");
  await page.getByLabel("Expiry year").fill("30");
  await page.getByRole("button", { name: "Use this card" }).click();
}

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it("an offer is paid to a card; one that fails gives way to another", async () => {
    const maker = await signIn(browser, base, "verified-seller", isScripted);
    const { page } = maker;
    const id = await createPricedOffer(maker, { staff, title: newTitle(), price: "42.00" });
    await open(maker, `${base}/en/dashboard/offers?offer=${id}&step=contact`);
    await goToCardPage(maker);
    const cardPage = page.url();
    expect(cardPage).toContain("/en/sandbox-card/");

    await skipChecks(page);
    await giveCard(maker, "4111 1111 1111 1111");
    const alert = page.getByRole("alert");
    await alert.filter({ hasText: "Never type a real card" }).waitFor();
    expect(await page.content(), "the number is not sent back").not.toContain("4111 1111");
    await giveCard(maker, CARDS.fails);

    const given = page.getByRole("dialog", { name: "Payment to a card" });
    await given.getByText("Visa •••• 9995").waitFor();
    const wayBack = page.url();
    expect(await given.innerText()).toContain("Valid until 12/2030");
    await skipChecks(page, "dialog form:has([type=checkbox])");
    await given.getByRole("button", { name: "Confirm" }).click();
    await given.getByRole("alert").filter({ hasText: "agree to the terms" }).waitFor();
    await page.waitForURL(wayBack);
    await given.getByLabel(/agree to the terms/).check();
    await given.getByRole("button", { name: "Confirm" }).click();
    const result = page.getByRole("dialog", { name: "Deal is completed" });
    await result.getByText("Visa •••• 9995").waitFor();

    // Going back after it was used: both pages say so, and nothing happens twice.
    await open(maker, cardPage);
    await page.getByText("This page has been used").waitFor();
    await open(maker, wayBack);
    await page.getByText("This card page has been used already").waitFor();

    await expect
      .poll(
        async () => {
          await open(maker, `${base}/en/dashboard/offers?offer=${id}`);
          return page.getByRole("dialog").innerText();
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toContain("Failed to process card payment");
    await page.getByRole("link", { name: "Choose how to be paid" }).click();
    await goToCardPage(maker);
    await page.getByRole("button", { name: "Back without a card" }).click();
    await page.getByRole("dialog", { name: "Contact details" }).waitFor();
    await page.getByLabel(/^Card/).check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Continue to the card page" }).click();
    await giveCard(maker, CARDS.pays);
    await given.getByLabel(/agree to the terms/).check();
    await given.getByRole("button", { name: "Confirm" }).click();
    await result.getByText("Visa •••• 4242").waitFor();
    await maker.context.close();
  });
});

describe.each(SCRIPTED_FIRST)("above the limit, $name", ({ isScripted }) => {
  beforeEach(async () => void (await setPayoutLimit(10_000)));
  afterEach(async () => void (await setPayoutLimit(null)));

  it("a payout is sent once somebody else than who set its price approves it", async () => {
    const maker = await signIn(browser, base, "verified-seller", isScripted);
    const title = newTitle();
    const id = await createPricedOffer(maker, { staff, title, price: "142.00" });
    await open(maker, `${base}/en/dashboard/offers?offer=${id}&step=contact`);
    await goToCardPage(maker);
    await giveCard(maker, CARDS.pays);
    const given = maker.page.getByRole("dialog", { name: "Payment to a card" });
    await given.getByLabel(/agree to the terms/).check();
    await given.getByRole("button", { name: "Confirm" }).click();
    await maker.page.getByRole("dialog", { name: "Deal is completed" }).waitFor();

    const rowOf = ({ page }: Pick<Somebody, "page">) =>
      page.getByRole("row").filter({ hasText: title });
    const approveLink = { name: /^Approve PAYOUT-/ };
    await open(staff, `${base}/en/staff/payouts?status=ready`);
    await rowOf(staff).getByText("On hold: a second person must approve").waitFor();
    expect(await rowOf(staff).getByRole("link", approveLink).count()).toBe(0);
    await rowOf(staff)
      .getByRole("link", { name: /^Who approves PAYOUT-/ })
      .click();
    const problem = staff.page.getByRole("dialog", { name: "Who approves?" });
    await problem.getByText("You set the price of this offer yourself.").waitFor();
    await problem.getByText(/role “Owner” or “Finance” can approve it/).waitFor();

    const colleague = await employ(browser, base, isScripted);
    await open(colleague, `${base}/en/staff/payouts?status=ready`);
    await rowOf(colleague).getByRole("link", approveLink).click();
    const dialog = colleague.page.getByRole("dialog", { name: "Approve the payout?" });
    await dialog.getByText("€142.00").waitFor();
    if (isScripted) expect(await listFindings(colleague.page)).toEqual([]);
    const opened = colleague.page.url();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await colleague.page.getByText("Approved: the payout is being sent.").waitFor();

    // The same dialog again, by its address: nothing is left to approve.
    await open(colleague, opened);
    expect(await dialog.count()).toBe(0);
    await expect
      .poll(
        async () => {
          await open(colleague, `${base}/en/staff/payouts`);
          return rowOf(colleague).innerText();
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toContain("Sent");
    await maker.context.close();
    await colleague.context.close();
  });
});

it("its screens have no faults of accessibility", async () => {
  const maker = await signIn(browser, base, "verified-seller");
  const { page } = maker;
  const id = await createPricedOffer(maker, { staff, title: newTitle(), price: "42.00" });
  await open(maker, `${base}/en/dashboard/offers?offer=${id}&step=contact`);
  await goToCardPage(maker);
  expect(await listFindings(page)).toEqual([]);
  await giveCard(maker, CARDS.pays);
  await page.getByText("Visa •••• 4242").waitFor();
  expect(await listFindings(page)).toEqual([]);
  await maker.context.close();
});
