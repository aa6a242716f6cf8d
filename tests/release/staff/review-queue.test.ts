import { describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { newTitle, open, type Somebody, signIn } from "#tests/setup/browser/offer-screens.ts";
import { createOffer } from "#tests/setup/product/product-offers.ts";
import { registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// The queue of offers: one after the other, with ready-made reasons, and with keys if scripts run.

const base = workerProduct().url;
const browser = await openBrowser();

/** Creates two waiting offers, one after the other; returns their ids. */
async function sendTwo() {
  const email = `maker-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const maker = await registerUser(base, email, "a long sentence as password");
  const titles = [newTitle(), newTitle()] as const;
  const first = await createOffer(maker, titles[0]);
  return { titles, ids: [first, await createOffer(maker, titles[1])] as const };
}

async function addReason({ page, ...staff }: Somebody, name: string, body: string) {
  await open({ page, ...staff }, `${base}/en/staff/reasons`);
  await page.getByLabel("Short name").fill(name);
  await page.getByLabel("Text", { exact: true }).fill(body);
  await page.getByRole("button", { name: "Save reason" }).click();
  await page.getByRole("link", { name }).waitFor();
}

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("a reason fills the field, and a decision opens the next offer", async () => {
    const { titles, ids } = await sendTwo();
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const name = `Too small ${isScripted}`;
    const reason = `Please send at least 2048 pixels. ${isScripted}`;
    await addReason(staff, name, reason);
    await open(staff, `${base}/en/staff/offers/${ids[0]}`);
    const price = page.getByLabel("Our price in EUR");
    await price.fill("12.50");
    await page.getByRole("button", { name }).click();
    const words = page.getByLabel("A few words (optional)");
    await expect.poll(() => words.inputValue()).toBe(reason);
    expect(await price.inputValue()).toBe("12.50");
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("heading", { level: 1, name: titles[1] }).waitFor();
    expect(await words.inputValue()).toBe("");
    await open(staff, `${base}/en/staff/offers/${ids[0]}`);
    const history = page.getByRole("region", { name: "History" });
    await history.getByText(reason).waitFor();
    expect(await history.innerText()).toContain("Stella");
  });

  it("Enter in the price sends it, whatever reasons there are", async () => {
    const { titles, ids } = await sendTwo();
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const name = `Too dark ${isScripted}`;
    await addReason(staff, name, "Please send a lighter one.");
    await open(staff, `${base}/en/staff/offers/${ids[0]}`);
    await page.getByRole("button", { name }).waitFor();
    await page.getByLabel("Our price in EUR").fill("12.50");
    await page.getByLabel("Our price in EUR").press("Enter");
    await page.getByRole("heading", { level: 1, name: titles[1] }).waitFor();
    await page.getByText("The price has been sent.").first().waitFor();
  });
});

it("keys go from offer to offer outside of fields, until they are switched off", async () => {
  const { titles, ids } = await sendTwo();
  const staff = await signIn(browser, base, "staff");
  const { page } = staff;
  const heading = (title: string) => page.getByRole("heading", { level: 1, name: title }).waitFor();
  await open(staff, `${base}/en/staff/offers/${ids[0]}`);
  await page.keyboard.press("j");
  await heading(titles[1]);
  await page.keyboard.press("k");
  await heading(titles[0]);
  await page.keyboard.press("p");
  const price = page.getByLabel("Our price in EUR");
  await expect.poll(() => price.evaluate((one) => one === document.activeElement)).toBe(true);
  // A letter typed into a field, or with a modifier, is not a command.
  await page.keyboard.type("j");
  expect(await price.inputValue()).toBe("j");
  await price.fill("");
  await page.getByRole("button", { name: "Send our price" }).focus();
  await page.keyboard.press("Alt+j");
  await page.getByText("Keyboard", { exact: true }).click();
  await page.getByLabel("Use single keys on this device").uncheck();
  await page.getByText("Keyboard", { exact: true }).focus();
  await page.keyboard.press("j");
  await page.getByLabel("Use single keys on this device").check();
  await page.getByText("Keyboard", { exact: true }).focus();
  await page.keyboard.press("p");
  await expect.poll(() => price.evaluate((one) => one === document.activeElement)).toBe(true);
  // Neither key press moved on.
  expect(page.url()).toContain(`/staff/offers/${ids[0]}`);
});
