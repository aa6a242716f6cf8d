import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { PASSWORD } from "#tests/factories.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { open, signIn, skipChecks } from "#tests/setup/browser/offer-screens.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// When a form counts as executed, and what remains of the page's other forms: their text, the
// document title that announces an error in one of them, and the focus.

const base = workerProduct().url;
const browser = await openBrowser();

const button = (where: Page, name: string) => where.getByRole("button", { name, exact: true });
const newMember = () => registerUser(base, `x-${randomUUID().slice(0, 8)}@example.com`);

const idOf = async (member: Awaited<ReturnType<typeof newMember>>) =>
  (await readProfile(member)).id;
const newMemberId = async () => idOf(await newMember());

async function openPerson() {
  const member = await newMember();
  const id = await idOf(member);
  const staff = await signIn(browser, base, "staff");
  await open(staff, `${base}/en/staff/people/${id}`);
  const { page } = staff;
  const change = async (name: string) => {
    await page.getByLabel(name).check();
    await page.locator("form#change textarea").fill("Asked for it");
  };
  return { ...staff, id, member, change };
}

/** Sends the next POST to a matching address, but never delivers its response. */
async function holdNext(page: Page, address: RegExp): Promise<Promise<unknown>> {
  await page.route(address, (route) =>
    route.request().method() === "POST" ? undefined : route.continue(),
  );
  return page.waitForRequest((one) => one.method() === "POST" && address.test(one.url()));
}

describe("a link that is followed before a form has a response", () => {
  it("does not count as its execution: the text stays, for the state that it was typed for", async () => {
    const staff = await signIn(browser, base, "staff");
    const { page, context } = staff;
    const colleague = { page: await context.newPage(), isScripted: true };
    const url = `${base}/en/staff/settings`;
    const name = (where: Page) => where.locator("input[name=internal_currency_name]");
    const save = (where: Page) => button(where, en["staff_settings.save"]).click();
    const saved = (where: Page) => where.getByText(en["staff_settings.saved"]).first().waitFor();
    await open(staff, url);
    await open(colleague, url);
    const shipped = await name(page).inputValue();
    await name(colleague.page).fill("Theirs");
    await save(colleague.page);
    await saved(colleague.page);

    await name(page).fill("Mine");
    const address = /staff\/settings\.data/;
    const posted = holdNext(page, address);
    await save(page);
    await posted;
    const loaded = page.waitForResponse(
      (one) => one.request().method() === "GET" && address.test(one.url()),
    );
    const link = page.getByRole("link", { name: en["staff_settings.title"], exact: true });
    await link.first().click();
    await loaded;
    await button(page, en["staff_settings.save"]).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await name(page).inputValue()).toBe("Mine");
    await page.unroute(address);
    await save(page);
    await page.getByText(en["errors.settings_changed"]).first().waitFor();

    await name(colleague.page).fill(shipped);
    await save(colleague.page);
    await expect.poll(() => name(colleague.page).getAttribute("value")).toBe(shipped);
    await context.close();
  });
});

describe("the page's title", () => {
  it("says that a form shows an error until none does, whatever happens beside it", async () => {
    const person = await openPerson();
    const { page } = person;
    await skipChecks(page, "form#balance");
    await button(page, en["people.balance_submit"]).click();
    await page.getByRole("alert").first().waitFor();
    expect(await page.title()).toMatch(/^Error: /);
    await person.change(en["people.change_send_reset"]);
    await button(page, en["people.change_submit"]).click();
    await page.getByText(en["people.changed"]).first().waitFor();
    await expect.poll(() => page.locator("form#change textarea").inputValue()).toBe("");
    expect(await page.getByRole("alert").count()).toBe(1);
    expect(await page.title()).toMatch(/^Error: /);

    await page.getByLabel(en["people.balance_add"]).check();
    await page.locator("form#balance input[name=amount]").fill("3.00");
    await page.locator("form#balance textarea").fill("A lost download of a fox");
    await button(page, en["people.balance_submit"]).click();
    await page.getByText(en["people.balance_posted"]).first().waitFor();
    await page.getByRole("alert").first().waitFor({ state: "detached" });
    await expect.poll(() => page.title()).not.toContain("Error");
    await person.context.close();
  });

  it.each([
    ["/staff/reasons", "staff_reasons.save"],
    ["/staff/texts?language=fr&key=contact.lead", "staff_texts.save"],
  ] as const)("says so without scripts, too: %s", async (path, name) => {
    const staff = await signIn(browser, base, "staff", false);
    const { page } = staff;
    await open(staff, `${base}/en${path}`);
    const text = page.locator("textarea").first();
    await text.fill(name === "staff_texts.save" ? "{{unknown}}" : "");
    await skipChecks(page, "form:has(textarea)");
    await button(page, en[name]).click();
    await page.getByRole("alert").first().waitFor();
    expect(await page.title()).toMatch(/^Error: /);
    await staff.context.close();
  });
});

