import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { afterEach, describe, expect, it } from "vitest";
import { profileResponseSchema } from "#api/contract/accounts.ts";
import en from "#locales/en.json" with { type: "json" };
import { PASSWORD } from "#tests/factories.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { newTitle, open, signIn } from "#tests/setup/browser/offer-screens.ts";
import { setLimit } from "#tests/setup/browser/two-people.ts";
import { payDeposit, playSandbox } from "#tests/setup/money/refunds.ts";
import { openDeposit } from "#tests/setup/money/top-up.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { createOffer } from "#tests/setup/product/product-offers.ts";
import { registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// A staff form whose record somebody else has decided before it is sent: the typed values stay
// beside the reason, and cannot be sent any more.

const base = workerProduct().url;
const browser = await openBrowser();
afterEach(async () => void (await setLimit(null)));

const newMember = () => registerUser(base, `stale-${randomUUID().slice(0, 8)}@example.com`);

/** Posts as another staff member, who is faster. */
async function deskPost(path: string, body: object): Promise<void> {
  const desk = await signInUser(base, "staff");
  const { status, text } = await desk.post(`/api/staff/${path}`, body);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
}

type Case = {
  path: string;
  /** Goes to the form, if its screen does not start with it. */
  reach?: (page: Page) => Promise<void>;
  /** The typed values by label. */
  typed: Record<string, string>;
  /** The choice that was made, which is repeated. */
  chosen?: string;
  button: string;
  change: () => Promise<unknown>;
  reason: string;
};

/** Opens the dialog of the row that contains this text, and chooses an outcome. */
const openDialog = (text: string) => async (page: Page) => {
  const row = page.getByRole("row").filter({ hasText: text });
  await row.getByRole("link", { name: en["staff_deposits.close_dispute"] }).click();
  await page.getByRole("radio").last().check();
};

const CASES: Record<string, () => Promise<Case>> = {
  "an offer that was declined": async () => {
    const id = await createOffer(await newMember(), newTitle());
    return {
      path: `/staff/offers/${id}`,
      typed: { [en["staff_offers.price"]]: "61.50", [en["staff_offers.message"]]: "We like it." },
      button: en["staff_offers.send_price"],
      change: () => deskPost(`offers/${id}/answer`, { decision: "declined" }),
      reason: en["errors.offer_answered"],
    };
  },
  "a balance of which another correction waits": async () => {
    const { id } = (await (await newMember()).get("/api/user/profile")).as(
      profileResponseSchema,
    ).payload;
    return {
      path: `/staff/people/${id}`,
      reach: (page) => page.getByLabel(en["people.balance_add"]).check(),
      typed: { [en["people.balance_amount"]]: "3.00", [en["people.reason"]]: "A lost download" },
      chosen: en["people.balance_add"],
      button: en["people.balance_submit"],
      change: async () => {
        await setLimit(999);
        const body = { direction: "add", amount: "20.00", reason: "Asked for it" };
        await deskPost(`people/${id}/balance`, { operation_id: randomUUID(), ...body });
      },
      reason: en["errors.balance_request_waiting"],
    };
  },
  "an account that was deleted": async () => {
    const member = await newMember();
    const { id } = await readProfile(member);
    return {
      path: `/staff/people/${id}`,
      reach: (page) => page.getByLabel(en["people.balance_take"]).check(),
      typed: { [en["people.balance_amount"]]: "2.00", [en["people.reason"]]: "Paid twice" },
      chosen: en["people.balance_take"],
      button: en["people.balance_submit"],
      change: () => member.delete("/api/user/delete", { password: PASSWORD }),
      reason: en["errors.not_found"],
    };
  },
  "a newsletter that was sent": async () => {
    const texts = { en: { subject: "Foxes", body: "Foxes." } };
    await deskPost("newsletter/issues", { operation_id: randomUUID(), texts });
    const [issue] = await withProductDatabase(
      (sql) => sql<{ id: string }[]>`SELECT max(id)::text AS id FROM newsletter_issues`,
    );
    const id = issue?.id ?? "";
    return {
      path: `/staff/newsletter/issues/${id}`,
      typed: {
        [en["staff_newsletter.subject"]]: "Foxes and owls",
        [en["staff_newsletter.body"]]: "Foxes, and an owl.",
      },
      button: en["staff_newsletter.save"],
      change: () =>
        withProductDatabase(
          (sql) =>
            sql`UPDATE newsletter_issues SET sent_at = now(), sent_by = author_id WHERE id = ${id}`,
        ),
      reason: en["errors.newsletter_sent"],
    };
  },
  "a refund that its provider has taken": async () => {
    const { id } = await payDeposit(await newMember(), 1_000);
    await withProductDatabase((sql) => sql`UPDATE deposits SET provider = 'gone' WHERE id = ${id}`);
    const body = { operation_id: randomUUID(), amount: "4.00", reason: "Asked for it" };
    await deskPost(`deposits/${id}/refund`, body);
    const become = (status: string) =>
      withProductDatabase(
        (sql) => sql`UPDATE refunds SET status = ${status}, attempts = 1, repeat_until = NULL
          WHERE deposit_id = ${id}`,
      );
    await become("unknown");
    return {
      path: "/staff/suspense",
      reach: openDialog(`#${id}`),
      typed: { [en["staff_payouts.evidence"]]: "Statement 12, line 7" },
      chosen: en["staff_orders.state.refund_failed"],
      button: en["staff_payouts.save"],
      change: () => become("pending"),
      reason: en["errors.refund_changed"],
    };
  },
  "a dispute that is closed": async () => {
    const member = await newMember();
    const { id, token } = await payDeposit(member, 1_000);
    await playSandbox(member, token, "dispute");
    return {
      path: "/staff/disputes",
      reach: openDialog(`#${id}`),
      typed: { [en["staff_payouts.evidence"]]: "Letter of the bank" },
      chosen: en["staff_orders.state.lost"],
      button: en["staff_payouts.save"],
      change: async () => {
        const [dispute] = await withProductDatabase(
          (sql) => sql<{ id: string }[]>`
            SELECT id::text FROM disputes WHERE deposit_id = ${id}`,
        );
        const body = { outcome: "won", evidence: "The bank's page" };
        await deskPost(`disputes/${dispute?.id}/close`, body);
      },
      reason: en["errors.dispute_changed"],
    };
  },
  "a deposit that is credited": async () => {
    const { id } = await openDeposit(await newMember());
    return {
      path: `/staff/deposits/${id}`,
      typed: { [en["staff_payouts.evidence"]]: "Statement 12, line 8" },
      button: en["staff_deposits.settle_now"],
      change: () => deskPost(`deposits/${id}/settle`, { evidence: "Seen it", review: "" }),
      reason: en["errors.deposit_changed"],
    };
  },
};

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it.each(Object.keys(CASES))("what was typed for %s stays", async (name) => {
    const found = await CASES[name]?.();
    if (!found) throw new Error(`no ${name}`);
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en${found.path}`);
    await found.reach?.(page);
    const entries = Object.entries(found.typed);
    const field = (label: string) => page.getByLabel(label, { exact: true }).first();
    for (const [label, text] of entries) await field(label).fill(text);
    await found.change();
    const button = page.getByRole("button", { name: found.button });
    await button.click();
    await page.getByRole("alert").filter({ hasText: found.reason }).waitFor();
    // The updated page; until then the previous form is there, with its button pressed.
    await page.locator("textarea[readonly]").first().waitFor();
    expect(await button.count()).toBe(0);
    expect(await page.getByText(found.reason, { exact: true }).count()).toBe(1);
    for (const [label, text] of entries) expect(await field(label).inputValue()).toBe(text);
    const chosen = await page.locator("form dd").allInnerTexts();
    expect(chosen).toEqual(found.chosen === undefined ? [] : [found.chosen]);
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    await staff.context.close();
  });
});
