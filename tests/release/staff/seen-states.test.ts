import { randomBytes } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn } from "#tests/setup/browser/offer-screens.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { openDeposit } from "#tests/setup/money/top-up.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// A rejected staff form is for the state that its sender saw: a change before it is sent again is a
// conflict, and never goes unnoticed.

const base = workerProduct().url;
const browser = await openBrowser();

const newMember = () => registerUser(base, `b-${crypto.randomUUID().slice(0, 8)}@example.com`);

/** A record, the form on its screen, and how the record changes. */
type Case = {
  path: string;
  /** Goes to the form, if its screen does not start with it. */
  reach?: (page: Page) => Promise<void>;
  /** The field that is left empty at first. */
  field: string;
  button: string;
  change: () => Promise<unknown>;
  conflict: string;
};

const CASES: Record<string, () => Promise<Case>> = {
  "a refund that becomes unknown": async () => {
    const { id } = await payDeposit(await newMember(), 1_000);
    const desk = await signInUser(base, "staff");
    const body = { operation_id: crypto.randomUUID(), amount: "4.00", reason: "Asked for it" };
    await withProductDatabase((sql) => sql`UPDATE deposits SET provider = 'gone' WHERE id = ${id}`);
    const response = await desk.post(`/api/staff/deposits/${id}/refund`, body);
    expect(response.status).toBe(200);
    await withProductDatabase(
      (sql) =>
        sql`UPDATE refunds SET created_at = now() - interval '1 hour' WHERE deposit_id = ${id}`,
    );
    return {
      path: "/staff/suspense",
      reach: async (page) => {
        const row = page.getByRole("row").filter({ hasText: `#${id}` });
        await row.getByRole("link", { name: en["staff_deposits.close_dispute"] }).click();
        await page.getByRole("radio").last().check();
      },
      field: en["staff_payouts.evidence"],
      button: en["staff_payouts.save"],
      change: () =>
        withProductDatabase(
          (sql) =>
            sql`UPDATE refunds SET status = 'unknown', attempts = 1, repeat_until = NULL
              WHERE deposit_id = ${id}`,
        ),
      conflict: en["errors.refund_changed"],
    };
  },
  "a deposit of which another amount came": async () => {
    const { id } = await openDeposit(await newMember());
    return {
      path: `/staff/deposits/${id}`,
      field: en["staff_payouts.evidence"],
      button: en["staff_deposits.settle_now"],
      change: () =>
        withProductDatabase(
          (sql) =>
            sql`UPDATE deposits SET needs_review = 'paid 9.00 EUR instead of 10.00 EUR'
              WHERE id = ${id}`,
        ),
      conflict: en["errors.deposit_changed"],
    };
  },
};

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it.each(Object.keys(CASES))("%s while its form was rejected is a conflict", async (name) => {
    const found = await CASES[name]?.();
    if (!found) throw new Error(`no ${name}`);
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en${found.path}`);
    await found.reach?.(page);
    const field = page.getByLabel(found.field).first();
    const send = () => page.getByRole("button", { name: found.button }).first().click();
    await field.fill(" ");
    await field.evaluate((box: HTMLTextAreaElement) => {
      if (box.form) box.form.noValidate = true;
    });
    await found.change();
    await send();
    await page.getByRole("alert").first().waitFor();
    await page.waitForLoadState("networkidle");
    await field.fill("Statement 12");
    await send();
    await page.getByText(found.conflict).first().waitFor();
    await staff.context.close();
  });

  it("a wording that nobody had worded is not overwritten after a slip", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page, context } = staff;
    const colleague = { page: await context.newPage(), isScripted };
    const language = isScripted ? "fr" : "it";
    const url = `${base}/en/staff/texts?language=${language}&key=contact.title`;
    const say = async (where: Page, text: string) => {
      await where.locator("textarea[name=text]").fill(text);
      await where.getByRole("button", { name: en["staff_texts.save"] }).click();
    };
    await open(staff, url);
    await open(colleague, url);
    await say(colleague.page, "Theirs");
    await colleague.page.getByText(en["staff_texts.saved"]).first().waitFor();
    await say(page, "With {{a place}}");
    await page.getByRole("alert").first().waitFor();
    await page.waitForLoadState("networkidle");
    await say(page, "Mine");
    await page.getByText(en["errors.text_changed"]).first().waitFor();
    await open(colleague, url);
    expect(await colleague.page.locator("textarea[name=text]").inputValue()).toBe("Theirs");
    // The other tests need the shipped one.
    await say(colleague.page, "");
    await colleague.page.getByText(en["staff_texts.was_reset"]).first().waitFor();
    await context.close();
  });

  it("a letter that was to be sent unsaved does not overwrite a newer one", async () => {
    await withProductDatabase(
      (sql) =>
        sql`INSERT INTO newsletter_subscribers (email, token, locale, created_at, mailed_at, confirmed_at)
          VALUES (${`n-${crypto.randomUUID()}@example.com`}, ${randomBytes(32).toString("base64url")},
            'en', now(), now(), now())`,
    );
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page, context } = staff;
    const colleague = { page: await context.newPage(), isScripted };
    const text = (where: Page) => where.getByLabel(en["staff_newsletter.body"], { exact: true });
    const save = (where: Page) =>
      where.getByRole("button", { name: en["staff_newsletter.save"] }).click();
    const saved = (where: Page) => where.getByText(en["staff_newsletter.saved"]).first().waitFor();
    await open(staff, `${base}/en/staff/newsletter/issues/create`);
    await page.getByLabel(en["staff_newsletter.subject"]).fill("Foxes");
    await text(page).fill("Foxes.");
    await save(page);
    await saved(page);
    const url = page.url();
    await open(staff, url);
    await open(colleague, url);
    await text(colleague.page).fill("Theirs.");
    await save(colleague.page);
    await saved(colleague.page);
    await page.getByLabel(en["staff_newsletter.subject"]).fill("Foxes and owls");
    await page.getByRole("button", { name: en["staff_newsletter.send"] }).click();
    await page.getByText(en["errors.newsletter_unsaved"]).first().waitFor();
    await page.waitForLoadState("networkidle");
    await save(page);
    await page.getByText(en["errors.newsletter_changed"]).first().waitFor();
    await open(colleague, url);
    expect(await text(colleague.page).inputValue()).toBe("Theirs.");
    await context.close();
  });
});

it("a form that is lost after a slip overwrites nothing", async () => {
  const staff = await signIn(browser, base, "staff");
  const { page, context } = staff;
  const colleague = { page: await context.newPage(), isScripted: true };
  const url = `${base}/en/staff/groups/categories/1`;
  const save = (where: Page) =>
    where.getByRole("button", { name: en["staff_products.save"], exact: true }).click();
  await open(staff, url);
  await open(colleague, url);
  const shipped = await colleague.page.locator("input[name=name_en]").inputValue();
  await colleague.page.locator("input[name=name_en]").fill("Theirs");
  await save(colleague.page);
  await colleague.page.getByText(/saved/i).first().waitFor();
  await page.locator("input[name=name_en]").fill("Mine");
  const position = page.locator("input[name=position]");
  const right = await position.inputValue();
  await position.fill("x");
  await save(page);
  await page.getByRole("alert").first().waitFor();
  await page.waitForLoadState("networkidle");
  await position.fill(right);
  await context.setOffline(true);
  await save(page);
  await page.getByRole("alert").filter({ hasText: en["shell.offline"] }).first().waitFor();
  await context.setOffline(false);
  await save(page);
  await page.getByText(en["staff_groups.conflict"]).first().waitFor();
  await open(colleague, url);
  expect(await colleague.page.locator("input[name=name_en]").inputValue()).toBe("Theirs");
  // The other tests need the shipped name.
  await colleague.page.locator("input[name=name_en]").fill(shipped);
  await save(colleague.page);
  await colleague.page.getByText(/saved/i).first().waitFor();
  await context.close();
});

it("a form that was left for its error by a link, and come back to, overwrites nothing", async () => {
  const staff = await signIn(browser, base, "staff");
  const { page, context } = staff;
  const colleague = { page: await context.newPage(), isScripted: true };
  const url = `${base}/en/staff/groups/styles/1`;
  const name = (where: Page) => where.locator("input[name=name_en]");
  const save = (where: Page) =>
    where.getByRole("button", { name: en["staff_products.save"], exact: true }).click();
  const saved = (where: Page) => where.getByText(/saved/i).first().waitFor();
  await open(staff, url);
  await open(colleague, url);
  const shipped = await name(colleague.page).inputValue();
  await name(colleague.page).fill("Theirs");
  await save(colleague.page);
  await saved(colleague.page);
  await name(page).fill("Mine");
  const position = page.locator("input[name=position]");
  const right = await position.inputValue();
  await position.fill("x");
  await save(page);
  const summary = page.getByRole("alert").first();
  await summary.waitFor();
  await page.waitForLoadState("networkidle");
  await summary.getByRole("link").first().click();
  await page.waitForURL(/#/);
  await page.goBack();
  await page.waitForURL((at) => at.hash === "");
  await page.waitForLoadState("networkidle");
  await position.fill(right);
  await save(page);
  await page.getByText(en["staff_groups.conflict"]).first().waitFor();
  await open(colleague, url);
  expect(await name(colleague.page).inputValue()).toBe("Theirs");
  // The other tests need the shipped name.
  await name(colleague.page).fill(shipped);
  await save(colleague.page);
  await saved(colleague.page);
  await context.close();
});

it("a deletion that is rejected lets no text of before overwrite a colleague's", async () => {
  const staff = await signIn(browser, base, "staff");
  const { page, context } = staff;
  const colleague = { page: await context.newPage(), isScripted: true };
  const url = `${base}/en/staff/groups/categories/1`;
  const nameOf = (where: Page) => where.locator("input[name=name_en]");
  const save = (where: Page) =>
    where.getByRole("button", { name: en["staff_products.save"], exact: true }).click();
  /** Waits until the page has reloaded and its buttons are enabled. */
  const remove = async () => {
    const button = page.getByRole("button", { name: en["staff_groups.delete"] });
    const loaded = page.waitForResponse(
      (response) => response.request().method() === "GET" && response.url().includes(".data"),
    );
    await button.click();
    await page.getByRole("alert").filter({ hasText: en["errors.choice_required"] }).waitFor();
    await loaded;
    await button.waitFor();
  };
  await open(staff, url);
  await open(colleague, url);
  const shipped = await nameOf(colleague.page).inputValue();
  await nameOf(colleague.page).fill("Theirs");
  await save(colleague.page);
  await colleague.page.getByText(/saved/i).first().waitFor();
  await nameOf(page).fill("Mine");
  await remove();
  expect(await nameOf(page).inputValue()).toBe("Mine");

  // A change between a validation error and its correction does not go unnoticed either.
  const position = page.locator("input[name=position]");
  const right = await position.inputValue();
  await position.fill("x");
  await save(page);
  const slip = page.getByRole("alert").filter({ hasText: /whole number/ });
  await slip.waitFor();
  await page.getByRole("button", { name: en["staff_products.save"], exact: true }).waitFor();
  await remove();
  await slip.waitFor();
  await position.fill(right);
  await save(page);
  await page.getByText(en["staff_groups.conflict"]).first().waitFor();
  expect(await nameOf(page).inputValue()).toBe("Mine");
  await open(colleague, url);
  expect(await nameOf(colleague.page).inputValue()).toBe("Theirs");
  // The other tests need the shipped name.
  await nameOf(colleague.page).fill(shipped);
  await save(colleague.page);
  await colleague.page.getByText(/saved/i).first().waitFor();
  await context.close();
});

it("a deposit is not credited in another review than its form was opened for", async () => {
  const { id } = await openDeposit(await newMember());
  const review = (text: string) =>
    withProductDatabase((sql) => sql`UPDATE deposits SET needs_review = ${text} WHERE id = ${id}`);
  await review("paid 9.99 EUR instead of 10.00 EUR");
  const staff = await signIn(browser, base, "staff");
  const { page, context } = staff;
  await open(staff, `${base}/en/staff/deposits/${id}`);
  const boxOf = (name: string) =>
    page.locator("form", { has: page.getByRole("button", { name }) }).locator("textarea");
  const settle = page.getByRole("button", { name: en["staff_deposits.settle_now"] });
  const typed = boxOf(en["staff_deposits.settle_now"]);
  await typed.fill("Statement 12, one cent short");
  /** Sends the form beside it, rejected for a validation error or an outdated review. */
  const end = async (evidence: string) => {
    const box = boxOf(en["staff_deposits.end_now"]);
    await box.fill(evidence);
    await box.evaluate((area: HTMLTextAreaElement) => {
      if (area.form) area.form.noValidate = true;
    });
    const loaded = page.waitForResponse(
      (response) => response.request().method() === "GET" && response.url().includes(".data"),
    );
    await page.getByRole("button", { name: en["staff_deposits.end_now"] }).click();
    await loaded;
    await page.getByRole("button", { name: en["staff_deposits.end_now"] }).waitFor();
  };
  const credit = async () => {
    const loaded = page.waitForResponse(
      (response) => response.request().method() === "GET" && response.url().includes(".data"),
    );
    await settle.click();
    await loaded;
    await settle.waitFor();
    const said = page.getByRole("region", { name: en["staff_deposits.settle"] }).getByRole("alert");
    await said.filter({ hasText: en["errors.deposit_changed"] }).waitFor();
    expect(await typed.inputValue()).toBe("Statement 12, one cent short");
  };
  await review("paid 1.00 EUR instead of 10.00 EUR");
  await end(" ");
  await credit();

  // Nor does a change after the conflict of the second attempt.
  await review("paid 0.50 EUR instead of 10.00 EUR");
  await end("Nothing came");
  await credit();
  const [row] = await withProductDatabase(
    (sql) => sql<{ status: string }[]>`SELECT status FROM deposits WHERE id = ${id}`,
  );
  expect(row?.status).toBe("pending");
  await context.close();
});
