import { describe, expect, it } from "vitest";
import { createMember, giveCredits, PASSWORD } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { newVisitor, openBrowser } from "#tests/setup/browser/browser.ts";
import { BOTH_MODES } from "#tests/setup/browser/modes.ts";
import { Shopper } from "#tests/setup/browser/shopper.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { addSession, registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const SLUG = "nine-peaks-breathing";
const TITLE = "Nine Peaks Breathing";
const PAID = /\/success-payment/;
const CONSENT = /^I agree that delivery begins at once/;
const browser = await openBrowser();

const uniqueEmail = () => `buyer-${crypto.randomUUID().slice(0, 8)}@example.com`;

async function newShopper(isScripted: boolean): Promise<Shopper> {
  const context = await newVisitor(browser, {
    javaScriptEnabled: isScripted,
    viewport: { width: 390, height: 800 },
  });
  return new Shopper(await context.newPage(), { base, context, isScripted });
}

async function newMember(isScripted: boolean): Promise<Shopper> {
  const shopper = await newShopper(isScripted);
  await addSession(shopper.context, base, await registerUser(base, uniqueEmail()));
  return shopper;
}

const setPrice = (cents: number) =>
  withProductDatabase(
    (sql) => sql`UPDATE products SET price_cents = ${cents} WHERE slug = ${SLUG}`,
  );

const setStatus = (status: string) =>
  withProductDatabase((sql) => sql`UPDATE products SET status = ${status} WHERE slug = ${SLUG}`);

/** Signs the shopper in as a new member with a full wallet; returns the address. */
async function giveWallet({ context }: Shopper): Promise<string> {
  return withProductDatabase(async (database) => {
    const createAgent = () => new ApiAgent(fetch, { appUrl: base });
    const { agent, id, email } = await createMember({ database, createAgent });
    await giveCredits(database, id, 10_000);
    await addSession(context, base, agent);
    return email;
  });
}

const setRate = (basisPoints: number) =>
  withProductDatabase((sql) => sql`UPDATE settings SET eur_rate_basis_points = ${basisPoints}`);

/** Lists the sums of a member's invoices, in EUR cents. */
const listInvoices = (email: string) =>
  withProductDatabase(async (sql) => {
    const rows = await sql<{ cents: number }[]>`
      SELECT gross_cents AS cents FROM documents JOIN users ON users.id = user_id
      WHERE users.email = ${email} AND kind = 'invoice'`;
    return rows.map(({ cents }) => Number(cents));
  });

