import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { BOTH_MODES, SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn, signUp } from "#tests/setup/browser/offer-screens.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { paintGenerated } from "#tests/setup/records/generated-images.ts";
import { zipFiles } from "#tests/setup/records/import-files.ts";

const base = workerProduct().url;
const browser = await openBrowser();

/** Creates a zip with a valid row, and one whose price is a word. */
const toArchive = async (slug: string) =>
  zipFiles({
    "prompts.csv": `title_en,category,price,status,slug,prompt,picture
Lighthouse,${CATEGORY},3.20,published,${slug},a lighthouse,a.png
Pier,${CATEGORY},three,published,,a pier,a.png`,
    "a.png": await paintGenerated({ parameters: "a lighthouse\nSteps: 20, Seed: 7" }),
  });
const CATEGORY = "animals";

// Exact: an import that is "Being undone" is not undone yet.
const status = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor();

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it("a file of products is checked, imported without its wrong row, and undone", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const slug = `lighthouse-${randomUUID().slice(0, 8)}`;
    const product = `${base}/en/products/${slug}`;
    const visit = async () => (await page.request.get(product)).status();
    await open(staff, `${base}/en/staff/imports`);
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    const buffer = await toArchive(slug);
    const file = { name: `${slug}.zip`, mimeType: "application/zip", buffer };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Upload and check" }).click();
    await page.waitForURL(/\/staff\/imports\/\d+$/);
    await status(page, "Checked, not written");
    const wrong = page.getByRole("row").filter({ hasText: "price" });
    await wrong.getByText("Please enter an amount such as 12.50.").waitFor();
    expect(await visit()).toBe(404);
    if (isScripted) expect(await listFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "Import products: 1" }).click();
    await status(page, "In the shop");
    expect(await visit()).toBe(200);
    await page.getByRole("button", { name: "Undo this import" }).click();
    await status(page, "Undone");
    // The page cache is notified a moment later.
    await expect.poll(visit, { timeout: 10_000 }).toBe(404);
    await staff.context.close();
  });

  it("a product whose import is undone meanwhile keeps what was typed, and is made again", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const slug = `lighthouse-${randomUUID().slice(0, 8)}`;
    await open(staff, `${base}/en/staff/imports`);
    const file = {
      name: `${slug}.zip`,
      mimeType: "application/zip",
      buffer: await toArchive(slug),
    };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Upload and check" }).click();
    await page.getByRole("button", { name: "Import products: 1" }).click();
    await status(page, "In the shop");

    const colleague = await signIn(browser, base, "staff", isScripted);
    const form = colleague.page;
    await open(colleague, `${base}/en/staff/products?q=${slug}`);
    await form.getByRole("main").getByRole("link", { name: "Lighthouse" }).first().click();
    await form.waitForURL(/\/products\/\d+$/);
    await open(colleague, form.url());
    const gone = form.url();
    await page.getByRole("button", { name: "Undo this import" }).click();
    await status(page, "Undone");

    const price = form.getByLabel("Price");
    const save = form.getByRole("button", { name: "Save" });
    await price.fill("4.20");
    await save.click();
    await form.getByText("This prompt does not exist.").first().waitFor();
    if (isScripted) {
      await colleague.context.setOffline(true);
      await save.click();
      await form.getByRole("alert").filter({ hasText: "offline" }).first().waitFor();
      await colleague.context.setOffline(false);
    }
    await price.fill("much");
    await save.click();
    await form.getByText("Please enter an amount such as 12.50.").first().waitFor();
    expect(await price.inputValue()).toBe("much");
    await price.fill("4.20");
    await save.click();
    await form.getByText("Published. It is in the shop now.").waitFor();
    expect(form.url()).not.toBe(gone);
    expect(await price.inputValue()).toBe("4.20");
    expect(await form.locator('main img[src*="/staff/pictures/"]').count()).toBe(1);
    await colleague.context.close();
    await staff.context.close();
  });
});

describe.each(BOTH_MODES)("a right that is taken meanwhile $name", ({ isScripted }) => {
  it.each([
    ["with the role", null],
    ["alone", "reviewer"],
  ])("%s is what an upload and a button say", async (_name, role) => {
    const manager = await signUp(browser, base, isScripted);
    const { page, email } = manager;
    const setRole = (staffRole: string | null) =>
      withProductDatabase(async (database) => {
        await database`
          UPDATE users SET role = ${staffRole ? "staff" : "member"}, staff_role = ${staffRole}
          WHERE email = ${email}`;
      });
    const expectLost = async () => {
      await page.getByText("You no longer have the right to do this").first().waitFor();
      expect(await page.getByRole("link", { name: "Sign in in a new window" }).count()).toBe(0);
      expect(await page.getByText("What the form contained").count()).toBe(0);
    };
    await setRole("owner");
    await open(manager, `${base}/en/staff/imports`);
    const file = { name: "prompts.csv", mimeType: "text/csv", buffer: Buffer.from("title_en") };
    await page.locator("input[type=file]").setInputFiles(file);
    await setRole(role);
    await page.getByRole("button", { name: "Upload and check" }).click();
    await expectLost();
    await page.getByText("These files were not saved: prompts.csv").waitFor();

    await setRole("owner");
    await open(manager, `${base}/en/staff/shelves`);
    await setRole(role);
    await page.getByRole("main").getByRole("button", { name: /^Add / }).first().click();
    await expectLost();
    await manager.context.close();
  });
});

describe("an export", () => {
  it("is a link to the table", async () => {
    const staff = await signIn(browser, base, "staff");
    const { page } = staff;
    await open(staff, `${base}/en/staff/imports`);
    const started = page.waitForEvent("download");
    await page.getByRole("link", { name: "Table (CSV)" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const table = await readFile(await download.path(), "utf8");
    expect(table).toMatch(/^\uFEFF?slug,status,category,/);
    expect(table).toContain("published");
    await staff.context.close();
  });
});
