import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { afterEach, describe, expect, it } from "vitest";
import { depositHistoryResponseSchema } from "#api/contract/deposits.ts";
import en from "#locales/en.json" with { type: "json" };
import { readProfile } from "#tests/setup/api/reads.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn, skipChecks } from "#tests/setup/browser/offer-screens.ts";
import { employ, setLimit } from "#tests/setup/browser/two-people.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { balanceOf, openDeposit } from "#tests/setup/money/top-up.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// A form keeps its state while another form of its page is sent: its error, its operation id (so
// that sending it again has one effect), and the version of the record that it is for. If the page
// then shows a record version that the form is not for, the typed text stays to be copied.

const base = workerProduct().url;
const browser = await openBrowser();

const DEPOSIT = {
  "Amount in EUR": "20",
  "First name": "Mari",
  "Last name": "Tamm",
  Email: "mari@example.com",
  "Phone number": "+372 600 1000",
  Address: "Pikk 1",
  "Post code": "10123",
  City: "Tallinn",
};

const button = (where: Page, name: string) => where.getByRole("button", { name, exact: true });

/** Lets the next POST to a matching address take effect, and loses the response. */
async function loseNext(page: Page, address: RegExp): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch();
    await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
  });
}

/** Creates a new member and opens the staff's page about them. */
async function openPerson(isScripted: boolean) {
  const member = await registerUser(base, `p-${randomUUID().slice(0, 8)}@example.com`);
  const { id } = await readProfile(member);
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
  return { ...staff, id, member, type, sendLink, send, operation, reason };
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

it("a change of an account is emptied once it was made, and not while it is rejected", async () => {
  const person = await openPerson(true);
  const { page } = person;
  const email = page.getByLabel(en["people.change_email"]);
  const reason = page.locator("form#change textarea");
  await email.check();
  await reason.fill("Asked for it");
  await button(page, en["people.change_submit"]).click();
  await page.locator("form#change [aria-invalid]").waitFor();
  expect([await email.isChecked(), await reason.inputValue()]).toEqual([true, "Asked for it"]);
  await person.sendLink();
  await expect.poll(() => reason.inputValue()).toBe("");
  expect(await page.locator("form#change input[type=radio]:checked").count()).toBe(0);
  expect(await page.locator("form#change [aria-invalid]").count()).toBe(0);
  await person.context.close();
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
  // The same values again are another correction.
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

it("a deposit whose response was lost is opened once, also after a choice of cookies", async () => {
  const { page, context, agent } = await signIn(browser, base, "buyer");
  const count = async () =>
    (await agent.get("/api/deposit/history")).as(depositHistoryResponseSchema).payload.length;
  const before = await count();
  await open({ page, isScripted: true }, `${base}/en/dashboard/deposits/create`);
  const main = page.getByRole("main");
  for (const [label, text] of Object.entries(DEPOSIT)) {
    await main.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByRole("combobox", { name: "Country" }).fill("Eston");
  await page.getByRole("option", { name: "Estonia" }).click();
  await main.getByRole("radio").first().check();
  await loseNext(page, /deposits\/create\.data/);
  await button(page, "Continue to payment").click();
  const lost = main.getByRole("alert").first();
  await lost.waitFor();
  await button(page, en["cookies.essentials"]).click();
  await button(page, en["cookies.essentials"]).waitFor({ state: "detached" });
  expect(await lost.count()).toBe(1);
  await button(page, "Continue to payment").click();
  await page.waitForURL(/\/sandbox-payment\//);
  expect(await count()).toBe(before + 1);
  await context.close();
});

describe("a form whose record is in another state once another form of the page has loaded it", () => {
  afterEach(async () => void (await setLimit(null)));
  const late = (page: Page) => page.locator("textarea[readonly]");
  const desk = async (path: string, body: object) => {
    const { status, text } = await (await signInUser(base, "staff")).post(
      `/api/staff/${path}`,
      body,
    );
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  };
  const newMember = () => registerUser(base, `b-${randomUUID().slice(0, 8)}@example.com`);

  it("a correction of a balance of which another waits", async () => {
    const person = await openPerson(true);
    const { page } = person;
    await person.type("3.00");
    await page.getByLabel(en["people.balance_take"]).check();
    await setLimit(999);
    const body = { direction: "add", amount: "20.00", reason: "Asked for it" };
    await desk(`people/${person.id}/balance`, { operation_id: randomUUID(), ...body });
    await page.getByLabel(en["people.change_send_reset"]).check();
    await page.locator("form#change textarea").fill("Asked for it");
    await button(page, en["people.change_submit"]).click();
    const reason = page.getByText(en["errors.balance_request_waiting"]);
    await reason.waitFor();
    const typed = () => late(page).evaluateAll((boxes) => boxes.map((box) => box.textContent));
    expect(await typed()).toEqual(["3.00", "A lost download of a fox"]);
    const chosen = page.locator("form#balance dd");
    expect(await chosen.allInnerTexts()).toEqual([en["people.balance_take"]]);
    expect(await button(page, en["people.balance_submit"]).count()).toBe(0);
    expect(await listFindings(page)).toEqual([]);
    // A form that nobody has sent is unaffected by the end of the other one.
    await button(page, en["staff.reject"]).click();
    await button(page, en["people.balance_submit"]).waitFor();
    expect(await late(page).count()).toBe(0);

    // A correction that was sent no longer counts as typed, although it waits for approval.
    await person.type("20.00");
    await person.send();
    await page.getByText(en["people.balance_requested"]).first().waitFor();
    await button(page, en["staff.reject"]).waitFor();
    expect(await late(page).count()).toBe(0);
    await person.context.close();
  });

  it("both decisions about a deposit that is credited", async () => {
    const { id } = await openDeposit(await newMember());
    const review = "paid 9.99 EUR instead of 10.00 EUR";
    await withProductDatabase(
      (sql) => sql`UPDATE deposits SET needs_review = ${review} WHERE id = ${id}`,
    );
    const staff = await signIn(browser, base, "staff");
    const { page } = staff;
    await open(staff, `${base}/en/staff/deposits/${id}`);
    await page.locator("form#settle textarea").fill("Statement 12, one cent short");
    await page.locator("form#end textarea").fill("Nothing came");
    await desk(`deposits/${id}/settle`, { evidence: "Seen it", review });
    await button(page, en["staff_deposits.end_now"]).click();
    await late(page).first().waitFor();
    const typed = () => late(page).evaluateAll((boxes) => boxes.map((box) => box.textContent));
    expect(await typed()).toEqual(["Statement 12, one cent short", "Nothing came"]);
    expect(await button(page, en["staff_deposits.settle_now"]).count()).toBe(0);
    await staff.context.close();
  });

  it("a text of an issue that is sent", async () => {
    const texts = { en: { subject: "Foxes", body: "Foxes." } };
    await desk("newsletter/issues", { operation_id: randomUUID(), texts });
    const [issue] = await withProductDatabase(
      (sql) => sql<{ id: string }[]>`SELECT max(id)::text AS id FROM newsletter_issues`,
    );
    const staff = await signIn(browser, base, "staff");
    const { page } = staff;
    await open(staff, `${base}/en/staff/newsletter/issues/${issue?.id}`);
    await page.getByLabel(en["staff_newsletter.body"], { exact: true }).fill("Foxes, and an owl.");
    await withProductDatabase(
      (sql) => sql`UPDATE newsletter_issues SET sent_at = now(), sent_by = author_id
        WHERE id = ${issue?.id ?? ""}`,
    );
    await button(page, en["staff_newsletter.test"]).click();
    await page.getByText(en["errors.newsletter_sent"]).first().waitFor();
    await late(page).waitFor();
    expect(await late(page).inputValue()).toBe("Foxes, and an owl.");
    await staff.context.close();
  });

  it("an approval of a deposit is for the review that it was opened for", async () => {
    const member = await newMember();
    const { id } = await openDeposit(member);
    const become = (review: string) =>
      withProductDatabase(
        (sql) => sql`UPDATE deposits SET needs_review = ${review} WHERE id = ${id}`,
      );
    const review = "paid 9.99 EUR instead of 10.00 EUR";
    await become(review);
    await setLimit(999);
    await desk(`deposits/${id}/settle`, { evidence: "Seen it", review });
    const colleague = await employ(browser, base, true);
    const { page } = colleague;
    await open(colleague, `${base}/en/staff/deposits/${id}`);
    const seen = page.locator("form#settle-decision input[name=review]");
    await become("paid 1.00 EUR instead of 10.00 EUR");
    await page.locator("form#end textarea").fill(" ");
    await skipChecks(page, "form#end");
    await button(page, en["staff_deposits.end_now"]).click();
    await page.getByText("paid 1.00 EUR").first().waitFor();
    await button(page, en["staff.approve"]).waitFor();
    expect(await seen.inputValue()).toBe(review);
    await button(page, en["staff.approve"]).click();
    await page.getByText(en["errors.deposit_changed"]).first().waitFor();
    expect(await balanceOf(member)).toBe(0);
    // The text now refers to the review that the page shows.
    await expect.poll(() => seen.inputValue()).toContain("paid 1.00 EUR");
    await colleague.context.close();
  });

  it("a refund's outcome is for the state that it was opened for", async () => {
    const { id } = await payDeposit(await newMember(), 1_000);
    const become = (status: string) =>
      withProductDatabase(
        (sql) => sql<{ id: number }[]>`UPDATE refunds SET status = ${status}, attempts = 1,
          repeat_until = NULL WHERE deposit_id = ${id} RETURNING id`,
      );
    await withProductDatabase((sql) => sql`UPDATE deposits SET provider = 'gone' WHERE id = ${id}`);
    const body = { operation_id: randomUUID(), amount: "10.00", reason: "Asked for it" };
    await desk(`deposits/${id}/refund`, body);
    const [refund] = await become("unknown");
    await setLimit(999);
    const mark = { state: "failed", seen: "unknown", evidence: "Their page" };
    await desk(`refunds/${refund?.id}/mark`, mark);
    const colleague = await employ(browser, base, true);
    const { page } = colleague;
    await open(colleague, `${base}/en/staff/suspense?refund=${refund?.id}`);
    const form = page.locator("form#mark-refund");
    const seen = form.locator("input[name=seen]");
    await form.getByRole("radio").first().check();
    await form.locator("textarea").fill("Statement 12, line 7");
    /** Sends the decision beside it with an invalid value. */
    const reject = async () => {
      const approve = button(page, en["staff.approve"]);
      await approve.evaluate((element: HTMLButtonElement) => {
        element.value = "neither";
      });
      const loaded = page.waitForResponse(
        (response) => response.request().method() === "GET" && response.url().includes(".data"),
      );
      await approve.click();
      await loaded;
    };
    await reject();
    await page.getByRole("alert").first().waitFor();
    await button(page, en["staff.approve"]).waitFor();
    expect(await seen.inputValue()).toBe("unknown");
    expect(await form.locator("textarea").inputValue()).toBe("Statement 12, line 7");

    // Its provider has accepted it, so it is no longer in the list.
    await become("pending");
    await reject();
    await late(page).waitFor();
    expect(await late(page).inputValue()).toBe("Statement 12, line 7");
    await page.getByText(en["errors.refund_changed"]).first().waitFor();
    expect(await button(page, en["staff_payouts.save"]).count()).toBe(0);
    await page.keyboard.press("Escape");
    await late(page).waitFor({ state: "detached" });
    await colleague.context.close();
  });
});
