import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { profileResponseSchema } from "#api/contract/accounts.ts";
import en from "#locales/en.json" with { type: "json" };
import { newVisitor, openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn, skipChecks } from "#tests/setup/browser/offer-screens.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// A form that was rejected, or whose response was lost, keeps its error and its operation id while
// another form of its page succeeds: sent again, it has one effect.

const base = workerProduct().url;
const browser = await openBrowser();

const button = (where: Page, name: string) => where.getByRole("button", { name, exact: true });

/** Executes what the next POST to such an address asks for, and loses the response. */
async function loseNext(page: Page, address: RegExp): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch();
    await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
  });
}

/** A new member, and the staff's view of them. */
async function openPerson(isScripted: boolean) {
  const member = await registerUser(base, `p-${randomUUID().slice(0, 8)}@example.com`);
  const { id } = (await member.get("/api/user/profile")).as(profileResponseSchema).payload;
  const staff = await signIn(browser, base, "staff", isScripted);
  const { page } = staff;
  await open(staff, `${base}/en/staff/people/${id}`);
  const form = page.locator("form#balance");
  const type = async (amount: string) => {
    await page.getByLabel(en["people.balance_add"]).check();
    await form.getByLabel(en["people.balance_amount"]).fill(amount);
    await form.locator("textarea").fill("A lost download of a fox");
  };
  const sendLink = async () => {
    await page.getByLabel(en["people.change_send_reset"]).check();
    await page.locator("form#change textarea").fill("Asked for it");
    await button(page, en["people.change_submit"]).click();
    await page.getByText(en["people.changed"]).first().waitFor();
    await button(page, en["people.balance_submit"]).waitFor();
  };
  const send = () => button(page, en["people.balance_submit"]).click();
  const operation = () => form.locator("input[name=operation_id]").inputValue();
  const reason = () => form.locator("textarea").inputValue();
  return { ...staff, member, type, sendLink, send, operation, reason };
}

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it("a rejected correction of a balance is as it was, or gone as a whole", async () => {
    const person = await openPerson(isScripted);
    const { page, member } = person;
    const operationId = await person.operation();
    await person.type("nonsense");
    await person.send();
    const error = page.getByRole("alert").first();
    await error.waitFor();
    expect(await person.operation()).toBe(operationId);
    await person.sendLink();
    expect(await error.count()).toBe(isScripted ? 1 : 0);
    expect(await person.reason()).toBe(isScripted ? "A lost download of a fox" : "");
    expect((await person.operation()) === operationId).toBe(isScripted);
    await person.type("3.00");
    await person.send();
    await page.getByText(en["people.balance_posted"]).first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await person.operation()).not.toBe(operationId);
    expect(await balanceOf(member)).toBe(300);
    await person.context.close();
  });
});

it("a correction whose response was lost is made once, and the next one too", async () => {
  const person = await openPerson(true);
  const { page } = person;
  const operationId = await person.operation();
  await person.type("3.00");
  await loseNext(page, /form=balance/);
  await person.send();
  const unclear = page.getByRole("alert").filter({ hasText: en["errors.outcome_unclear"] });
  await unclear.waitFor();
  await person.sendLink();
  expect(await unclear.count()).toBe(1);
  expect(await person.reason()).toBe("A lost download of a fox");
  expect(await person.operation()).toBe(operationId);
  await person.send();
  await page.getByText(en["people.balance_posted"]).first().waitFor();
  await unclear.waitFor({ state: "detached" });
  await expect.poll(() => person.reason()).toBe("");
  expect(await balanceOf(person.member)).toBe(300);
  // The same again is another correction.
  expect(await person.operation()).not.toBe(operationId);
  await button(page, en["people.balance_submit"]).waitFor();
  await person.type("3.00");
  await person.send();
  await expect.poll(() => person.reason()).toBe("");
  expect(await balanceOf(person.member)).toBe(600);
  await person.context.close();
});

it("a reply whose response was lost is sent once", async () => {
  const guest = await registerUser(base, `c-${randomUUID().slice(0, 8)}@example.com`);
  const message = `Where is my order ${randomUUID()}?`;
  const name = { first_name: "Ada", last_name: "B", email: "ada@example.com" };
  const letter = { operation_id: randomUUID(), ...name, message };
  expect((await guest.post("/api/contact", letter)).status).toBe(200);
  const close = () =>
    withProductDatabase(
      (sql) => sql<{ id: number }[]>`UPDATE contact_messages SET status = 'closed'
        WHERE message = ${message} RETURNING id`,
    );
  const [row] = await close();
  const staff = await signIn(browser, base, "staff");
  const { page, context } = staff;
  await open(staff, `${base}/en/staff/messages/${row?.id}`);
  const reply = page.locator("textarea[name=message]");
  await reply.fill("It is on its way.");
  await loseNext(page, /form=reply/);
  await button(page, en["staff_messages.send"]).click();
  const unclear = page.getByRole("alert").filter({ hasText: en["errors.outcome_unclear"] });
  await unclear.waitFor();
  await close();
  await button(page, en["staff_messages.reopen"]).click();
  await button(page, en["staff_messages.close"]).waitFor();
  expect(await unclear.count()).toBe(1);
  expect(await reply.inputValue()).toBe("It is on its way.");
  await button(page, en["staff_messages.send"]).click();
  await unclear.waitFor({ state: "detached" });
  await expect.poll(() => reply.inputValue()).toBe("");
  expect(await page.getByRole("blockquote").filter({ hasText: "It is on its way." }).count()).toBe(
    1,
  );
  await context.close();
});

it("a guest's message whose response was lost arrives once, also after a choice of cookies", async () => {
  const context = await newVisitor(browser);
  const page = await context.newPage();
  const message = `Where is my order ${randomUUID()}?`;
  await open({ page, isScripted: true }, `${base}/en/contact-us`);
  const main = page.getByRole("main");
  const type = async (label: string, text: string) =>
    main.getByLabel(label, { exact: true }).fill(text);
  await type("First name", "Mari");
  await type("Email", "mari@example.com");
  await type("Your message", message);
  await skipChecks(page);
  await loseNext(page, /contact-us\.data/);
  await button(page, "Send message").click();
  const lost = main.getByRole("alert").first();
  await lost.waitFor();
  await button(page, en["cookies.essentials"]).click();
  await page.getByText(en["cookies.saved"]).first().waitFor();
  expect(await lost.count()).toBe(1);
  await button(page, "Send message").click();
  await page.getByRole("heading", { level: 1, name: "Thank you" }).waitFor();
  const rows = await withProductDatabase(
    (sql) => sql`SELECT id FROM contact_messages WHERE message = ${message}`,
  );
  expect(rows).toHaveLength(1);
  await context.close();
});
