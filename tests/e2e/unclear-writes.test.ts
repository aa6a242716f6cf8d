import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  PAYER,
  type StubbedShop,
  type StubReply,
  startStubbedShop,
} from "#tests/setup/api/stubbed-shop.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";

// A shop in front of another company's API, whose purchase and top-up calls fail as each test sets.

type Behaviour = "done" | "broken" | "gone";
const PRODUCT = { id: 7, slug: "fox", title: "Fox", price: "2.90" };
const PROFILE = { email: "ada@example.test", balance: "50.00", is_email_verified: true };

const browser = await openBrowser();
let shop: StubbedShop;
let behaviour: Behaviour = "done";
/** Whether everything except the first purchase call fails too. */
let isAllGone = false;
let redirectUrl: string | null = null;
let deposits: Record<string, unknown>[] = [];

const json = (body: unknown, status = 200): StubReply => ({ status, body });

function respond(method: string, path: string): StubReply | null {
  if (method === "POST" && /purchase\/prompt|deposit\/(?:checkout|9\/)/.test(path)) {
    if (behaviour === "gone") return null;
    if (behaviour === "broken") return json({ message: "Server Error" }, 500);
    return json({ status: "OK", message: null, redirect_url: redirectUrl });
  }
  if (method === "POST") return json({ status: "OK" });
  if (isAllGone && !/settings|languages|words/.test(path)) return json({}, 503);
  if (path === "/api/products/fox") return json({ data: PRODUCT });
  if (path === "/api/user/profile") return json({ payload: PROFILE, message: null });
  if (path === "/api/languages") return json({ status: "OK", payload: [{ code: "en" }] });
  if (path === "/api/settings") {
    const company = { internal_currency_name: "Credits", company_name: "Fox" };
    const flags = { is_reg_enabled: true, is_email_verification_enabled: false };
    return json({ status: "OK", payload: { ...company, ...flags }, message: null });
  }
  if (path === "/api/deposit/history") return json({ status: "OK", payload: deposits });
  if (path === "/api/countries") return json({ payload: [{ id: "EE", name: "Estonia" }] });
  if (/words$/.test(path)) return json({ payload: {} });
  if (/categories|styles|products/.test(path)) {
    return json({ data: [], meta: { current_page: 1, last_page: 1 } });
  }
  return json({ status: "OK", payload: [], message: null });
}

beforeAll(async () => {
  shop = await startStubbedShop(respond);
});
afterAll(() => shop.remove());

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  const buy = async () => {
    const page = await shop.openAsMember(browser, isScripted, "/en/products/fox?buy=1");
    await page.getByRole("button", { name: /^Buy and pay/ }).click();
    return page;
  };

  // A "done" write is acknowledged by its status alone, and no order shows it.
  it.each<Behaviour>([
    "done",
    "broken",
    "gone",
  ])("a purchase whose call is %s is not known", async (how) => {
    behaviour = how;
    const page = await buy();
    const alert = page.getByRole("dialog").getByRole("alert");
    await alert.filter({ hasText: "Failed to purchase prompt" }).waitFor();
    const text = await alert.innerText();
    expect(text).toContain("We do not know whether you were charged.");
    expect(text).not.toMatch(/try again|not been charged/);
    await alert.getByRole("link", { name: "View orders" }).click();
    await page.waitForURL(/\/en\/dashboard$/);
    await page.context().close();
  });

  it("a purchase is not known either when nothing responds any more", async () => {
    behaviour = "gone";
    const page = await shop.openAsMember(browser, isScripted, "/en/products/fox?buy=1");
    isAllGone = true;
    await page.getByRole("button", { name: /^Buy and pay/ }).click();
    await page.getByText("We do not know whether you were charged.").waitFor();
    expect(await page.getByRole("main").innerText()).not.toMatch(/try again/i);
    isAllGone = false;
    await page.context().close();
  });

  it("a guard that cannot find out redirects to login with a note, and from there back", async () => {
    isAllGone = true;
    const page = await shop.openAsMember(browser, isScripted, "/en/dashboard/deposits");
    await page.waitForURL(/\/en\/login\?redirect=.*&unsure=1$/);
    await page.getByText("We could not check whether you are signed in.").waitFor();
    isAllGone = false;
    await page.reload();
    await page.waitForURL(/\/en\/dashboard\/deposits$/);
    await page.context().close();
  });

  it("a top-up goes on as far as the response leads, and no further", async () => {
    behaviour = "done";
    const fill = async () => {
      const page = await shop.openAsMember(
        browser,
        isScripted,
        "/en/dashboard/deposits/create?amount=20.00",
      );
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
      return page;
    };
    redirectUrl = null;
    const opened = await fill();
    await opened.waitForURL(/\/en\/dashboard\/deposits$/);
    await opened.getByText("Your deposit has been created.").waitFor();
    await opened.context().close();

    redirectUrl = "https://evil.test/pay";
    const stopped = await fill();
    await stopped.getByText("The payment gateway may be unavailable.").waitFor();
    expect(new URL(stopped.url()).origin).toBe(shop.url);
    await stopped.context().close();

    behaviour = "gone";
    const lost = await fill();
    await lost.getByText("We do not know whether your deposit was created.").waitFor();
    await lost.context().close();
  });

  it("a payment page that was left is only called closed when it is", async () => {
    const row = { id: 9, amount: "10.00", status: "pending", created_at: "2026-11-20T10:00:00Z" };
    const press = async (name: RegExp) => {
      const page = await shop.openAsMember(browser, isScripted, "/en/dashboard/deposits");
      await page.getByRole("table").getByRole("button", { name }).click();
      return page;
    };
    deposits = [{ ...row, can_continue: true, can_cancel: true }];
    for (const how of ["broken", "gone"] as const) {
      behaviour = how;
      const page = await press(/^Cancel/);
      const alert = page.getByRole("alert");
      await alert
        .filter({ hasText: "has not confirmed that the payment page is closed" })
        .waitFor();
      expect(await page.getByRole("table").getByText("Pending").count()).toBe(1);
      await page.context().close();
    }
    behaviour = "done";
    redirectUrl = "https://evil.test/pay";
    const stopped = await press(/^Continue payment/);
    await stopped.getByText("The payment gateway may be unavailable.").waitFor();
    expect(new URL(stopped.url()).origin).toBe(shop.url);
    await stopped.context().close();

    // A server without pagination returns the same list for every page.
    deposits = [row];
    const plain = await shop.openAsMember(browser, isScripted, "/en/dashboard/deposits");
    await plain.getByRole("table").getByText("Pending").waitFor();
    expect(await plain.getByRole("table").getByRole("button").count()).toBe(0);
    await plain.context().close();
  });
});
