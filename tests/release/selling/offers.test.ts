import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import {
  acceptUpToBank,
  createPricedOffer,
  fillContact,
  makeOffer,
  nameOurPrice,
  newTitle,
  open,
  openOffer,
  RIGHT_IBAN,
  type Somebody,
  signIn,
  signInAgain,
  signUp,
  skipChecks,
} from "#tests/setup/browser/offer-screens.ts";
import { createOffer } from "#tests/setup/product/product-offers.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();
let staff: Somebody;

beforeAll(async () => {
  staff = await signIn(browser, base, "staff");
});

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it("an offer is priced, accepted step by step, and its money waits for verification", async () => {
    const maker = await signUp(browser, base, isScripted);
    const { page } = maker;
    const title = newTitle();
    await makeOffer(maker, base, title);
    await nameOurPrice(staff, base, title, "42.00");

    await open(maker, `${base}/en/dashboard/offers`);
    const row = page.getByRole("row").filter({ hasText: title });
    expect(await row.innerText()).toMatch(/\bOffer\b/);
    const id = await openOffer(maker, base, title);
    const details = await page.getByRole("dialog").innerText();
    expect(details).toContain("€42.00");
    expect(details).toContain("We like the red.");
    expect(details).toContain("as soon as your profile is verified");

    await page.getByRole("link", { name: "Accept", exact: true }).click();
    await page.getByRole("dialog", { name: "Contact details" }).waitFor();
    expect(await page.getByRole("dialog").getByLabel("Email").inputValue()).toBe(maker.email);
    await skipChecks(page, "dialog form");
    await page.getByRole("button", { name: "Next" }).click();
    const alert = page.getByRole("dialog").getByRole("alert");
    await alert.filter({ hasText: "First name is required" }).waitFor();
    expect(await alert.innerText()).toContain("Please fix the following errors");
    await fillContact(maker);
    await page.getByRole("button", { name: "Next" }).click();
    const bank = page.getByRole("dialog", { name: "Payment details" });
    await bank.getByText("Please enter your bank details to accept payment").waitFor();
    expect(page.url(), "nothing typed stands in an address").not.toContain("Mari");

    await page.getByRole("button", { name: "Back to the contact details" }).click();
    await page.getByRole("dialog", { name: "Contact details" }).waitFor();
    expect(await page.getByLabel("City").inputValue()).toBe("Tallinn");
    await page.getByRole("button", { name: "Next" }).click();
    await bank.waitFor();

    expect(await bank.getByLabel("Full name").inputValue()).toBe("Mari Tamm");
    const consent = bank.locator("label", { hasText: "I accept the price" });
    expect(await consent.innerText()).toBe("I accept the price and agree to the terms.");
    const terms = consent.getByRole("link", { name: "terms", exact: true });
    expect(await terms.getAttribute("href")).toBe("/en/page/terms");
    await bank.getByLabel("Full name").fill("");
    await bank.getByLabel("Bank account number").fill("ee38 2200 2210 2014 5685");
    await skipChecks(page, "dialog form");
    await page.getByRole("button", { name: "Confirm" }).click();
    await alert.filter({ hasText: "Full name is required" }).waitFor();
    expect(await alert.getByRole("link").allInnerTexts()).toEqual([
      "Full name is required",
      "Invalid IBAN format",
      "You must agree to the terms",
    ]);
    await bank.getByLabel("Full name").fill("Mari Tamm");
    await bank.getByLabel("Bank account number").fill("EE38 2200 2210 2014 5686");
    await bank.getByLabel(/agree to the terms/).check();
    await page.getByRole("button", { name: "Confirm" }).click();
    await alert.filter({ hasText: "The check digits of this IBAN are wrong" }).waitFor();
    // Opened again, its address shows its step with everything but the account and the consent:
    // those are in no address and in no cookie.
    const rejected = await page.context().newPage();
    await rejected.goto(page.url());
    const again = rejected.getByRole("dialog", { name: "Payment details" });
    expect(await again.getByLabel("Full name").inputValue()).toBe("Mari Tamm");
    expect(await again.getByLabel("Bank account number").inputValue()).toBe("");
    expect(await again.getByLabel(/agree to the terms/).isChecked()).toBe(false);
    expect(await again.getByRole("alert").count()).toBe(0);
    await rejected.close();
    await bank.getByLabel("Bank account number").fill(RIGHT_IBAN);
    await bank.getByLabel(/agree to the terms/).check();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL(new RegExp(`\\?offer=${id}&step=result$`));
    const result = page.getByRole("dialog", { name: "Deal is completed" });
    await result.getByText("€42.00 is waiting for your verification").waitFor();
    expect(await result.innerText()).toContain("EE38 •••• 5685");

    await result.getByRole("link", { name: "Details" }).click();
    const decided = page.getByRole("dialog", { name: title });
    await decided.getByText("Final price").waitFor();
    expect(await decided.locator("s").innerText()).toContain("€60.50");
    await open(maker, `${base}/en/dashboard/offers?offer=${id}&step=bank`);
    expect(await page.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    await maker.context.close();
  });

  it("a declined offer says so, and shows the price that was declined", async () => {
    const maker = await signUp(browser, base, isScripted);
    const { page } = maker;
    const title = newTitle();
    await createPricedOffer(maker, { staff, title, price: "5" });
    const id = await openOffer(maker, base, title);
    // With an expired session nothing is declined, and no other action starts.
    expect((await maker.agent.post("/api/logout", {})).status).toBe(200);
    await page.getByRole("button", { name: "Decline" }).click();
    await signInAgain(maker);
    await page.getByRole("dialog", { name: title }).waitFor();
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("dialog", { name: "Deal is declined" }).waitFor();
    await open(maker, `${base}/en/dashboard/offers?offer=${id}`);
    const details = await page.getByRole("dialog").innerText();
    expect(details).toContain("Declined price");
    expect(details).toContain("Declined by you");
    await maker.context.close();
  });

  it("from 150.00 on only a verified profile goes on, whatever way it comes", async () => {
    const maker = await signUp(browser, base, isScripted);
    const { page } = maker;
    const title = newTitle();
    await createPricedOffer(maker, { staff, title, price: "150" });
    const id = await openOffer(maker, base, title);
    await page.getByRole("link", { name: "Accept", exact: true }).click();
    const verificationDialog = page.getByRole("dialog", { name: "Verification required" });
    await verificationDialog.getByText("Please verify your profile to withdraw funds").waitFor();
    const verify = verificationDialog.getByRole("link", { name: "Verify" });
    expect(await verify.getAttribute("href")).toBe("/en/dashboard/verification");
    await verificationDialog.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("dialog", { name: title }).waitFor();
    await open(maker, `${base}/en/dashboard/offers?offer=${id}&step=contact`);
    await verificationDialog.waitFor();
    await maker.context.close();
  });

  it("a bank form whose session was over is there again after the sign-in", async () => {
    const maker = await signUp(browser, base, isScripted);
    const { page, context } = maker;
    await acceptUpToBank(maker, { staff, base, title: newTitle(), price: "42" });
    await page.getByLabel("Bank account number").fill(RIGHT_IBAN);
    await page.getByLabel("Full name").fill("Mari-Liis Tamm");
    await page.getByLabel(/agree to the terms/).check();
    // At the server: in the browser, a pending response would restore cleared cookies.
    expect((await maker.agent.post("/api/logout", {})).status).toBe(200);
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(await signInAgain(maker)).not.toContain("2200");

    const bank = page.getByRole("dialog", { name: "Payment details" });
    const failure = "Authentication error. Please log in again and try once more.";
    await bank.getByRole("alert").filter({ hasText: failure }).waitFor();
    expect(await bank.getByLabel("Bank account number").inputValue()).toBe(RIGHT_IBAN);
    expect(await bank.getByLabel("Full name").inputValue()).toBe("Mari-Liis Tamm");
    expect(await bank.getByLabel(/agree to the terms/).isChecked()).toBe(false);
    await bank.getByLabel(/agree to the terms/).check();
    await bank.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("dialog", { name: "Deal is completed" }).waitFor();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("kept_form");
    await context.close();
  });

  it("another price than was seen is not accepted: the new one is shown", async () => {
    const maker = await signUp(browser, base, isScripted);
    const { page } = maker;
    const title = newTitle();
    await acceptUpToBank(maker, { staff, base, title, price: "42" });

    await open(staff, `${base}/en/staff/offers?status=offer`);
    await staff.page.getByRole("link", { name: title }).click();
    await staff.page.getByRole("heading", { name: "Correct our price" }).waitFor();
    await staff.page.getByLabel("Our price in EUR").fill("40");
    await staff.page.getByRole("button", { name: "Send our price" }).click();
    await staff.page.getByText("The price has been sent.").waitFor();

    await page.getByLabel("Bank account number").fill(RIGHT_IBAN);
    await page.getByLabel(/agree to the terms/).check();
    await page.getByRole("button", { name: "Confirm" }).click();
    const alert = page.getByRole("dialog", { name: title }).getByRole("alert");
    await alert.filter({ hasText: "Our price has changed. Please check it again." }).waitFor();
    await page.getByRole("dialog").getByText("€40.00").waitFor();
    await maker.context.close();
  });
});

