import type { BrowserContext, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { payDeposit, playSandbox } from "#tests/setup/money/refunds.ts";
import { addSession, registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { createBatch } from "#tests/setup/records/desk-records.ts";

const base = workerProduct().url;
const browser = await openBrowser();
let staff: BrowserContext;
let page: Page;

/** Columns with short texts of ours, in the language with the longest words. */
const KEPT = ["Datum", "Status", "Betrag", "Nummer", "Entscheidung"];

/**
 * Creates an order, a disputed deposit and a withdrawal of a person whose address is as long as a
 * column, and a bank file.
 */
async function makeRecords(desk: ApiAgent): Promise<void> {
  await createBatch(desk);
  const email = `maximiliane.wolkenstein-trostburg.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const agent = await registerUser(base, email);
  await payDeposit(agent, 20_000);
  const [product] = (await agent.get("/api/products?sort=price_asc")).as(
    productListResponseSchema,
  ).data;
  const bought = await agent.post("/api/purchase/prompt", { prompt_id: product?.id });
  expect(bought.status).toBe(200);
  const disputed = await payDeposit(agent, 1_000);
  await playSandbox(agent, disputed.token, "dispute");
  const sent = await new ApiAgent(fetch, { appUrl: base }).post("/api/withdrawals", {
    operation_id: crypto.randomUUID(),
    name: "Maximiliane Wolkenstein-Trostburg",
    email,
    subject: "order",
    contract: "Bestellung vom letzten Dienstag, zwei Bilder von Leuchttürmen im Nebel",
    destination: "source",
  });
  expect(sent.status).toBe(200);
}

beforeAll(async () => {
  staff = await newVisitor(browser);
  const desk = await signInUser(base, "staff");
  await addSession(staff, base, desk);
  page = await staff.newPage();
  await makeRecords(desk);
});

/**
 * Lists words that break across lines in the cells of `KEPT` and in buttons, and counts the words.
 */
const listBroken = (kept: readonly string[]) => {
  // A page may have several tables.
  const headOf = (cell: HTMLTableCellElement) =>
    cell.closest("table")?.tHead?.rows[0]?.cells[cell.cellIndex]?.textContent ?? "";
  const cells = [...document.querySelectorAll<HTMLTableCellElement>("main tbody td")].filter(
    (cell) => kept.includes(headOf(cell).replace(/[↑↓]/g, "").trim()),
  );
  const broken: string[] = [];
  let words = 0;
  for (const part of [...cells, ...document.querySelectorAll("main tbody .button")]) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // Notes of any length may break words.
      if (node.parentElement?.closest(".wrap-anywhere")) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}\p{N}.:-]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        words += 1;
        if (rows.size > 1) broken.push(word);
      }
    }
  }
  return { broken, words };
};

describe.each([768, 1024])("at %i px", (width) => {
  it.each([
    "orders",
    "deposits",
    "disputes",
    "withdrawals",
    "payouts",
  ])("no status, date, number or button of the list of %s is broken", async (list) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${base}/de/staff/${list}`);
    await waitForHydration(page);
    const { broken, words } = await page.evaluate(listBroken, KEPT);
    expect(words).toBeGreaterThan(2);
    expect(broken).toEqual([]);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide).toBeLessThanOrEqual(0);
  });
});
