import type { Locator, Page } from "playwright";
import { expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { readProfile } from "#tests/setup/api/reads.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { open, signIn } from "#tests/setup/browser/offer-screens.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Text typed into a staff form stays while another form of its page is sent, even if a colleague
// has changed its record: saving it then is a conflict. Without JavaScript no form stays.

const base = workerProduct().url;
const browser = await openBrowser();

const button = (where: Page, name: string) => where.getByRole("button", { name, exact: true });

/** Opens the page in a staff member's window, and in a colleague's. */
async function openTwo(url: string) {
  const staff = await signIn(browser, base, "staff");
  const { page, context } = staff;
  const colleague = { page: await context.newPage(), isScripted: true };
  await open(staff, url);
  await open(colleague, url);
  return { page, context, colleague };
}

/** Sends an invalid form, and waits until the page has reloaded and its buttons are enabled. */
async function reject(page: Page, send: Locator, error: string | RegExp) {
  await send.evaluate((element) => element.closest("form")?.setAttribute("novalidate", ""));
  const loaded = page.waitForResponse(
    (response) => response.request().method() === "GET" && response.url().includes(".data"),
  );
  await send.click();
  await page.getByRole("alert").filter({ hasText: error }).first().waitFor();
  await loaded;
  await send.waitFor();
}

it("settings of the shop stay while those of the money are rejected", async () => {
  const { page, context, colleague } = await openTwo(`${base}/en/staff/settings`);
  const name = (where: Page) => where.locator("input[name=internal_currency_name]");
  const save = (where: Page) => button(where, en["staff_settings.save"]).click();
  const saved = (where: Page) => where.getByText(en["staff_settings.saved"]).first().waitFor();
  const shipped = await name(page).inputValue();
  await name(colleague.page).fill("Theirs");
  await save(colleague.page);
  await saved(colleague.page);

  await name(page).fill("Mine");
  await page.locator("input[name=eur_rate]").fill("nonsense");
  await reject(page, button(page, en["staff_settings.save_money"]), /./);
  expect(await name(page).inputValue()).toBe("Mine");
  await reject(page, button(page, en["staff_settings.save"]), en["errors.settings_changed"]);
  await name(page).fill("Mine at last");
  await save(page);
  await saved(page);

  // Once saved, it is for the record's new state.
  await name(page).fill(shipped);
  await button(page, en["staff_settings.save"]).waitFor();
  await save(page);
  await expect.poll(() => name(page).getAttribute("value")).toBe(shipped);
  // The rejected money form is unchanged.
  expect(await page.getByRole("alert").count()).toBe(1);
  expect(await page.locator("input[name=eur_rate]").inputValue()).toBe("nonsense");
  await context.close();
});

it("an issue's text in one language stays while a test of it is sent", async () => {
  const { page, context, colleague } = await openTwo(`${base}/en/staff/newsletter/issues/create`);
  const text = (where: Page) => where.getByLabel(en["staff_newsletter.body"], { exact: true });
  const subject = (where: Page) => where.getByLabel(en["staff_newsletter.subject"]);
  const save = (where: Page) => button(where, en["staff_newsletter.save"]).click();
  const saved = (where: Page) => where.getByText(en["staff_newsletter.saved"]).first().waitFor();
  await subject(colleague.page).fill("Foxes");
  await text(colleague.page).fill("Foxes.");
  await save(colleague.page);
  await saved(colleague.page);
  const german = new URL(colleague.page.url());
  german.searchParams.set("language", "de");
  await open({ page, isScripted: true }, german.href);
  await text(colleague.page).fill("Theirs.");
  await button(colleague.page, en["staff_newsletter.save"]).waitFor();
  await save(colleague.page);
  await expect.poll(() => text(colleague.page).evaluate((box) => box.textContent)).toBe("Theirs.");

  await subject(page).fill("Füchse");
  await text(page).fill("Füchse.");
  await button(page, en["staff_newsletter.test"]).click();
  await page
    .getByText(/sent.*staff@/i)
    .first()
    .waitFor();
  await button(page, en["staff_newsletter.test"]).waitFor();
  expect(await text(page).inputValue()).toBe("Füchse.");
  await reject(page, button(page, en["staff_newsletter.save"]), en["errors.newsletter_changed"]);
  expect(await text(page).inputValue()).toBe("Füchse.");
  await save(page);
  await saved(page);
  await context.close();
});

it("a reply stays while its message is opened again, and is emptied once it was sent", async () => {
  const guest = await registerUser(base, `c-${crypto.randomUUID().slice(0, 8)}@example.com`);
  const question = `Where is my order ${crypto.randomUUID()}?`;
  const name = { first_name: "Ada", last_name: "B", email: "ada@example.com" };
  const letter = { operation_id: crypto.randomUUID(), ...name, message: question };
  expect((await guest.post("/api/contact", letter)).status).toBe(200);
  const close = () =>
    withProductDatabase(
      (sql) => sql<{ id: number }[]>`UPDATE contact_messages SET status = 'closed'
        WHERE message = ${question} RETURNING id`,
    );
  const [row] = await close();
  const staff = await signIn(browser, base, "staff");
  const { page, context } = staff;
  await open(staff, `${base}/en/staff/messages/${row?.id}`);
  const reply = page.locator("textarea[name=message]");
  await reply.fill("A long reply.");
  const desk = await signInUser(base, "staff");
  const body = { operation_id: crypto.randomUUID(), replies: 0, message: "A colleague's." };
  expect((await desk.post(`/api/staff/messages/${row?.id}/reply`, body)).status).toBe(200);
  await close();
  await button(page, en["staff_messages.reopen"]).click();
  await button(page, en["staff_messages.close"]).waitFor();
  expect(await reply.inputValue()).toBe("A long reply.");
  await reject(page, button(page, en["staff_messages.send"]), en["errors.message_changed"]);
  expect(await reply.inputValue()).toBe("A long reply.");
  await button(page, en["staff_messages.send"]).click();
  await page.getByRole("blockquote").filter({ hasText: "A long reply." }).waitFor();
  expect(await reply.inputValue()).toBe("");
  await context.close();
});

it("a correction of a balance stays while a view is rejected, and is emptied once it was made", async () => {
  const member = await registerUser(base, `p-${crypto.randomUUID().slice(0, 8)}@example.com`);
  const { id } = await readProfile(member);
  const staff = await signIn(browser, base, "staff");
  const { page, context } = staff;
  await open(staff, `${base}/en/staff/people/${id}`);
  const reason = page.locator("#balance textarea");
  await page.getByLabel(en["people.balance_add"]).check();
  await page.getByLabel(en["people.balance_amount"]).fill("3.00");
  await reason.fill("A lost download of a fox");
  const desk = await signInUser(base, "staff");
  const body = { operation_id: crypto.randomUUID(), direction: "add", amount: "1.00", reason: "x" };
  expect((await desk.post(`/api/staff/people/${id}/balance`, body)).status).toBe(200);
  const view = page.locator("form[action*='form=view']").getByRole("button").last();
  await reject(page, view, /./);
  expect(await reason.inputValue()).toBe("A lost download of a fox");
  await button(page, en["people.balance_submit"]).click();
  await page.getByText(en["people.balance_posted"]).first().waitFor();
  await expect.poll(() => reason.inputValue()).toBe("");
  await context.close();
});

it("a page's text stays while its reset is rejected, and goes once it was reset", async () => {
  const { page, context, colleague } = await openTwo(`${base}/en/staff/pages/privacy/en`);
  const text = (where: Page) => where.getByLabel(en["staff_pages.content"]);
  const save = async (where: Page, content: string) => {
    await text(where).fill(content);
    await button(where, en["staff_pages.save"]).click();
    await where.getByText(en["staff_pages.saved"]).first().waitFor();
  };
  await save(page, "<p>First</p>");
  await open(colleague, page.url());
  await save(colleague.page, "<p>Theirs</p>");
  await button(page, en["staff_pages.save"]).waitFor();
  await text(page).fill("<p>Mine</p>");
  await reject(page, button(page, en["staff_pages.reset"]), en["errors.page_changed"]);
  expect(await text(page).inputValue()).toBe("<p>Mine</p>");
  await reject(page, button(page, en["staff_pages.save"]), en["errors.page_changed"]);
  expect(await text(page).inputValue()).toBe("<p>Mine</p>");
  await button(page, en["staff_pages.reset"]).click();
  await page.getByText(en["staff_pages.was_reset"]).first().waitFor();
  await expect.poll(() => text(page).inputValue()).not.toBe("<p>Mine</p>");
  await save(page, "<p>Again</p>");
  // The other tests need the shipped text.
  await button(page, en["staff_pages.reset"]).click();
  await expect.poll(() => text(page).inputValue()).not.toBe("<p>Again</p>");
  await context.close();
});

it("a reason stays while it is rejected, and is emptied once it was saved", async () => {
  const { page, context } = await signIn(browser, base, "staff");
  await open({ page, isScripted: true }, `${base}/en/staff/reasons`);
  const name = `Too dark ${crypto.randomUUID().slice(0, 8)}`;
  const title = page.locator("input[name=title]");
  const text = page.locator("textarea[name=body]");
  const save = button(page, en["staff_reasons.save"]);
  await title.fill(name);
  await reject(page, save, /./);
  expect(await title.inputValue()).toBe(name);
  await text.fill("The picture is too dark.");
  await save.click();
  await page.getByRole("link", { name }).waitFor();
  await expect.poll(() => title.inputValue()).toBe("");
  expect(await text.inputValue()).toBe("");
  await context.close();
});
