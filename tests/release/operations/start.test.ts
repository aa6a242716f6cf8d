import { describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn, signUp } from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// The desk's first screen as its owner sees it, and balance corrections.

const base = workerProduct().url;
const browser = await openBrowser();

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it("the figures have a table, and a search without a hit is among them", async () => {
    const words = isScripted ? "qwzx zzvk" : "zxqw kvzz";
    await fetch(`${base}/en/products?search=${encodeURIComponent(words)}`);
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff`);
    await page.getByRole("heading", { name: "Searched and not found" }).waitFor();
    await page.getByText(words, { exact: true }).waitFor();
    await page.getByText("The last 30 days as a table").click();
    expect(await page.getByRole("table", { name: "Figures" }).getByRole("row").count()).toBe(31);
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    await page
      .getByRole("navigation", { name: "Team" })
      .getByRole("link", { name: "Start" })
      .waitFor();
    await staff.context.close();
  });

  it("a balance is corrected at once, and above the owner's limit by two people", async () => {
    const person = await signUp(browser, base, isScripted);
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const setLimit = async (limit: string) => {
      await open(staff, `${base}/en/staff/settings`);
      await page.getByLabel("Credits and corrections by hand above").fill(limit);
      await page.getByRole("button", { name: "Save rate, limits and account" }).click();
      await page.getByText("Settings saved.").first().waitFor();
    };
    const correct = async (amount: string) => {
      await page.getByLabel("Add to the balance").check();
      await page.getByLabel("Amount").fill(amount);
      await page.getByLabel("Reason").first().fill("A download came late");
      await page.getByRole("button", { name: "Correct balance" }).click();
    };
    await setLimit("5");
    await open(staff, `${base}/en/staff/people?q=${encodeURIComponent(person.email)}`);
    await page.getByRole("link", { name: person.email }).click();
    await correct("5.00");
    await page.getByText("The balance is corrected.").waitFor();
    await correct("5.01");
    await page.getByText("A second person must approve this correction now.").waitFor();
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    const request = page.getByRole("region", { name: "Correction awaiting approval" });
    expect(await request.getByRole("button", { name: "Approve" }).count()).toBe(0);
    await request.getByRole("button", { name: "Reject" }).click();
    await page.getByText("Rejected: the balance stays as it is.").waitFor();
    await setLimit("");
    await open(person, `${base}/en/dashboard/payments`);
    await person.page.locator("main table").getByText("Correction by our team").first().waitFor();
    await Promise.all([staff.context.close(), person.context.close()]);
  });
});