describe.each(BOTH_MODES)("buying $name", ({ isScripted }) => {
  it("as a guest: the purchase is named all the way, and ends by itself", async () => {
    const shopper = await newShopper(isScripted);
    const { page } = shopper;
    const email = uniqueEmail();
    await shopper.open(`/en/products/${SLUG}`);
    await shopper.follow(
      page.getByRole("link", { name: "Buy this prompt" }),
      /\/en\/login\?redirect=/,
    );
    await page.getByRole("region", { name: "You are buying" }).getByText(TITLE).waitFor();
    await page.getByLabel("Email address").fill(email);
    await shopper.follow(shopper.button("Create an account"), /\/en\/register\?redirect=/);
    await page.getByRole("region", { name: "You are buying" }).getByText(TITLE).waitFor();
    expect(await page.getByLabel("Email address").inputValue()).toBe(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Repeat the password").fill(PASSWORD);
    await shopper.tap(page.getByLabel(/accept the terms/));
    await shopper.follow(shopper.button("Create account"), /\?buy=1/);
    await shopper.typeContact();
    await shopper.tap(page.getByLabel(`Buy “${TITLE}” for`));
    await shopper.tap(page.getByLabel(CONSENT));
    await shopper.topUp(PAID);
    await page.getByText(`“${TITLE}” is yours.`).waitFor();
    await shopper.download(`${SLUG}.zip`);
    expect([shopper.taps, shopper.pages.size]).toEqual([9, 6]);
    await shopper.context.close();
  });

  it("with an empty wallet: at most 6 taps and 5 pages, and the next top-up knows the payer", async () => {
    const shopper = await newMember(isScripted);
    const { page } = shopper;
    await shopper.open(`/en/products/${SLUG}`);
    await shopper.follow(page.getByRole("link", { name: "Buy this prompt" }), /\?buy=1/);
    await page.getByRole("heading", { name: "Top up and buy" }).waitFor();
    await shopper.typeContact();
    const [buys, consents] = [page.getByLabel(`Buy “${TITLE}” for`), page.getByLabel(CONSENT)];
    expect([await buys.isChecked(), await consents.isChecked()]).toEqual([false, false]);
    await shopper.tap(buys);
    await shopper.tap(consents);
    await shopper.topUp(PAID);
    await shopper.download(`${SLUG}.zip`);
    expect([shopper.taps, shopper.pages.size]).toEqual([6, 4]);

    // Going back after paying: the product is owned, and nothing can be paid twice.
    await shopper.open(`/en/products/${SLUG}?buy=1`);
    await page.getByRole("heading", { name: "You own this prompt" }).waitFor();
    expect(await page.getByRole("button", { name: "Continue and pay" }).count()).toBe(0);
    await shopper.open("/en/dashboard/deposits/create");
    expect(await page.getByLabel("Address", { exact: true }).inputValue()).toBe("Pikk 1");
    await shopper.open("/en/dashboard/profile");
    const person = page.getByRole("region", { name: "Profile information" });
    expect(await person.getByLabel("Post code").inputValue()).toBe("10123");
    await shopper.context.close();
  });

  it("after a payment that failed: nothing is typed again; a new price is asked for", async () => {
    const shopper = await newMember(isScripted);
    const { page } = shopper;
    await shopper.open(`/en/products/${SLUG}?buy=1`);
    await shopper.typeContact();
    await page.getByLabel("Amount in EUR").fill("31.50");
    await shopper.topUp(/\/fail-payment/, "Decline");
    await shopper.follow(page.getByRole("link", { name: "Try again" }), /\?buy=1&again=\d+/);
    expect(await page.getByLabel("Amount in EUR").inputValue()).toBe("31.50");
    await page.getByText("Ada Byron, Pikk 1, 10123 Tallinn, Estonia").waitFor();
    await page.getByLabel(`Buy “${TITLE}” for`).check();
    const [row] = await withProductDatabase(
      (sql) => sql<{ cents: number }[]>`
        SELECT price_cents AS cents FROM products WHERE slug = ${SLUG}`,
    );
    const cents = row?.cents ?? 0;
    await shopper.follow(shopper.button("Continue and pay"), /\/sandbox-payment\//);
    try {
      await setPrice(cents + 100);
      await shopper.follow(page.getByRole("button", { name: "Pay", exact: true }), /\/success-/);
      await page
        .getByRole("alert")
        .filter({ hasText: `The price of “${TITLE}” is now` })
        .waitFor();
      // A member who has since signed in in another window does not pay for it.
      const successUrl = page.url();
      const own = await shopper.context.cookies();
      await addSession(shopper.context, base, await registerUser(base, uniqueEmail()));
      await shopper.button(/^Buy and pay/).click();
      await page.getByText("You are now signed in as").waitFor();
      await shopper.context.addCookies(own);
      await shopper.open(successUrl.slice(base.length));
      await shopper.follow(shopper.button(/^Buy and pay/), /\/dashboard\?order=\d+/);
    } finally {
      await setPrice(cents);
    }
    // Without the tick it is bought but not open; consenting opens it.
    await page.getByRole("heading", { name: "Still locked" }).waitFor();
    await page.getByText("You receive a zip archive with the image").waitFor();
    expect(await page.getByRole("heading", { name: "The prompt, in English" }).count()).toBe(0);
    await shopper.open(`/en/products/${SLUG}`);
    await page.getByText("Bought, but still locked").waitFor();
    await page.getByRole("link", { name: "To your order" }).click();
    await page.waitForURL(/\?order=/);
    await shopper.settle();
    await page.getByLabel(CONSENT).check();
    await page.getByRole("button", { name: "Unlock it now" }).click();
    await page.getByRole("heading", { name: "The prompt, in English" }).waitFor();
    await shopper.download(`${SLUG}.zip`);
    await shopper.context.close();
  });

  it("with a top-up that no longer pays for it: none is opened, and the amount becomes enough", async () => {
    const shopper = await newMember(isScripted);
    const { page } = shopper;
    await shopper.open(`/en/products/${SLUG}?buy=1`);
    await shopper.typeContact();
    const [amount, buys] = [
      page.getByLabel("Amount in EUR"),
      page.getByLabel(`Buy “${TITLE}” for`),
    ];
    const seen = await amount.inputValue();
    const cents = Math.round(Number(seen) * 100);
    const enough = (cents / 100 + 2.5).toFixed(2);
    await buys.check();
    const rejectedWith = async (reason: string) => {
      await shopper.button("Continue and pay").click();
      await page.getByRole("alert").filter({ hasText: reason }).waitFor();
      await page.getByText(`The amount is now €${enough}: the purchase takes`).waitFor();
      await shopper.settle();
      await expect.poll(() => amount.inputValue()).toBe(enough);
      expect([await buys.isChecked(), await page.getByLabel("City").inputValue()]).toEqual([
        true,
        "Tallinn",
      ]);
    };
    try {
      await setPrice(cents + 250);
      await rejectedWith("The price has changed.");
      await amount.fill(seen);
      await rejectedWith(`it takes at least €${enough}. You can also top up now`);
      await shopper.topUp(PAID);
      await page.getByText(`You have bought “${TITLE}”. It is still locked.`).waitFor();
    } finally {
      await setPrice(cents);
    }
    await shopper.context.close();
  });

  it("with a top-up for what is off sale by now: none is opened, and it leads to others", async () => {
    const shopper = await newMember(isScripted);
    const { page } = shopper;
    await shopper.open(`/en/products/${SLUG}?buy=1`);
    await shopper.typeContact();
    await page.getByLabel(`Buy “${TITLE}” for`).check();
    try {
      await setStatus("withdrawn");
      await shopper.button("Continue and pay").click();
      await page.getByRole("heading", { name: "No longer for sale" }).waitFor();
      await shopper.follow(page.getByRole("link", { name: "Browse the gallery" }), /\/products$/);
    } finally {
      await setStatus("published");
    }
    await shopper.context.close();
  });

  it("at another price in euros than was seen: nothing is charged, and it is asked for again", async () => {
    const shopper = await newShopper(isScripted);
    const { page } = shopper;
    const email = await giveWallet(shopper);
    const price = page.getByText("Price", { exact: true }).locator("xpath=following-sibling::*");
    const euros = async () => Number(/€(\d+\.\d\d)/.exec(await price.innerText())?.[1]);
    await shopper.open(`/en/products/${SLUG}?buy=1`);
    const seen = await euros();
    try {
      await setRate(5_000);
      await shopper.button(/^Buy and pay/).click();
      const rejected = page.getByRole("alert").filter({ hasText: "The price has since changed" });
      const doubled = (seen * 2).toFixed(2);
      await rejected.filter({ hasText: `€${doubled}. You have not been charged.` }).waitFor();
      await expect.poll(euros).toBe(Number(doubled));
      // In sight, although the dialog was scrolled down to its button.
      const focused = () => page.evaluate(() => document.activeElement?.role);
      await expect.poll(focused).toBe("alert");
      await shopper.follow(shopper.button(/^Buy and pay/), /\/dashboard\?order=\d+/);
      expect(await listInvoices(email)).toEqual([Math.round(seen * 200)]);
    } finally {
      await setRate(10_000);
    }
    await shopper.context.close();
  });

  it("without consent: the success page says why it is not open, and opens it", async () => {
    const shopper = await newMember(isScripted);
    const { page } = shopper;
    await shopper.open(`/en/products/${SLUG}?buy=1`);
    await shopper.typeContact();
    await page.getByLabel(`Buy “${TITLE}” for`).check();
    await shopper.follow(shopper.button("Continue and pay"), /\/sandbox-payment\//);
    await page.getByText(new RegExp(`^“${TITLE}”, deposit \\d+$`)).waitFor();
    await shopper.follow(page.getByRole("button", { name: "Pay", exact: true }), PAID);
    await page.getByText(`You have bought “${TITLE}”. It is still locked.`).waitFor();
    await page.getByText(/new pictures are therefore unlocked on \d\d\.\d\d\.\d{4}\./).waitFor();
    await page.getByLabel(CONSENT).check();
    await shopper.follow(shopper.button("Unlock it now"), /\/dashboard\?order=\d+/);
    await shopper.download(`${SLUG}.zip`);
    await shopper.context.close();
  });

  it("with a full wallet: at most 4 taps and 3 pages", async () => {
    const shopper = await newShopper(isScripted);
    const { page } = shopper;
    await giveWallet(shopper);
    await shopper.open(`/en/products/${SLUG}`);
    await shopper.follow(page.getByRole("link", { name: "Buy this prompt" }), /\?buy=1/);
    await shopper.tap(page.getByLabel(CONSENT));
    await shopper.follow(shopper.button(/^Buy and pay/), /\/dashboard\?order=\d+/);
    await shopper.download(`${SLUG}.zip`);
    expect([shopper.taps, shopper.pages.size]).toEqual([4, 3]);
    await shopper.context.close();
  });
});
