import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn, skipChecks } from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Two staff members change the same record: the second sees the conflict, also after a validation
// error or a preview.

const base = workerProduct().url;
const browser = await openBrowser();

type Edit = { url: string; field: string; slip: string; save: string; conflict: string };

const EDITS: Record<string, Edit> = {
  "a product": {
    url: "/en/staff/products/1",
    field: en["staff_products.field_price"],
    slip: en["staff_products.field_slug"],
    save: en["staff_products.save"],
    conflict: en["staff_products.conflict"],
  },
  "a page": {
    url: "/en/staff/pages/terms/en",
    field: en["staff_pages.content"],
    slip: en["staff_pages.page_title"],
    save: en["staff_pages.save"],
    conflict: en["errors.page_changed"],
  },
};

const save = (page: Page, { save: name }: Edit) =>
  page.getByRole("button", { name, exact: true }).click();

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it.each(
    Object.keys(EDITS),
  )("a slip in %s overwrites nothing that a colleague saves", async (kind) => {
    const edit = EDITS[kind];
    if (!edit) throw new Error(`no ${kind}`);
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page, context } = staff;
    await open(staff, base + edit.url);
    const value = (text: string) => (kind === "a product" ? `${text}.00` : `<p>${text}</p>`);
    const colleague = { page: await context.newPage(), isScripted };
    await open(colleague, base + edit.url);
    await colleague.page.getByLabel(edit.field).fill(value("7"));
    await save(colleague.page, edit);
    await colleague.page.getByText(/saved/i).first().waitFor();

    const slip = page.getByLabel(edit.slip).first();
    const right = await slip.inputValue();
    await page.getByLabel(edit.field).fill(value("5"));
    await slip.fill(kind === "a product" ? "not an address!" : "");
    await skipChecks(page);
    await save(page, edit);
    await page.getByRole("alert").first().waitFor();
    await page.waitForLoadState("networkidle");
    await slip.fill(right);
    await save(page, edit);
    await page.getByText(edit.conflict).first().waitFor();
    await open(colleague, base + edit.url);
    expect(await colleague.page.getByLabel(edit.field).inputValue()).toBe(value("7"));
    await context.close();
  });

  it("a preview of a page overwrites nothing that a colleague saves", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page, context } = staff;
    const url = `${base}/en/staff/pages/privacy/en`;
    await open(staff, url);
    const colleague = { page: await context.newPage(), isScripted };
    await open(colleague, url);
    await colleague.page.getByLabel(en["staff_pages.content"]).fill(`<p>Theirs ${isScripted}</p>`);
    await colleague.page.getByRole("button", { name: en["staff_pages.save"] }).click();
    await colleague.page.getByText(en["staff_pages.saved"]).waitFor();
    await page.getByLabel(en["staff_pages.content"]).fill("<p>Mine</p>");
    await page.getByRole("button", { name: en["staff_pages.preview"] }).click();
    await page.getByRole("region", { name: en["staff_pages.preview"] }).waitFor();
    await page.getByRole("button", { name: en["staff_pages.save"] }).click();
    await page.getByText(en["errors.page_changed"]).first().waitFor();
    await open(colleague, url);
    expect(await colleague.page.getByLabel(en["staff_pages.content"]).inputValue()).toContain(
      "Theirs",
    );
    await context.close();
  });
});
