import type { Locator } from "playwright";
import { describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser, watchForTrouble } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { open, type Somebody, signIn, signUp } from "#tests/setup/browser/offer-screens.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Histories that do not fit on one page.

const base = workerProduct().url;
const COUNT = 60;
const browser = await openBrowser();

/** Creates sixty deposits, orders and offers, a minute apart. */
async function fillHistories(email: string): Promise<void> {
  await withProductDatabase(async (sql) => {
    await sql`
      INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
        method, status, error_message, provider, contact, created_at)
      SELECT users.id, gen_random_uuid(), 'x', n * 100, n * 100, 'card', 'failed', 'canceled',
        'sandbox', '{}', now() - interval '1 minute' * (200 - n)
      FROM users, generate_series(1, ${COUNT}::int) AS n WHERE email = ${email} ORDER BY n`;
    await sql`
      INSERT INTO orders (user_id, product_id, slug, titles, descriptions, price_cents, currency,
        prompt, licence, picture_hash, created_at, predates_consent)
      SELECT users.id, made.id, slug, jsonb_build_object('en', 'Order ' || n), descriptions, 100,
        'Credits', prompt, 'licence', picture_hash, now() - interval '1 minute' * (100 - n), true
      FROM users, (SELECT *, row_number() OVER (ORDER BY id) AS n FROM products
        WHERE picture_hash IS NOT NULL ORDER BY id LIMIT ${COUNT}::int) AS made
      WHERE email = ${email} ORDER BY n`;
    await sql`
      INSERT INTO offers (user_id, body_hash, locale, title, category_id, user_price_cents,
        created_at)
      SELECT users.id, 'x', 'en', 'Offer ' || n, (SELECT min(id) FROM categories), 1000, now()
      FROM users, generate_series(1, ${COUNT}::int) AS n WHERE email = ${email} ORDER BY n`;
  });
}

/**
 * Removes the rows: the wallet would owe money that nobody paid, and the product's own checks would
 * find it.
 */
