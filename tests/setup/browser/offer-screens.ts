import type { Browser, BrowserContext, Page } from "playwright";
import sharp from "sharp";
import type { ApiAgent } from "../api/api-agent.ts";
import { createOffer, priceOffer } from "../product/product-offers.ts";
import { addSession, registerUser, signInUser } from "../product/sessions.ts";
import { newVisitor, waitForHydration } from "./browser.ts";

const PASSWORD = "a long sentence as password";
export const RIGHT_IBAN = "EE38 2200 2210 2014 5685";

export type Somebody = {
  context: BrowserContext;
  page: Page;
  isScripted: boolean;
  /** The same session without a browser. */
  agent: ApiAgent;
};

/** Returns a title that no other offer has. */
export const newTitle = () => `Red square ${crypto.randomUUID().slice(0, 8)}`;

/** Lets a form be submitted that the browser's validation would block. */
export async function skipChecks(page: Page, form = "main form"): Promise<void> {
  await page
    .locator(form)
    .first()
    .evaluate((element: HTMLFormElement) => {
      element.noValidate = true;
    });
}

/** Opens a page of the product and waits until its scripts run, if it has scripts. */
export async function open(
  { page, isScripted }: Pick<Somebody, "page" | "isScripted">,
  url: string,
) {
  const response = await page.goto(url);
  if (isScripted) await waitForHydration(page);
  return response;
}

/** Signs in a demo account in a new browser. */
export async function signIn(
  browser: Browser,
  base: string,
  name: string,
  isScripted = true,
): Promise<Somebody> {
  return openBrowser(browser, { base, agent: await signInUser(base, name), isScripted });
}

/** Registers a new member with an unverified profile in a new browser. */
export async function signUp(
  browser: Browser,
  base: string,
  isScripted = true,
): Promise<Somebody & { email: string }> {
  const email = `maker-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const agent = await registerUser(base, email, PASSWORD);
  return { ...(await openBrowser(browser, { base, agent, isScripted })), email };
}

/**
 * Signs a member of `signUp` in again through the form that their expired session led to; returns
 * the form's address.
 */
export async function signInAgain({
  page,
  email,
}: Pick<Somebody & { email: string }, "page" | "email">): Promise<string> {
  await page.waitForURL(/\/login\?redirect=/);
  const url = page.url();
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  return url;
}

async function openBrowser(
  browser: Browser,
  { base, agent, isScripted }: { base: string; agent: ApiAgent; isScripted: boolean },
): Promise<Somebody> {
  const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
  await addSession(context, base, agent);
  return { context, page: await context.newPage(), isScripted, agent };
}

export async function paintPng(width = 480, height = 480): Promise<Buffer> {
  const background = { r: 194, g: 49, b: 26 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Fills in the form of a new offer with valid values; the test submits it. */
export async function fillOffer(page: Page, title: string): Promise<void> {
  const main = page.getByRole("main");
  await main.getByLabel("Title*").fill(title);
  await main.getByLabel("Description*").fill("A red square, painted by a machine.");
  await main.getByLabel("Category*").selectOption({ index: 1 });
  await main.getByRole("checkbox", { name: "Bauhaus" }).check();
  await main.getByLabel("Your price*").fill("60.50");
  await main
    .getByLabel("Upload file*")
    .setInputFiles({ name: "red square.png", mimeType: "image/png", buffer: await paintPng() });
  await main.getByLabel("I confirm that my product is created by AI").check();
}

/** Creates an offer under review through the screens. */
export async function makeOffer(somebody: Somebody, base: string, title: string): Promise<void> {
  const { page } = somebody;
  await open(somebody, `${base}/en/dashboard/offers/create`);
  await fillOffer(page, title);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.waitForURL(/\/dashboard\/offers\?sent=1$/);
}

/** Reviews the offer with this title as staff. */
export async function nameOurPrice(staff: Somebody, base: string, title: string, price: string) {
  const { page } = staff;
  await open(staff, `${base}/en/staff/offers`);
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByLabel("Our price in EUR").fill(price);
  await page.getByLabel("A few words (optional)").fill("We like the red.");
  await page.getByRole("button", { name: "Send our price" }).click();
  await page.getByText("The price has been sent.").waitFor();
}

/** Creates a priced offer of this member without the screens; returns its id. */
export async function createPricedOffer(
  maker: Somebody,
  given: { staff: Somebody; title: string; price: string },
): Promise<string> {
  const id = await createOffer(maker.agent, given.title);
  await priceOffer(given.staff.agent, id, given.price);
  return id;
}

/** Opens the offer with this title from the list; returns its id. */
export async function openOffer(somebody: Somebody, base: string, title: string) {
  const { page } = somebody;
  await open(somebody, `${base}/en/dashboard/offers`);
  await page.getByRole("row").getByRole("link", { name: title }).click();
  await page.waitForURL(/\?offer=\d+$/);
  await page.getByRole("dialog", { name: title }).waitFor();
  return new URL(page.url()).searchParams.get("offer") ?? "";
}

export async function fillContact({ page, isScripted }: Somebody): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First name").fill("Mari");
  await dialog.getByLabel("Last name").fill("Tamm");
  await dialog.getByLabel("Phone number").fill("+372 600 1000");
  await dialog.getByLabel("Address", { exact: true }).fill("Pikk 1");
  await dialog.getByLabel("Post code").fill("10123");
  await dialog.getByLabel("City").fill("Tallinn");
  if (!isScripted) {
    await dialog.getByLabel("Country").selectOption("EE");
    return;
  }
  await dialog.getByRole("combobox", { name: "Country" }).fill("Eston");
  await dialog.getByRole("option", { name: "Estonia" }).click();
}

/** Goes from the details of a priced offer to the end of the deal. */
export async function acceptOffer(somebody: Somebody): Promise<void> {
  await somebody.page.getByRole("link", { name: "Accept", exact: true }).click();
  await giveBankDetails(somebody);
}

/** Creates an offer of this member that the staff has priced, accepted up to the bank step. */
export async function acceptUpToBank(
  maker: Somebody,
  given: { staff: Somebody; base: string; title: string; price: string },
): Promise<void> {
  const { staff, base, title, price } = given;
  await createPricedOffer(maker, { staff, title, price });
  await openOffer(maker, base, title);
  await maker.page.getByRole("link", { name: "Accept", exact: true }).click();
  await goToBank(maker);
}

/** Goes from the contact details to the bank step. */
async function goToBank(somebody: Somebody): Promise<void> {
  const { page } = somebody;
  await page.getByRole("dialog", { name: "Contact details" }).waitFor();
  await fillContact(somebody);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("dialog", { name: "Payment details" }).waitFor();
}

/** Completes the steps from the contact details to the end of the deal. */
export async function giveBankDetails(somebody: Somebody): Promise<void> {
  const { page } = somebody;
  await goToBank(somebody);
  await page.getByLabel("Bank account number").fill(RIGHT_IBAN);
  await page.getByLabel(/agree to the terms/).check();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("dialog", { name: "Deal is completed" }).waitFor();
}