it("a new reason's form is emptied although a colleague has deleted another", async () => {
  const desk = await signInUser(base, "staff");
  const newReason = () => ({
    ...{ kind: "offer", locale: "en", body: "The picture is too dark." },
    title: `Too dark ${randomUUID().slice(0, 8)}`,
  });
  const theirs = newReason();
  expect((await desk.post("/api/staff/reasons", theirs)).status).toBe(200);
  const staff = await signIn(browser, base, "staff");
  const { page, context } = staff;
  await open(staff, `${base}/en/staff/reasons`);
  await withProductDatabase((sql) => sql`DELETE FROM review_reasons WHERE title = ${theirs.title}`);
  const mine = newReason();
  await page.locator("input[name=title]").fill(mine.title);
  await page.locator("textarea[name=body]").fill(mine.body);
  await button(page, en["staff_reasons.save"]).click();
  await page.getByRole("link", { name: mine.title }).waitFor();
  await expect.poll(() => page.locator("input[name=title]").inputValue()).toBe("");
  await context.close();
});

describe("what was typed stays to be copied", () => {
  const late = (page: Page) =>
    page.locator("textarea[readonly]").evaluateAll((boxes) => boxes.map((box) => box.textContent));

  it("in each form of an account that was deleted meanwhile", async () => {
    const person = await openPerson();
    const { page } = person;
    await page.getByLabel(en["people.balance_take"]).check();
    await page.locator("form#balance input[name=amount]").fill("2.00");
    await page.locator("form#balance textarea").fill("Paid twice");
    await page.locator("form#view textarea").fill("Cannot find the download");
    await person.change(en["people.change_staff_role"]);
    await page.locator("form#change select").selectOption("finance");
    await person.member.delete("/api/user/delete", { password: PASSWORD });
    await button(page, en["people.see_submit"]).click();
    await page.getByText(en["errors.not_found"]).first().waitFor();
    await expect
      .poll(() => late(page))
      .toEqual(["2.00", "Paid twice", "Cannot find the download", "Asked for it"]);
    expect(await page.locator("form dd").allInnerTexts()).toEqual([
      en["people.balance_take"],
      en["people.change_staff_role"],
      en["people.role_finance"],
    ]);
    expect(await page.locator("main form[method=post] button").count()).toBe(0);
    await person.context.close();
  });

  it.each([
    "assign",
    "resolve",
  ] as const)("in both forms of a report, when one is sent: %s", async (sent) => {
    const event = randomUUID();
    const report = { kind: "checkout", providerRef: event, outcome: "paid", moneyCents: 1000 };
    const [row] = await withProductDatabase(
      (sql) => sql<{ id: string }[]>`
        INSERT INTO unmatched_reports (provider, event_id, report, received_at, retry_at)
        VALUES ('sandbox', ${event}, ${sql.json(report)}, now(), now() + interval '1 day')
        RETURNING id::text`,
    );
    const staff = await signIn(browser, base, "staff");
    const { page, context } = staff;
    await open(staff, `${base}/en/staff/suspense?report=${row?.id}`);
    await page.locator("form#assign input[name=deposit_id]").fill("12");
    await page.locator("form#assign textarea").fill("Statement 12");
    await page.locator("form#resolve textarea").fill("Paid back by the bank");
    await withProductDatabase(
      (sql) => sql`UPDATE unmatched_reports SET resolved_at = now() WHERE id = ${row?.id ?? ""}`,
    );
    await page.locator(`form#${sent} button[type=submit]`).click();
    await page.getByRole("dialog").getByText(en["errors.not_found"]).first().waitFor();
    await expect.poll(() => late(page)).toEqual(["12", "Statement 12", "Paid back by the bank"]);
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await context.close();
  });

  it("of a refund that has left the list", async () => {
    const { id } = await payDeposit(await newMember(), 1_000);
    await withProductDatabase((sql) => sql`UPDATE deposits SET provider = 'gone' WHERE id = ${id}`);
    const desk = await signInUser(base, "staff");
    const body = { operation_id: randomUUID(), amount: "10.00", reason: "Asked for it" };
    expect((await desk.post(`/api/staff/deposits/${id}/refund`, body)).status).toBe(200);
    const become = (status: string) =>
      withProductDatabase(
        (sql) => sql<{ id: string }[]>`UPDATE refunds SET status = ${status}, attempts = 1,
          repeat_until = NULL WHERE deposit_id = ${id} RETURNING id::text`,
      );
    const [refund] = await become("unknown");
    const staff = await signIn(browser, base, "staff");
    const { page, context } = staff;
    await open(staff, `${base}/en/staff/suspense?refund=${refund?.id}`);
    await page.getByRole("radio").last().check();
    await page.locator("form#mark-refund textarea").fill("Statement 12, line 7");
    await become("pending");
    await button(page, en["staff_payouts.save"]).click();
    await page.getByRole("dialog").getByText(en["errors.refund_changed"]).first().waitFor();
    await expect.poll(() => late(page)).toEqual(["Statement 12, line 7"]);
    expect(await page.getByRole("dialog").count()).toBe(1);
    await context.close();
  });
});

