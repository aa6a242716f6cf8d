import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/axe.ts";
import { launchBrowser, watchForTrouble } from "#tests/setup/browser.ts";
import { paintHostileImages } from "#tests/setup/hostile-images.ts";
import {
  acceptOffer,
  acceptUpToBank,
  createPricedOffer,
  fillContact,
  fillOffer,
  giveBankDetails,
  makeOffer,
  nameOurPrice,
  open,
  openOffer,
  paintPng,
  RIGHT_IBAN,
  type Somebody,
  signIn,
  signUp,
} from "#tests/setup/offer-screens.ts";
import { createOffer } from "#tests/setup/product-offers.ts";
import { workerProduct } from "#tests/setup/worker-product.ts";

const base = workerProduct().url;
const CREATE = `${base}/en/dashboard/offers/create`;
/** As somebody would paste it, over more lines than one. */
const PROMPT = "Red square on raw canvas,\nflat gouache, <no> frame";
let browser: Browser;
let staff: Somebody;

beforeAll(async () => {
  browser = await launchBrowser();
  staff = await signIn(browser, base, "staff");
});
afterAll(() => browser.close());

let titles = 0;
const newTitle = () => {
  titles += 1;
  return `Red square ${titles} ${crypto.randomUUID().slice(0, 6)}`;
};

const create = (page: Page) => page.getByRole("button", { name: "Create", exact: true });

/** What the browser would not let anybody send. */
async function skipChecks(page: Page, form = "main form"): Promise<void> {
  await page
    .locator(form)
    .first()
    .evaluate((element: HTMLFormElement) => {
      element.noValidate = true;
    });
}

/** What a screen reader says about a field: its hint and its errors. */
const describedBy = (field: Locator) =>
  field.evaluate((input) =>
    (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent)
      .join(" "),
  );