async function emptyHistories(email: string): Promise<void> {
  await withProductDatabase(async (sql) => {
    for (const table of ["deposits", "orders", "offers"]) {
      await sql`
        DELETE FROM ${sql(table)} WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
    }
  });
}

async function listProducts(): Promise<{ id: number }[]> {
  const response = await fetch(`${base}/api/products?sort=price_asc`);
  return (await response.json()).data;
}

const next = ({ page }: Somebody) => page.getByRole("link", { name: "Next page" });
const previous = ({ page }: Somebody) => page.getByRole("link", { name: "Previous page" });

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("every history is read page by page, there and back", async () => {
    const member = await signUp(browser, base, isScripted);
    const { page, email, context } = member;
    await fillHistories(email);
    const trouble = watchForTrouble(context);

    await open(member, `${base}/en/dashboard`);
    const orders = () => page.getByRole("article").getByRole("heading").allInnerTexts();
    expect(await orders()).toEqual(Array.from({ length: 24 }, (_, n) => `Order ${60 - n}`));
    expect(await previous(member).count()).toBe(0);
    await next(member).click();
    await page.getByRole("link", { name: "Order 36", exact: true }).waitFor();
    await next(member).click();
    await page.getByRole("link", { name: "Order 12", exact: true }).waitFor();
    expect(await orders()).toEqual(Array.from({ length: 12 }, (_, n) => `Order ${12 - n}`));
    expect(await next(member).count()).toBe(0);

    // An order opens on its page, and closing it leads back there.
    await page.getByRole("link", { name: "Order 5", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Order 5" });
    await dialog.getByRole("button", { name: "Download" }).waitFor();
    expect(await page.getByRole("article").count()).toBe(12);
    await dialog.getByRole("link", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByRole("link", { name: "Order 12", exact: true }).count()).toBe(1);
    await previous(member).click();
    await page.getByRole("link", { name: "Order 36", exact: true }).waitFor();
    await previous(member).click();
    await page.getByRole("link", { name: "Order 60", exact: true }).waitFor();
    expect(await orders()).toHaveLength(24);

    for (const [path, first, later] of [
      ["deposits", "€60.00", "€36.00"],
      ["offers", "Offer 60", "Offer 36"],
    ] as const) {
      await open(member, `${base}/en/dashboard/${path}`);
      const table = page.getByRole("table");
      await table.getByText(first, { exact: true }).waitFor();
      expect(await table.getByRole("row").count()).toBe(25);
      await next(member).click();
      await table.getByText(later, { exact: true }).waitFor();
      expect(await table.getByText(first, { exact: true }).count()).toBe(0);
      await previous(member).click();
      await table.getByText(first, { exact: true }).waitFor();
    }

    // Unpaid deposits are listed too; orders without postings are not.
    await open(member, `${base}/en/dashboard/payments`);
    let rows = 0;
    for (let pages = 1; ; pages += 1) {
      rows += (await page.getByRole("table").getByRole("row").count()) - 1;
      if ((await next(member).count()) === 0) {
        expect([pages, rows]).toEqual([3, COUNT]);
        break;
      }
      const address = page.url();
      await next(member).click();
      await page.waitForURL((url) => url.href !== address);
      await previous(member).waitFor();
    }
    await previous(member).click();
    await page.getByText("€40.00", { exact: true }).waitFor();
    await page.getByLabel("Type").selectOption({ label: "Purchase" });
    await page.setViewportSize({ width: 1440, height: 900 });
    const show = page.getByRole("button", { name: "Show" });
    const boxes = [
      await show.boundingBox(),
      await page.getByLabel("From", { exact: true }).boundingBox(),
    ];
    const [ofButton, ofField] = boxes.map((box) => [box?.y, box?.height].map((n) => n?.toFixed(1)));
    expect(ofButton, "the button is in line with the fields").toEqual(ofField);
    await show.click();
    await page.waitForURL(/\?kind=purchase/);
    expect(await page.getByRole("table").count()).toBe(0);

    await open(member, `${base}/en/products/generate`);
    expect(await page.getByRole("radio").count()).toBe(24);
    const title = page.locator("label:has([name=prompt_id]) span").last();
    const cut = await title.evaluate((element) => {
      const { hyphens, overflowWrap } = getComputedStyle(element);
      return { hyphens, overflowWrap };
    });
    expect(cut, "a long word has a hyphen where it is cut").toEqual({
      hyphens: "auto",
      overflowWrap: "anywhere",
    });
    await next(member).click();
    await page.getByRole("radio", { name: "Order 36" }).waitFor();
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await emptyHistories(email);
    await context.close();
  });

  it("an address beyond the end leads to the newest, an order that is not there is said to be", async () => {
    const member = await signUp(browser, base, isScripted);
    const { page, email, context } = member;
    await fillHistories(email);
    for (const query of ["before=1", "after=999999999"]) {
      await open(member, `${base}/en/dashboard?${query}`);
      expect(new URL(page.url()).search).toBe("");
      await page.getByRole("link", { name: "Order 60", exact: true }).waitFor();
    }
    // A cursor that the API rejects does not lead to an error page either.
    for (const [path, query] of [
      ["dashboard", "before=abc"],
      ["dashboard", "after=abc"],
      ["dashboard/deposits", "before=abc"],
      ["dashboard/offers", "before=abc"],
      ["dashboard/payments", "before=abc"],
      ["dashboard/payments", "before=1-2-1"],
      ["products/generate", "before=abc"],
    ]) {
      const response = await open(member, `${base}/en/${path}?${query}`);
      expect([response?.status(), page.url()]).toEqual([200, `${base}/en/${path}`]);
      expect(await page.getByRole("alert").count()).toBe(0);
      await next(member).waitFor();
    }
    for (const order of ["999999999", "abc"]) {
      const response = await open(member, `${base}/en/dashboard?order=${order}`);
      expect(response?.status()).toBe(404);
      await page.getByText("Invalid order ID").waitFor();
    }
    await emptyHistories(email);
    await context.close();
  });
});

it("where text runs from right to left the sign of an amount stands before its number", async () => {
  // With a purchase of the demo data.
  const member = await signIn(browser, base, "buyer", false);
  const [product] = await listProducts();
  await member.agent.post("/api/purchase/prompt", { prompt_id: product?.id });
  await open(member, `${base}/ar/dashboard/payments`);
  const amount = member.page.getByRole("table").getByText(/−/).first();
  const lefts = await amount.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const range = document.createRange();
    return Array.from({ length: 3 }, (_, at) => {
      const start = text.data.indexOf("−") + at;
      range.setStart(text, start);
      range.setEnd(text, start + 1);
      return range.getBoundingClientRect().left;
    });
  });
  expect(lefts).toEqual([...lefts].sort((a, b) => a - b));
  await member.context.close();
});

it("lists are printed without the controls around them", async () => {
  const buyer = await signIn(browser, base, "buyer");
  await buyer.page.goto(`${base}/en/dashboard/payments`);
  const main = buyer.page.getByRole("main");
  await expectPrintedWithout(buyer, main.getByRole("table"), [
    main.getByRole("link", { name: "Deposits" }),
    main.getByLabel("From", { exact: true }),
    main.getByRole("link", { name: "Download as CSV" }),
  ]);
  const staff = await signIn(browser, base, "staff");
  await staff.page.goto(`${base}/en/staff/audit`);
  await expectPrintedWithout(staff, staff.page.getByRole("heading", { level: 1 }), [
    staff.page.getByRole("search").getByLabel("From"),
    staff.page.getByRole("main").locator("a[download]"),
  ]);
});

async function expectPrintedWithout(
  { context, page }: Somebody,
  printed: Locator,
  controls: Locator[],
): Promise<void> {
  for (const shown of [printed, ...controls]) await shown.waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await printed.isVisible()).toBe(true);
  for (const control of controls) expect(await control.isVisible(), `${control}`).toBe(false);
  await context.close();
}