describe("the focus after a form was executed and mounted anew", () => {
  /**
   * Opens the page of a new record; returns the button that sends its form, and the success text.
   */
  const CASES: Record<string, (page: Page) => Promise<{ send: string; done: string }>> = {
    "a reason": async (page) => {
      await open({ page, isScripted: true }, `${base}/en/staff/reasons`);
      await page.locator("input[name=title]").fill(`Too dark ${randomUUID().slice(0, 8)}`);
      await page.locator("textarea[name=body]").fill("The picture is too dark.");
      return { send: en["staff_reasons.save"], done: en["staff_reasons.saved"] };
    },
    settings: async (page) => {
      await open({ page, isScripted: true }, `${base}/en/staff/settings`);
      return { send: en["staff_settings.save"], done: en["staff_settings.saved"] };
    },
    "the settings of the money": async (page) => {
      await open({ page, isScripted: true }, `${base}/en/staff/settings`);
      return { send: en["staff_settings.save_money"], done: en["staff_settings.saved"] };
    },
    "a change of an account": async (page) => {
      await open({ page, isScripted: true }, `${base}/en/staff/people/${await newMemberId()}`);
      await page.getByLabel(en["people.change_send_reset"]).check();
      await page.locator("form#change textarea").fill("Asked for it");
      return { send: en["people.change_submit"], done: en["people.changed"] };
    },
    "a correction of a balance": async (page) => {
      await open({ page, isScripted: true }, `${base}/en/staff/people/${await newMemberId()}`);
      await page.getByLabel(en["people.balance_add"]).check();
      await page.locator("form#balance input[name=amount]").fill("3.00");
      await page.locator("form#balance textarea").fill("A lost download of a fox");
      return { send: en["people.balance_submit"], done: en["people.balance_posted"] };
    },
    "a reply": async (page) => {
      const [row] = await withProductDatabase(
        (sql) => sql<{ id: string }[]>`
          INSERT INTO contact_messages (details, message, locale, created_at)
          VALUES (${sql.json({ first_name: "Ada", email: "ada@example.com" })}, 'Where?', 'en', now())
          RETURNING id::text`,
      );
      await open({ page, isScripted: true }, `${base}/en/staff/messages/${row?.id}`);
      await page.locator("form#reply textarea").fill("Here.");
      return { send: en["staff_messages.send"], done: en["staff_messages.sent"] };
    },
    "an issue": async (page) => {
      await open({ page, isScripted: true }, `${base}/en/staff/newsletter/issues/create`);
      await page.getByLabel(en["staff_newsletter.subject"]).fill("Foxes");
      await page.getByLabel(en["staff_newsletter.body"], { exact: true }).fill("Foxes.");
      return { send: en["staff_newsletter.save"], done: en["staff_newsletter.saved"] };
    },
    "a page": async (page) => {
      await open({ page, isScripted: true }, `${base}/en/staff/pages/licence/fr`);
      await page.getByLabel(en["staff_pages.content"]).fill("<p>Nous</p>");
      return { send: en["staff_pages.save"], done: en["staff_pages.saved"] };
    },
  };

  it.each(Object.keys(CASES))("is at the page's heading, in sight: %s", async (name) => {
    const staff = await signIn(browser, base, "staff");
    const { page, context } = staff;
    const found = await CASES[name]?.(page);
    if (!found) throw new Error(`no ${name}`);
    await button(page, found.send).press("Enter");
    await page.getByText(found.done).first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(focused).toBe("H1");
    expect(
      await page.locator("h1").evaluate((one) => one.getBoundingClientRect().top),
    ).toBeLessThan(page.viewportSize()?.height ?? 0);
    await context.close();
  });
});