describe.each([
  { name: "with JavaScript", isScripted: true },
  { name: "without JavaScript", isScripted: false },
])("$name", ({ isScripted }) => {
  it("a new offer: what is wrong is said and the rest kept, then it is under review", async () => {
    const maker = await signUp(browser, base, isScripted);
    const { page } = maker;
    const trouble = watchForTrouble(maker.context);
    await open(maker, `${base}/en/dashboard/offers`);
    await page.getByText("You have no offers yet.").waitFor();
    await page.getByRole("link", { name: "Create new offer" }).click();
    await page.getByRole("heading", { level: 1, name: "Create new offer" }).waitFor();

    const title = newTitle();
    await fillOffer(page, title);
    await page.getByLabel("Description*").fill("");
    await page.getByLabel("Prompt (optional)").fill(PROMPT);
    await page.getByRole("checkbox", { name: "Bauhaus" }).uncheck();
    await page.getByLabel("I confirm that my product is created by AI").uncheck();
    await skipChecks(page);
    await create(page).click();
    const summary = page.getByRole("alert").filter({ hasText: "Please fix the following errors" });
    await summary.waitFor();
    expect(await summary.getByRole("link").allInnerTexts()).toEqual([
      "Description is required",
      "Please choose at least one style",
      "Please confirm that your product is created by AI",
    ]);
    expect(await page.title()).toMatch(/^Error:/);
    expect(await page.getByLabel("Title*").inputValue()).toBe(title);
    expect(await page.getByLabel("Your price*").inputValue()).toBe("60.50");
    expect(await page.getByLabel("Prompt (optional)").inputValue()).toBe(PROMPT);
    // Scripts keep the file in its field; a page that comes anew has lost it, and says so.
    expect(await page.getByText("Please choose the file again").count()).toBe(isScripted ? 0 : 1);

    await fillOffer(page, title);
    await create(page).click();
    await page.waitForURL(/\/dashboard\/offers\?sent=1$/);
    const sent = page.getByRole("dialog", { name: "Your offer successfully sent" });
    await sent
      .getByText("Your offer has been successfully submitted and is now under review.")
      .waitFor();
    await sent.getByRole("link", { name: "To my offers" }).click();
    await page.waitForURL(/\/dashboard\/offers$/);
    const row = page.getByRole("row").filter({ hasText: title });
    expect(await row.innerText()).toContain("€60.50");
    expect(await row.innerText()).toContain("Details");

    await openOffer(maker, base, title);
    const details = page.getByRole("dialog");
    await details.getByText("Your offer is under review").waitFor();
    expect(await details.innerText()).toMatch(/by \d\d\.\d\d\.\d{4} at the latest/);
    expect(await details.getByRole("button", { name: "Decline" }).count()).toBe(0);
    const prompt = { name: "Prompt", exact: true };
    expect(await details.getByRole("figure", prompt).innerText()).toContain(PROMPT);
    await open(staff, `${base}/en/staff/offers`);
    await staff.page.getByRole("link", { name: title }).click();
    expect(await staff.page.getByRole("figure", prompt).innerText()).toContain(PROMPT);
    const image = await details.getByRole("img", { name: title }).getAttribute("src");
    const response = await maker.context.request.get(base + image);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toContain("no-store");
    expect(trouble.filter((line) => !line.includes("422"))).toEqual([]);
    await maker.context.close();
  });

  it("a file that is too large or no picture is rejected under its field", async () => {
    const maker = await signUp(browser, base, isScripted);
    const { page } = maker;
    await open(maker, CREATE);
    await fillOffer(page, newTitle());
    const file = page.getByLabel("Upload file*");
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 7);
    await file.setInputFiles({ name: "large.png", mimeType: "image/png", buffer: large });
    await create(page).click();
    await page.getByRole("alert").filter({ hasText: "File size exceeds 5MB" }).waitFor();
    const words = Buffer.from("no picture at all");
    await page
      .getByLabel("Upload file*")
      .setInputFiles({ name: "words.png", mimeType: "image/png", buffer: words });
    await create(page).click();
    await page.getByRole("alert").filter({ hasText: "JPG, PNG or GIF image" }).waitFor();
    for (const { name, text, bytes } of await paintHostileImages()) {
      const file = page.getByLabel("Upload file*");
      await file.setInputFiles({ name, mimeType: "image/png", buffer: bytes });
      await create(page).click();
      await page.getByRole("alert").getByRole("link", { name: text }).waitFor();
      await expect.poll(() => describedBy(page.getByLabel("Upload file*"))).toContain(text);
    }
    await maker.context.close();
  });

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
    const { page, context, email } = maker;
    await acceptUpToBank(maker, { staff, base, title: newTitle(), price: "42" });
    await page.getByLabel("Bank account number").fill(RIGHT_IBAN);
    await page.getByLabel("Full name").fill("Mari-Liis Tamm");
    await page.getByLabel(/agree to the terms/).check();
    // A response that is still on its way would bring the session back.
    await page.waitForLoadState("networkidle");
    await context.clearCookies({ name: /session|remember/ });
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL(/\/login\?redirect=/);
    expect(page.url()).not.toContain("2200");

    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("a long sentence as password");
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
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

  it("a payout goes into a file for the bank and is marked until it is settled", async () => {
    const maker = await signIn(browser, base, "verified-seller", isScripted);
    const title = newTitle();
    await createPricedOffer(maker, { staff, title, price: "200" });
    await openOffer(maker, base, title);
    await acceptOffer(maker);
    await maker.page.getByText("€200.00 go to your bank").waitFor();

    const team = isScripted ? staff : await signIn(browser, base, "staff", false);
    const { page } = team;
    await open(team, `${base}/en/staff/payouts`);
    await page.getByRole("button", { name: "Make a file for the bank" }).click();
    await page.waitForURL(/\/staff\/payouts\?batch=\d+$/);
    await page.getByText("The file is made.").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("table", { name: "Files for the bank" }).getByRole("link").nth(1).click(),
    ]);
    const xml = await readFile(await download.path(), "utf8");
    expect(xml).toContain("pain.001.001.09");
    expect(xml).toContain("EE382200221020145685");

    const row = page.getByRole("row").filter({ hasText: title });
    await row.getByRole("link", { name: /^Mark / }).click();
    const dialog = page.getByRole("dialog", { name: "What did the bank do?" });
    await dialog.getByLabel("Sent").check();
    await skipChecks(page, "dialog form");
    await dialog.getByRole("button", { name: "Note it" }).click();
    await dialog.getByRole("alert").filter({ hasText: "Please name a source" }).waitFor();
    await dialog.getByLabel("Evidence").fill("Statement 12, line 3");
    await dialog.getByLabel("Sent").check();
    await dialog.getByRole("button", { name: "Note it" }).click();
    await page.getByText("Noted: sent.").waitFor();
    await row.getByRole("link", { name: /^Mark / }).click();
    await dialog.getByLabel("Settled").check();
    await dialog.getByLabel("Evidence").fill("Statement 13, line 1");
    await dialog.getByRole("button", { name: "Note it" }).click();
    await page.getByText("Noted: settled.").waitFor();
    expect(await row.innerText()).toContain("Statement 13, line 1");

    await openOffer(maker, base, title);
    await maker.page.getByRole("dialog").getByText("€200.00 paid").waitFor();

    await row.getByRole("link", { name: /^Mark / }).click();
    await dialog.getByLabel("Returned").check();
    await dialog.getByLabel("Evidence").fill("Statement 14, line 9");
    await dialog.getByRole("button", { name: "Note it" }).click();
    await page.getByText("Noted: returned.").waitFor();
    await openOffer(maker, base, title);
    await maker.page.getByText("The bank sent €200.00 back").waitFor();
    await maker.page.getByRole("link", { name: "Enter bank details again" }).click();
    await giveBankDetails(maker);
    await maker.page.getByText("€200.00 go to your bank").waitFor();
    await maker.context.close();
  });
});

