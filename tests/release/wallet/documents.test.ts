import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { productResponseSchema } from "#api/contract/catalog.ts";
import { documentsResponseSchema } from "#api/contract/documents.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { openDeposit } from "#tests/setup/money/top-up.ts";
import { addSession, registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { readPdf } from "#tests/setup/read-pdf.ts";

const base = workerProduct().url;
const SLUG = "before-the-rain-turns";
const browser = await openBrowser();
let buyer: ApiAgent;
let orderId: string;
let depositId: number;

beforeAll(async () => {
  buyer = await registerUser(base, `documents-${Date.now()}@example.com`);
  const deposit = await openDeposit(buyer, { amount: "50.00", country: "DE" });
  depositId = deposit.id;
  const paid = await buyer.post(`/api/sandbox/payments/${deposit.token}`, { decision: "pay" });
  expect(paid.status).toBe(200);
  const product = (await buyer.get(`/api/products/${SLUG}`)).as(productResponseSchema).data;
  const consent = { version: CONSENT_VERSION, language: "en" };
  const bought = await buyer.post("/api/purchase/prompt", { prompt_id: product.id, consent });
  orderId = String(bought.as(purchaseResponseSchema).payload.order.id);
});

async function visit({ isScripted = true, agent = buyer, width = 1440 } = {}) {
  const viewport = { width, height: 900 };
  const context = await newVisitor(browser, { javaScriptEnabled: isScripted, viewport });
  await addSession(context, base, agent);
  return { context, page: await context.newPage(), trouble: watchForTrouble(context) };
}

/** Opens the order's invoice by the links that lead to it. */
async function openInvoice(page: Page, isScripted = true): Promise<void> {
  await page.goto(`${base}/en/dashboard?order=${orderId}`);
  if (isScripted) await waitForHydration(page);
  await page.getByRole("link", { name: /^Invoice INV-/ }).click();
  await page.getByRole("heading", { level: 1, name: "Invoice" }).waitFor();
}

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("an invoice is read, and saved as a PDF, from its order", async () => {
    const { page, trouble } = await visit({ isScripted });
    await openInvoice(page, isScripted);
    const sheet = page.getByRole("article");
    await sheet.getByText("VAT 19% (Germany)").waitFor();
    expect(await sheet.getByText("Bea Buyer").count()).toBe(1);
    const print = page.getByRole("button", { name: "Print" });
    // It appears when the scripts run.
    if (isScripted) await print.waitFor();
    else expect(await print.isVisible()).toBe(false);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^inv-\d{4}-\d{6}\.pdf$/);
    const pdf = await readPdf(await readFile(await download.path()));
    expect(pdf.text).toContain("VAT 19% (Germany)");
    expect(trouble).toEqual([]);
  });
});

it("a receipt is read from the list of deposits, in the language of its form", async () => {
  const { page } = await visit();
  await page.goto(`${base}/de/dashboard/deposits`);
  await page.getByRole("link", { name: `Einzahlungsbeleg DEPOSIT-${depositId}` }).click();
  const sheet = page.getByRole("article");
  await sheet.getByText("multi-purpose voucher").waitFor();
  expect(await sheet.getAttribute("lang")).toBe("en");
});

it("is a page that prints alone, fits a phone and has no findings of axe", async () => {
  const { page } = await visit({ width: 360 });
  await openInvoice(page);
  expect(await listFindings(page)).toEqual([]);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await overflow()).toBe(360);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("banner").isVisible()).toBe(false);
  expect(await page.getByRole("link", { name: "Download PDF" }).isVisible()).toBe(false);
  expect(await page.getByRole("article").isVisible()).toBe(true);
});

it("of somebody else does not exist, by any address", async () => {
  const [link] = (await buyer.get(`/api/documents?order_id=${orderId}`)).as(
    documentsResponseSchema,
  ).payload;
  const agent = await registerUser(base, `documents-other-${Date.now()}@example.com`);
  const { page, context } = await visit({ agent });
  for (const id of [String(link?.id), "999999", "x"]) {
    const response = await page.goto(`${base}/en/dashboard/documents/${id}`);
    expect([id, response?.status()]).toEqual([id, 404]);
    const file = await context.request.get(`${base}/en/dashboard/documents/${id}/pdf`);
    expect([id, file.status()]).toEqual([id, 404]);
  }
});
