import { describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn } from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// The desk's newsletter, from the first word to a test mail; and its subscribers.

const base = workerProduct().url;
const browser = await openBrowser();

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("an issue is written in two languages, previewed and tested", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const subject = `Foxes of the week ${isScripted}`;
    await open(staff, `${base}/en/staff/newsletter`);
    await page.getByRole("link", { name: "Write an issue" }).click();
    await page.getByLabel("Subject").fill(subject);
    await page.getByLabel("Text", { exact: true }).fill("Foxes.\n\n<b>And owls</b>.");
    await page.getByLabel("Button (optional)").fill("See them");
    await page.getByRole("button", { name: "Save issue" }).click();
    await page.getByRole("alert").filter({ hasText: "https://" }).waitFor();
    await page.getByLabel("Address of the button").fill("https://example.com/foxes");
    await page.getByRole("button", { name: "Save issue" }).click();
    await page.getByText("The issue is saved. Nothing was sent.").first().waitFor();
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    await page.getByRole("link", { name: "Deutsch", exact: true }).click();
    await expect.poll(() => page.getByLabel("Subject").inputValue()).toBe("");
    await page.getByLabel("Subject").fill("Füchse");
    await page.getByLabel("Text", { exact: true }).fill("Füchse.");
    await page.getByRole("button", { name: "Save issue" }).click();
    await page.getByRole("link", { name: "Deutsch ✓" }).waitFor();
    await page.getByRole("button", { name: "Send a test to me" }).click();
    await page.getByText("A test email is on its way to staff@promptory.test.").first().waitFor();
    const preview = await page
      .getByRole("link", { name: "Preview in a new tab" })
      .getAttribute("href");
    const mail = await staff.context.request.get(`${base}${preview?.replace("=de", "=fr")}`);
    expect(mail.headers()["content-security-policy"]).toContain("sandbox");
    expect(await mail.text()).toContain("&lt;b&gt;And owls&lt;/b&gt;");
    await page.getByText(/^Confirmed readers now: \d+/).waitFor();
  });
});