describe("with JavaScript", () => {
  it("an error goes as soon as its field is corrected", async () => {
    const maker = await signUp(browser, base);
    const { page } = maker;
    await open(maker, CREATE);
    await skipChecks(page);
    await create(page).click();
    await page.getByRole("alert").filter({ hasText: "Please fix the following errors" }).waitFor();
    const main = page.getByRole("main");
    const fields = [main.getByLabel("Category*"), main.getByLabel("Your price*")];
    const box = main.getByRole("checkbox", { name: "Bauhaus" });
    for (const field of [...fields, box]) {
      expect(await field.getAttribute("aria-invalid")).toBe("true");
    }
    await main.getByLabel("Category*").selectOption({ index: 1 });
    await main.getByLabel("Your price*").fill("12.50");
    await box.check();
    for (const field of [...fields, box]) {
      expect(await field.getAttribute("aria-invalid")).toBeNull();
    }
    await maker.context.close();
  });

  it("two quick clicks make one offer", async () => {
    const maker = await signUp(browser, base);
    const { page } = maker;
    const title = newTitle();
    await open(maker, CREATE);
    await fillOffer(page, title);
    await create(page).dblclick();
    await page.waitForURL(/\?sent=1$/);
    await open(maker, `${base}/en/dashboard/offers`);
    expect(await page.getByRole("row").filter({ hasText: title }).count()).toBe(1);
    await maker.context.close();
  });

  it("the browser's back button goes through the steps, with what was typed", async () => {
    const maker = await signUp(browser, base);
    const { page } = maker;
    const title = newTitle();
    await acceptUpToBank(maker, { staff, base, title, price: "42" });
    // The step is shown a moment before its address is.
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

  it("a form that gets lost on its way keeps all that was typed, the file too", async () => {
    const maker = await signUp(browser, base);
    const { page } = maker;
    const title = newTitle();
    await open(maker, CREATE);
    await fillOffer(page, title);
    await maker.context.setOffline(true);
    await create(page).click();
    const failure = "An unexpected error occurred while creating the offer.";
    await page.getByRole("main").getByRole("alert").filter({ hasText: failure }).waitFor();
    await maker.context.setOffline(false);
    await create(page).click();
    await page.waitForURL(/\?sent=1$/);
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
    const failure = "Failed to process bank details. Please try again.";
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

describe("every state is whole", () => {
  const looks = [
    { width: 360, colorScheme: "dark", locale: "de" },
    { width: 768, colorScheme: "light", locale: "ar" },
  ] as const;
  let maker: Somebody;
  let priced: string;
  let large: string;
  let accepted: string;

  beforeAll(async () => {
    maker = await signUp(browser, base);
    const [a, b, c] = [newTitle(), newTitle(), newTitle()];
    priced = await createPricedOffer(maker, { staff, title: a, price: "42" });
    large = await createPricedOffer(maker, { staff, title: b, price: "150" });
    accepted = await createPricedOffer(maker, { staff, title: c, price: "30" });
    await openOffer(maker, base, c);
    await acceptOffer(maker);
  });
  afterAll(() => maker.context.close());

  async function inspect(page: Page, where: string): Promise<void> {
    expect(await page.getByRole("heading", { level: 1 }).count(), where).toBe(1);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, `${where} is as wide as the window`).toBeLessThanOrEqual(0);
    const text = await page.locator("body").innerText();
    expect(text, where).not.toMatch(/\b(offers?|payout|staff_\w+)\.[a-z_]+\b/);
    expect(await listFindings(page), where).toEqual([]);
  }

  it.each(looks)("at $width px, $colorScheme, in $locale", async (look) => {
    const paths = {
      maker: [
        "dashboard/offers",
        "dashboard/offers?sent=1",
        "dashboard/offers?offer=999999",
        "dashboard/offers/create",
        ...["", "&step=contact", "&step=card"].map(
          (step) => `dashboard/offers?offer=${priced}${step}`,
        ),
        `dashboard/offers?offer=${large}&step=verify`,
        `dashboard/offers?offer=${accepted}`,
        `dashboard/offers?offer=${accepted}&step=result`,
      ],
      team: [
        "staff/offers",
        "staff/offers?status=offer",
        `staff/offers/${priced}`,
        "staff/payouts",
      ],
    };
    for (const [who, list] of Object.entries(paths)) {
      const somebody = who === "team" ? staff : maker;
      const page = await somebody.context.newPage();
      await page.setViewportSize({ width: look.width, height: 800 });
      await page.emulateMedia({ colorScheme: look.colorScheme });
      for (const path of list) {
        await open({ ...somebody, page }, `${base}/${look.locale}/${path}`);
        await inspect(page, path);
      }
      await page.close();
    }
  });

  it("with its errors, and in the bank's step", async () => {
    const page = await maker.context.newPage();
    const somebody = { ...maker, page };
    await page.emulateMedia({ colorScheme: "dark" });
    await open(somebody, CREATE);
    await skipChecks(page);
    await create(page).click();
    await page.getByRole("alert").filter({ hasText: "Title is required" }).waitFor();
    await inspect(page, "errors of the form");
    await page
      .getByLabel("Upload file*")
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: await paintPng() });
    await inspect(page, "a chosen file");
    await open(somebody, `${base}/en/dashboard/offers?offer=${priced}&step=contact`);
    await fillContact(somebody);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("dialog", { name: "Payment details" }).waitFor();
    await inspect(page, "bank");
    await skipChecks(page, "dialog form");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await inspect(page, "errors of the bank's step");
    await page.close();
  });
});
