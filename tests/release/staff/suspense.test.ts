import { describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn } from "#tests/setup/browser/offer-screens.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { balanceOf, openDeposit } from "#tests/setup/money/top-up.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();

const setReview = (id: number, review: string) =>
  withProductDatabase(
    (database) => database`UPDATE deposits SET needs_review = ${review} WHERE id = ${id}`,
  );

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("a deposit is marked as dealt with, unless it has changed meanwhile", async () => {
    const agent = await registerUser(
      base,
      `unclear-${crypto.randomUUID().slice(0, 8)}@example.com`,
    );
    const { id } = await payDeposit(agent, 1_000);
    await setReview(id, "a dispute about 25.00 EUR of 10.00 EUR");
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const resolve = async () => {
      await open(staff, `${base}/en/staff/suspense`);
      const row = page.getByRole("row").filter({ hasText: `#${id}` });
      await row.getByRole("link", { name: /^Mark as dealt with/ }).click();
      const dialog = page.getByRole("dialog", { name: "Mark as dealt with" });
      await dialog.getByLabel("What was done").fill("The bank has corrected its report");
      return { row, dialog };
    };
    const stale = await resolve();
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await setReview(id, "a dispute about 30.00 EUR of 10.00 EUR");
    await stale.dialog.getByRole("button", { name: "Record it" }).click();
    await page.getByText("The deposit has changed in the meantime.").waitFor();
    await stale.row.getByText("a dispute about 30.00 EUR").waitFor();

    const { row, dialog } = await resolve();
    await dialog.getByRole("button", { name: "Record it" }).click();
    await page.getByText("The deposit is off the list.").waitFor();
    expect(await row.count()).toBe(0);
    await staff.context.close();
  });

  it("a refund with an unknown outcome is marked as failed, and credited again", async () => {
    const agent = await registerUser(base, `back-${crypto.randomUUID().slice(0, 8)}@example.com`);
    const { id } = await payDeposit(agent, 1_000);
    const desk = await signInUser(base, "staff");
    const body = { operation_id: crypto.randomUUID(), amount: "4.00", reason: "Asked for it" };
    await withProductDatabase(async (database) => {
      // The provider is not queried, as if it had reported nothing.
      await database`UPDATE deposits SET provider = 'gone' WHERE id = ${id}`;
      expect((await desk.post(`/api/staff/deposits/${id}/refund`, body)).status).toBe(200);
      await database`UPDATE refunds SET status = 'unknown' WHERE deposit_id = ${id}`;
    });
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff`);
    await page.getByRole("link", { name: /^Refunds that need attention/ }).click();
    const row = page
      .getByRole("region", { name: "Refunds that need attention" })
      .getByRole("row")
      .filter({ hasText: `#${id}` });
    await row.getByRole("link", { name: "Record the outcome" }).click();
    const dialog = page.getByRole("dialog", { name: "Record the outcome" });
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await dialog.getByRole("radio", { name: "Refund failed" }).check();
    await dialog.getByLabel("Evidence").fill("Not in the dashboard");
    await dialog.getByRole("button", { name: "Record it" }).click();
    await page.getByText("The outcome is recorded.").waitFor();
    expect(await row.count()).toBe(0);
    expect(await balanceOf(agent)).toBe(1_000);
    await staff.context.close();
  });

  it("a deposit that another amount was paid for is ended as failed, as it was seen", async () => {
    const agent = await registerUser(base, `other-${crypto.randomUUID().slice(0, 8)}@example.com`);
    const { id } = await openDeposit(agent);
    await setReview(id, "paid 9.00 EUR instead of 10.00 EUR");
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const end = async () => {
      await open(staff, `${base}/en/staff/deposits/${id}`);
      await page.getByText("€10.00, we add 10.00").waitFor();
      const card = page.getByRole("region", { name: "End as failed" });
      await card.getByLabel("Evidence").fill("Refunded at the provider, re_1");
      return card.getByRole("button", { name: "End the deposit as failed" });
    };
    const stale = await end();
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await setReview(id, "paid 8.00 EUR instead of 10.00 EUR");
    await stale.click();
    await page.getByText("The deposit has changed in the meantime.").waitFor();
    await page.getByText("paid 8.00 EUR").waitFor();

    await (await end()).click();
    await page.getByText("The deposit has ended as failed.").waitFor();
    const timeline = page.getByRole("region", { name: "What happened" });
    await timeline.getByText("Ended by hand").waitFor();
    expect(await page.getByRole("button", { name: "Credit the deposit" }).count()).toBe(0);
    await staff.context.close();
  });
});
