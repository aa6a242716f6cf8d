import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { BOTH_MODES, SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn, skipChecks } from "#tests/setup/browser/offer-screens.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// The staff screens for users of keyboards and screen readers: where the focus is after a form,
// what is announced, and whether an error leads to its field (spec §5).

const base = workerProduct().url;
const browser = await openBrowser();

const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);
const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole("button", { name });

/** Expects this to be focused and in sight; the page may scroll there smoothly. */
async function expectFocus(one: Locator): Promise<void> {
  await expect.poll(() => isFocused(one)).toBe(true);
  const top = async () => (await one.boundingBox())?.y;
  await expect.poll(top).toBeLessThan(one.page().viewportSize()?.height ?? 0);
}

describe("the products of home", () => {
  const FEATURED = en["staff_shelves.featured"];

  it("keep the focus where one is added, moved and removed, and say each time that it is saved", async () => {
    const staff = await signIn(browser, base, "staff");
    const { page } = staff;
    await open(staff, `${base}/en/staff/shelves`);
    await page.waitForLoadState("networkidle");
    const shelf = page.getByRole("region", { name: FEATURED });
    const rows = shelf.getByRole("listitem");
    const saved = page.getByRole("status").filter({ hasText: en["staff_products.saved"] });
    const finder = page.getByRole("region", { name: en["staff_shelves.find"] });
    const addition = button(page, new RegExp(`^Add .*: ${FEATURED}$`));
    const before = await button(shelf, /^Take /).count();
    for (const made of [1, 2]) {
      const row = finder.getByRole("listitem").filter({ has: addition }).first();
      const title = await row.getByRole("link").innerText();
      await addition.first().press("Enter");
      await expectFocus(finder.getByRole("listitem").filter({ hasText: title }));
      await saved.waitFor();
      expect(await button(shelf, /^Take /).count()).toBe(before + made);
      // Marked, so that the next message can be distinguished from this one.
      await saved.locator("p").evaluate((text) => text.setAttribute("data-read", ""));
    }
    await button(shelf, /^Move .* up$/)
      .last()
      .press("Enter");
    await expect.poll(() => saved.locator("p:not([data-read])").count()).toBe(1);
    const moved = rows.nth(-2);
    await expect
      .poll(() => moved.evaluate((row) => row.contains(document.activeElement)))
      .toBe(true);
    const first = rows.nth(1);
    const title = await first.getByRole("link").innerText();
    await button(first, /^Move .* up$/).press("Enter");
    // Its button is disabled at the top.
    await expectFocus(rows.first().filter({ hasText: title }));
    await button(rows.first(), /^Take /).press("Enter");
    await expectFocus(shelf);
    await staff.context.close();
  });
});

it("the way back leads to the button by which a screen was left", async () => {
  const payer = await registerUser(base, `payer-${crypto.randomUUID().slice(0, 8)}@example.com`);
  const { id } = await payDeposit(payer, 1_000);
  const staff = await signIn(browser, base, "staff");
  const { page } = staff;
  await open(staff, `${base}/en/staff/deposits/${id}/refund?amount=1`);
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Reason").fill("Asked for it");
  const refund = button(page, /^Refund 1\.00/);
  await refund.press("Enter");
  await page.waitForURL(/\/deposits\/\d+$/);
  await page.getByText("The refund is made.").waitFor();
  await page.goBack();
  await page.waitForURL(/amount=1$/);
  await expectFocus(refund);
  await staff.context.close();
});

describe.each(BOTH_MODES)("$name", ({ isScripted }) => {
  /**
   * Expects the error in the summary (which links to the field), in the title, and at the field.
   */
  const expectError = async (page: Page, field: Locator, text: string) => {
    const alert = page.getByRole("alert").filter({ hasText: text });
    await alert.first().waitFor();
    await expect.poll(() => page.title()).toMatch(/^Error: /);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    const described = (await field.getAttribute("aria-describedby")) ?? "";
    const texts = described.split(" ").map((id) => page.locator(`[id="${id}"]`).innerText());
    expect((await Promise.all(texts)).join()).toContain(text);
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    return alert;
  };

  it("a file of products that is missing is an error of its field", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff/imports`);
    await page.locator("form#import").evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await button(page, en["staff_imports.upload"]).click();
    const field = page.locator("input[type=file]");
    const alert = await expectError(page, field, en["errors.file_required"]);
    await alert.getByRole("link").click();
    await expectFocus(field);
    await staff.context.close();
  });

  it("an import that is discarded is said to be", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff/imports`);
    const buffer = Buffer.from("title_en,category,price\nFog,nowhere,2");
    const file = { name: "fog.csv", mimeType: "text/csv", buffer };
    await page.locator("input[type=file]").setInputFiles(file);
    await button(page, en["staff_imports.upload"]).click();
    await button(page, en["staff_imports.discard"]).click();
    await page.getByRole("status").filter({ hasText: en["staff_imports.discarded"] }).waitFor();
    await staff.context.close();
  });

  it("an amount that cannot be refunded is an error of its field", async () => {
    const payer = await registerUser(base, `payer-${crypto.randomUUID().slice(0, 8)}@example.com`);
    const { id } = await payDeposit(payer, 1_000);
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff/deposits/${id}/refund`);
    const field = page.getByLabel(/^Amount/);
    await field.fill("much");
    await button(page, en["staff_orders.preview"]).click();
    await page.waitForURL(/amount=much/);
    await expectError(page, field, en["errors.amount_invalid"]);
    await staff.context.close();
  });
});

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  /** Sends a form unchanged, and follows each link of the summary to a field with an error. */
  const followErrors = async (page: Page, submit: Locator) => {
    await submit.click();
    const links = page.getByRole("alert").getByRole("link");
    await links.first().waitFor();
    const lines = await links.allInnerTexts();
    expect(new Set(lines).size).toBe(lines.length);
    for (const link of await links.all()) {
      const field = page.locator(`[id="${(await link.getAttribute("href"))?.slice(1)}"]`);
      await link.click();
      await expectFocus(field);
      expect(await field.getAttribute("aria-invalid")).toBe("true");
    }
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    return lines.length;
  };

  it("the summary of errors names and leads to each field", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff/products`);
    expect(await followErrors(page, button(page, en["staff_products.do_publish"]))).toBe(1);

    const member = await registerUser(base, `p-${crypto.randomUUID().slice(0, 8)}@example.com`);
    const { id } = JSON.parse((await member.get("/api/user/profile")).text).payload;
    await open(staff, `${base}/en/staff/people/${id}`);
    await skipChecks(page, "form#change");
    expect(await followErrors(page, button(page, en["people.change_submit"]))).toBe(2);

    await open(staff, `${base}/en/staff/reasons`);
    await skipChecks(page);
    expect(await followErrors(page, button(page, en["staff_reasons.save"]))).toBe(2);

    await open(staff, `${base}/en/staff/settings`);
    for (const box of await page.locator("input[name=formats]").all()) await box.uncheck();
    await page.locator("input[name=sizes]").fill("");
    expect(await followErrors(page, button(page, en["staff_settings.save"]))).toBe(2);
    await open(staff, `${base}/en/staff/settings`);
    for (const name of ["payout_approval_above", "balance_approval_above"]) {
      await page.locator(`input[name=${name}]`).fill("much");
    }
    expect(await followErrors(page, button(page, en["staff_settings.save_money"]))).toBe(2);
    await staff.context.close();
  });
});