describe("with JavaScript", () => {
  it("each step has the focus at its name, and a phone shows a German account in full", async () => {
    const maker = await signUp(browser, base);
    const { page } = maker;
    await acceptUpToBank(maker, { staff, base, title: newTitle(), price: "42" });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe("Payment details");
    await page.setViewportSize({ width: 360, height: 740 });
    const iban = page.getByLabel("Bank account number");
    await iban.fill("DE89 3704 0044 0532 0130 00");
    expect(await iban.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    // The longest IBAN scrolls with the caret.
    await iban.fill("MT31 MALT 0110 0001 2345 MTLC AST0 01S9 99");
    await iban.press("End");
    expect(await iban.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
    await maker.context.close();
  });

  it("the browser's back button goes through the steps, with what was typed", async () => {
    const maker = await signUp(browser, base);
    const { page } = maker;
    const title = newTitle();
    await acceptUpToBank(maker, { staff, base, title, price: "42" });
    // The step is shown a moment before its address changes.
    await page.waitForURL(/&step=bank$/);
    await page.goBack();
    await page.getByRole("dialog", { name: "Contact details" }).waitFor();
    expect(await page.getByLabel("City").inputValue()).toBe("Tallinn");
    await page.goBack();
    await page.getByRole("dialog", { name: title }).waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await maker.context.close();
  });
});

describe("without JavaScript", () => {
  it("a reload shows the bank's step, and Back after the deal the offer: no form to send again", async () => {
    const maker = await signUp(browser, base, false);
    const { page } = maker;
    const title = newTitle();
    await acceptUpToBank(maker, { staff, base, title, price: "42" });
    const sent: string[] = [];
    page.on("request", (request) => void sent.push(request.method()));
    await page.reload();
    await page.getByRole("dialog", { name: "Payment details" }).waitFor();
    expect(sent).not.toContain("POST");
    await page.getByLabel("Bank account number").fill(RIGHT_IBAN);
    await page.getByLabel(/agree to the terms/).check();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("dialog", { name: "Deal is completed" }).waitFor();
    await page.goBack();
    const decided = page.getByRole("dialog", { name: title });
    await decided.getByText("Final price").waitFor();
    await maker.context.close();
  });
});

describe("with JavaScript, the bank's step", () => {
  it("stays as it was typed when it gets lost, and goes out when sent again", async () => {
    const maker = await signUp(browser, base);
    const { page } = maker;
    const title = newTitle();
    await acceptUpToBank(maker, { staff, base, title, price: "42" });
    await page.getByLabel("Bank account number").fill(RIGHT_IBAN);
    await page.getByLabel(/agree to the terms/).check();
    await maker.context.setOffline(true);
    await page.getByRole("button", { name: "Confirm" }).click();
    const failure = "We do not know whether this was carried out";
    await page.getByRole("dialog").getByRole("alert").filter({ hasText: failure }).waitFor();
    expect(await page.getByLabel("Bank account number").inputValue()).toBe(RIGHT_IBAN);
    await maker.context.setOffline(false);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("dialog", { name: "Deal is completed" }).waitFor();
    await maker.context.close();
  });
});

describe("what is somebody else's", () => {
  it("an offer is as unknown as one that never was, and so is its picture", async () => {
    const maker = await signUp(browser, base);
    const title = newTitle();
    const id = await createOffer(maker.agent, title);
    const other = await signUp(browser, base);
    const response = await open(other, `${base}/en/dashboard/offers?offer=${id}`);
    expect(response?.status()).toBe(404);
    const main = other.page.getByRole("main");
    await main.getByRole("alert").filter({ hasText: "This offer does not exist." }).waitFor();
    expect(await main.innerText()).not.toContain(title);
    const image = `${base}/en/dashboard/offers/${id}/picture?size=thumb`;
    expect((await maker.context.request.get(image)).status()).toBe(200);
    expect((await other.context.request.get(image)).status()).toBe(404);
    expect((await fetch(image)).status).toBe(404);
    for (const path of ["offers", `offers/${id}`, "payouts"]) {
      const forbidden = await open(other, `${base}/en/staff/${path}`);
      expect(forbidden?.status(), path).toBe(404);
    }
    const staffImage = `${base}/en/staff/offers/${id}/picture`;
    expect((await other.context.request.get(staffImage)).status()).toBe(404);
    await maker.context.close();
    await other.context.close();
  });

  it("a guest signs in first, and comes back", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${base}/en/dashboard/offers/create`);
    await page.waitForURL(/\/login\?redirect=%2Fen%2Fdashboard%2Foffers%2Fcreate$/);
    await context.close();
  });
});
