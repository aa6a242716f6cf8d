import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  PAYER,
  type StubbedShop,
  type StubReply,
  startStubbedShop,
} from "#tests/setup/api/stubbed-shop.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { fillOffer } from "#tests/setup/browser/offer-screens.ts";

// The texts of spec §8 on the screens, verbatim: a shop in front of an API, one of whose calls
// fails in the ways that the specification distinguishes.

const ENTRY = { id: 1, title: "Bauhaus", name: "Bauhaus", url: "bauhaus" };
const SETTINGS = {
  internal_currency_name: "Credits",
  company_name: "Fox",
  is_reg_enabled: true,
  is_email_verification_enabled: false,
};
const REPLIES: Record<string, unknown> = {
  "/api/settings": { status: "OK", payload: SETTINGS },
  "/api/languages": { status: "OK", payload: [{ code: "en" }] },
  "/api/localization/en/words": { payload: {} },
  "/api/user/profile": {
    payload: { email: "ada@example.test", balance: "50.00", is_email_verified: true },
  },
  "/api/countries": { payload: [{ id: "EE", name: "Estonia" }] },
  "/api/categories": { data: [ENTRY] },
  "/api/styles": { data: [ENTRY] },
  "/api/deposit/validate": { status: "OK", payload: ["card", "sepa"] },
};
const NO_REASON = { status: 200, body: { status: "ERROR" } };
const BROKEN = { status: 500, body: { message: "Server Error" } };

const browser = await openBrowser();
let shop: StubbedShop;
/** The call that currently fails, and its response. */
let failing: { path: string; reply: StubReply } | null = null;

beforeAll(async () => {
  shop = await startStubbedShop((_method, path) => {
    const ok = REPLIES[path] ?? { status: "OK", payload: [], data: [] };
    return failing?.path === path ? failing.reply : { status: 200, body: ok };
  });
});
afterEach(() => {
  failing = null;
});
afterAll(() => shop.remove());

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  const openAsMember = (path: string) => shop.openAsMember(browser, isScripted, path);

  it.each([
    { how: "fails", reply: BROKEN, text: "An error occurred while fetching offers" },
    { how: "is not OK", reply: NO_REASON, text: "Failed to fetch offers" },
    {
      how: "is not OK and says why",
      reply: { status: 400, body: { message: "Offers are closed on Sundays." } },
      text: "Offers are closed on Sundays.",
    },
  ])("the list of offers, when it $how", async ({ reply, text }) => {
    failing = { path: "/api/offer/history", reply };
    const page = await openAsMember("/en/dashboard/offers");
    await page.getByRole("alert").getByText(text, { exact: true }).waitFor();
    await page.context().close();
  });

  it("a page that cannot be shown, with the reference that the log has, and may be tried again", async () => {
    failing = { path: "/api/products/red-square", reply: BROKEN };
    const page = await openAsMember("/en/products/red-square");
    const text = await page.getByText(/^Reference: /).textContent();
    const reference = /^Reference: ([A-Z]{4}(?:-[A-Z]{4}){2})$/.exec(text ?? "")?.[1];
    expect(reference).toBeDefined();
    const lines = shop.output().split("\n");
    const logged = lines.filter((line) => line.includes(`"requestId":"${reference}"`));
    expect(logged.map((line) => JSON.parse(line).msg)).toContain("GET /en/products/red-square");
    failing.reply = { status: 404, body: { message: "Not found" } };
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    expect(await page.getByRole("link", { name: "Try again" }).count()).toBe(0);
    await page.context().close();
  });

  it("a new offer, when it fails in one way after the other", async () => {
    const page = await openAsMember("/en/dashboard/offers/create");
    await fillOffer(page, "Red square");
    for (const [message, text] of [
      ["Server Error", "An unexpected error occurred while creating the offer."],
      ["Trying to access array offset on value of type null", "API error. Please contact support."],
      [
        "Bad Gateway",
        "Payment gateway error. Please try again later or use a different payment method.",
      ],
      [null, "Failed to create offer (API error)"],
    ]) {
      const reply = message === null ? NO_REASON : { status: 500, body: { message } };
      failing = { path: "/api/offer/create", reply };
      // Only scripts keep the chosen file after a failure.
      if (!isScripted) await fillOffer(page, "Red square");
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page
        .getByRole("alert")
        .getByText(text ?? "", { exact: true })
        .waitFor();
    }
    await page.context().close();
  });

  it.each([
    { path: "/api/deposit/validate-amount", place: "the amount" },
    { path: "/api/deposit/validate", place: "the form" },
  ])("a top-up that $path does not allow without a reason says so at $place", async ({ path }) => {
    for (const reply of [NO_REASON, BROKEN]) {
      failing = { path, reply };
      const page = await openAsMember("/en/dashboard/deposits/create?amount=20.00");
      for (const [label, value] of Object.entries(PAYER)) {
        await page.getByLabel(label, { exact: true }).fill(value);
      }
      if (isScripted) {
        await page.getByRole("combobox", { name: "Country" }).fill("Eston");
        await page.getByRole("option", { name: "Estonia" }).click();
      } else {
        await page.getByLabel("Country").selectOption("EE");
      }
      await page.getByRole("button", { name: "Continue to payment" }).click();
      await page.getByRole("alert").getByText("Validation failed").waitFor();
      const amount = page.getByLabel("Amount in EUR");
      const isAtAmount = (await amount.getAttribute("aria-invalid")) === "true";
      expect(isAtAmount).toBe(path.endsWith("amount"));
      await page.context().close();
    }
  });
});
