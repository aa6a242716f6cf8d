import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import {
  acceptOffer,
  createPricedOffer,
  giveBankDetails,
  newTitle,
  open,
  openOffer,
  type Somebody,
  signIn,
  skipChecks,
} from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();
let staff: Somebody;

beforeAll(async () => {
  staff = await signIn(browser, base, "staff");
});

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("a payout goes into a file for the bank and is marked until it is settled", async () => {
    const maker = await signIn(browser, base, "verified-seller", isScripted);
    const title = newTitle();
    await createPricedOffer(maker, { staff, title, price: "200" });
    await openOffer(maker, base, title);
    await acceptOffer(maker);
    await maker.page.getByText("€200.00 will be sent to your bank").waitFor();

    const team = isScripted ? staff : await signIn(browser, base, "staff", false);
    const { page } = team;
    await open(team, `${base}/en/staff/payouts`);
    const make = page.getByRole("link", { name: "Make a file for the bank" });
    await (isScripted ? page.keyboard.press("a") : make.click());
    const plan = page.getByRole("region", { name: "This will happen" });
    const confirm = plan.getByRole("button", { name: "Make the file" });
    await confirm.waitFor();
    if (isScripted) {
      // A key alone moves no money: it focuses the button, below the summary of its effect.
      await page.keyboard.press("a");
      await expect.poll(() => confirm.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(page.url()).toBe(`${base}/en/staff/payouts/new`);
      await page.keyboard.press("Enter");
    } else await confirm.click();
    await page.waitForURL(/\/staff\/payouts\?batch=\d+$/);
    await page.getByText("The file is made.").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("table", { name: "Files for the bank" }).getByRole("link").nth(1).click(),
    ]);
    const xml = await readFile(await download.path(), "utf8");
    expect(xml).toContain("pain.001.001.09");
    expect(xml).toContain("EE382200221020145685");

    const row = page.getByRole("row").filter({ hasText: title });
    if (isScripted) await row.getByRole("link", { name: title }).press("m");
    else await row.getByRole("link", { name: /^Mark / }).click();
    const dialog = page.getByRole("dialog", { name: "What did the bank do?" });
    await dialog.getByLabel("Sent").check();
    await skipChecks(page, "dialog form");
    await dialog.getByRole("button", { name: "Record it" }).click();
    await dialog.getByRole("alert").filter({ hasText: "Please name a source" }).waitFor();
    await dialog.getByLabel("Evidence").fill("Statement 12, line 3");
    await dialog.getByLabel("Sent").check();
    await dialog.getByRole("button", { name: "Record it" }).click();
    await page.getByText("Marked as sent.").waitFor();
    await row.getByRole("link", { name: /^Mark / }).click();
    await dialog.getByLabel("Settled").check();
    await dialog.getByLabel("Evidence").fill("Statement 13, line 1");
    await dialog.getByRole("button", { name: "Record it" }).click();
    await page.getByText("Marked as settled.").waitFor();
    expect(await row.innerText()).toContain("Statement 13, line 1");

    await openOffer(maker, base, title);
    await maker.page.getByRole("dialog").getByText("€200.00 paid").waitFor();

    await row.getByRole("link", { name: /^Mark / }).click();
    await dialog.getByLabel("Returned").check();
    await dialog.getByLabel("Evidence").fill("Statement 14, line 9");
    await dialog.getByRole("button", { name: "Record it" }).click();
    await page.getByText("Marked as returned.").waitFor();
    await openOffer(maker, base, title);
    await maker.page.getByText("The bank sent €200.00 back").waitFor();
    await maker.page.getByRole("link", { name: "Choose how to be paid" }).click();
    await giveBankDetails(maker);
    await maker.page.getByText("€200.00 will be sent to your bank").waitFor();
    await maker.context.close();
  });
});
