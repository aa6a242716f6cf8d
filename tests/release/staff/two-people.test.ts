import type { Page } from "playwright";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn } from "#tests/setup/browser/offer-screens.ts";
import { employ, setLimit } from "#tests/setup/browser/two-people.ts";
import { payDeposit, playSandbox } from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();
beforeEach(async () => void (await setLimit(999)));
afterEach(async () => void (await setLimit(null)));

const EVIDENCE = "Statement 7, line 2";
const REQUESTED = "A second person must approve this outcome now.";

async function createPayer() {
  const agent = await registerUser(base, `payer-${crypto.randomUUID().slice(0, 8)}@example.com`);
  return { agent, deposit: await payDeposit(agent, 1_000) };
}

/** Returns the row of a deposit's refund or dispute, and the dialog that it opens. */
function screenOf(page: Page, depositId: number) {
  const row = page.getByRole("row").filter({ hasText: `#${depositId}` });
  const dialog = page.getByRole("dialog", { name: "Record the outcome" });
  const openDialog = async () => {
    await row.getByRole("link", { name: /^Record the outcome/ }).click();
    await dialog.waitFor();
  };
  const record = async (outcome: string) => {
    await openDialog();
    await dialog.getByRole("radio", { name: outcome }).check();
    await dialog.getByLabel("Evidence").fill(EVIDENCE);
    await dialog.getByRole("button", { name: "Record it" }).click();
  };
  return { row, dialog, openDialog, record };
}

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  const check = async (page: Page) => {
    if (isScripted) expect(await listFindings(page)).toEqual([]);
  };
  const openBoth = () =>
    Promise.all([signIn(browser, base, "staff", isScripted), employ(browser, base, isScripted)]);

  it("a dispute above the limit is closed as won once a second person approves", async () => {
    const { agent, deposit } = await createPayer();
    await playSandbox(agent, deposit.token, "dispute");
    const [staff, colleague] = await openBoth();
    const { page } = staff;
    await open(staff, `${base}/en/staff/disputes`);
    const own = screenOf(page, deposit.id);
    await own.record("Won");
    await page.getByText(REQUESTED).waitFor();
    await own.row.getByText("Outcome awaiting approval").waitFor();
    await own.openDialog();
    await own.dialog.getByText(EVIDENCE).waitFor();
    await check(page);
    expect(await own.dialog.getByRole("button", { name: "Approve" }).count()).toBe(0);
    expect(await own.dialog.getByRole("radio", { name: "Won" }).count()).toBe(0);
    expect(await balanceOf(agent)).toBe(0);

    const desk = colleague.page;
    await open(colleague, `${base}/en/staff`);
    await desk
      .getByRole("main")
      .getByRole("link", { name: /^Disputes \d/ })
      .click();
    const others = screenOf(desk, deposit.id);
    await others.openDialog();
    await check(desk);
    await others.dialog.getByRole("button", { name: "Approve" }).click();
    await desk.getByText("The outcome is recorded.").waitFor();
    await others.row.getByText("Won", { exact: true }).waitFor();
    expect(await balanceOf(agent)).toBe(1_000);
    // A page that still shows the request reports that it is decided.
    await own.dialog.getByRole("button", { name: "Reject" }).click();
    await page.getByText("The dispute has already ended in another way.").waitFor();
    await Promise.all([staff.context.close(), colleague.context.close()]);
  });

  it("a refund above the limit is marked as failed once a second person approves", async () => {
    const { agent, deposit } = await createPayer();
    const body = { operation_id: crypto.randomUUID(), amount: "10.00", reason: "Asked for it" };
    const { id } = deposit;
    await withProductDatabase(async (database) => {
      // The provider is not queried, as if it had reported nothing.
      await database`UPDATE deposits SET provider = 'gone' WHERE id = ${id}`;
      const clerk = await signInUser(base, "staff");
      expect((await clerk.post(`/api/staff/deposits/${id}/refund`, body)).status).toBe(200);
      await database`UPDATE refunds SET status = 'unknown' WHERE deposit_id = ${id}`;
    });
    const [staff, colleague] = await openBoth();
    const { page } = staff;
    await open(staff, `${base}/en/staff/suspense`);
    const own = screenOf(page, id);
    await own.record("Refund failed");
    await page.getByText(REQUESTED).waitFor();
    await own.row.getByText("Outcome awaiting approval").waitFor();
    await own.openDialog();
    await own.dialog.getByText(EVIDENCE).waitFor();
    await check(page);
    expect(await own.dialog.getByRole("button", { name: "Approve" }).count()).toBe(0);
    await own.dialog.getByRole("button", { name: "Reject" }).click();
    await page.getByText("Rejected: nothing is recorded.").waitFor();
    expect(await own.row.getByText("Outcome awaiting approval").count()).toBe(0);
    await own.record("Refund failed");
    await page.getByText(REQUESTED).waitFor();

    const desk = colleague.page;
    await open(colleague, `${base}/en/staff`);
    await desk.getByRole("link", { name: /^Refunds that need attention/ }).click();
    const others = screenOf(desk, id);
    await others.openDialog();
    await check(desk);
    await others.dialog.getByRole("button", { name: "Approve" }).click();
    await desk.getByText("The outcome is recorded.").waitFor();
    expect(await others.row.count()).toBe(0);
    expect(await balanceOf(agent)).toBe(1_000);
    await Promise.all([staff.context.close(), colleague.context.close()]);
  });
});
