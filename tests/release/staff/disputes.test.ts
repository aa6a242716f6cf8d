import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { open, signIn } from "#tests/setup/browser/offer-screens.ts";
import { payDeposit, playSandbox } from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { addSession, registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();

/** Checks what the payer sees: why the balance waits, even with an invalid filter. */
async function checkPayer(agent: ApiAgent) {
  const context = await newVisitor(browser);
  await addSession(context, base, agent);
  const page = await context.newPage();
  await page.goto(`${base}/en/dashboard/payments?kind=none&from=2026-02-31`);
  await waitForHydration(page);
  await page.getByText("One of your payments is disputed.").waitFor();
  expect(await page.locator("main [aria-invalid=true]").count()).toBe(2);
  expect(await listFindings(page)).toEqual([]);
  await context.close();
}

/** Checks that the staff see the deposit neither as refunded nor as refundable meanwhile. */
async function checkDisputed(page: Page, id: number) {
  await page.goto(`${base}/en/staff/deposits/${id}`);
  const facts = page.locator("main dl").first();
  await facts.getByText("Refunded or disputed").waitFor();
  expect(await facts.innerText()).toMatch(/Dispute\s+Open/);
  expect(await facts.innerText()).toContain("sandbox · Card");
  expect(await page.getByRole("link", { name: "Refund", exact: true }).count()).toBe(0);
  await page.goto(`${base}/en/staff/deposits/${id}/refund`);
  await page.getByRole("alert").filter({ hasText: "This payment is disputed." }).waitFor();
  expect(await page.getByLabel("Amount in credits").count()).toBe(0);
}

describe.each([
  { name: "with JavaScript", isScripted: true, outcome: "Won", cents: 1_000 },
  { name: "without JavaScript", isScripted: false, outcome: "Lost", cents: 0 },
])("$name", ({ isScripted, outcome, cents }) => {
  it("a dispute is closed with evidence, once, and the deposit's story has it", async () => {
    const email = `disputed-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const agent = await registerUser(base, email);
    const deposit = await payDeposit(agent, 1_000);
    await playSandbox(agent, deposit.token, "dispute");
    expect(await balanceOf(agent)).toBe(0);
    if (isScripted) await checkPayer(agent);
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff/disputes`);
    const row = page.getByRole("row").filter({ hasText: email });
    await checkDisputed(page, deposit.id);
    await open(staff, `${base}/en/staff/disputes`);
    await row.getByRole("link", { name: /^Record the outcome/ }).click();
    const dialog = page.getByRole("dialog", { name: "Record the outcome" });
    await dialog.waitFor();
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await dialog.getByRole("radio", { name: outcome }).check();
    await dialog.getByLabel("Evidence").fill("Letter of the bank, 22 November");
    await dialog.getByRole("button", { name: "Record it" }).click();
    await page.getByText("The outcome is recorded.").waitFor();
    await row.getByText(outcome, { exact: true }).waitFor();
    expect(await row.getByRole("link", { name: /^Record the outcome/ }).count()).toBe(0);
    expect(await balanceOf(agent)).toBe(cents);

    await row.getByRole("link", { name: `#${deposit.id}` }).click();
    const story = page.getByRole("region", { name: "What happened" });
    await story.getByText("Letter of the bank, 22 November").waitFor();
    await staff.context.close();
  });
});
