import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type DocumentSheet,
  documentResponseSchema,
  documentsResponseSchema,
} from "#api/contract/documents.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { inTransaction } from "#api/db/client.ts";
import { toTextBlocks } from "#api/documents/annex/text-blocks.ts";
import { issueDocument } from "#api/documents/issue-document.ts";
import { formatDay } from "#api/documents/print-sheet.ts";
import { sendDueMails } from "#api/mails/mails.service.ts";
import { PAGE_FILES } from "#api/pages/page-files.ts";
import { insertCompanyData, loadStaticPages } from "#api/pages/pages.service.ts";
import { refundOrder } from "#api/refunds/refunds.service.ts";
import { requireSettings } from "#api/site/site.queries.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { CONSENT_VERSION, lastWithdrawalDay } from "#domain/withdrawal.ts";
import { createMember, createProduct, giveCredits, type MadeProduct } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { readOutbox } from "#tests/setup/mail-reading.ts";
import { openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { readPdf } from "#tests/setup/read-pdf.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  await setCompany({ isExempt: false });
});
afterAll(() => test.close());
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
});

const setCompany = ({ isExempt }: { isExempt: boolean }) => test.database`
  UPDATE settings SET company_name = 'Promptory', company_reg_number = '16001004',
    company_address = 'Promptory OÜ, Telliskivi 60a, 10412 Tallinn', company_country = 'EE',
    company_vat_id = 'EE100000015', is_vat_exempt = ${isExempt}`;

const SALE = { type: "order", rateBasisPoints: 10_000 } as const;

type Buyer = Awaited<ReturnType<typeof createMember>>;
let buyer: Buyer;
let product: MadeProduct;
beforeEach(async () => {
  buyer = await createMember(test);
  product = await createProduct(test, { priceCents: 1_240 });
});

async function buy(given: { agent?: ApiAgent; consent?: boolean; locale?: string } = {}) {
  const { agent = buyer.agent, consent = true, locale = "en" } = given;
  const body = {
    prompt_id: product.id,
    ...(consent && { consent: { version: CONSENT_VERSION, language: locale } }),
  };
  const headers = { "frontend-language": locale };
  const response = await agent.post("/api/purchase/prompt", body, { headers });
  return Number(response.as(purchaseResponseSchema).payload.order.id);
}

async function buyWithCredits(given: Parameters<typeof buy>[0] = {}) {
  await giveCredits(test.database, buyer.id, 1_240);
  return buy(given);
}

async function pay(agent: ApiAgent, changes: Record<string, unknown> = {}) {
  const deposit = await openDeposit(agent, changes);
  expect((await sendReport(test, { ref: deposit.ref })).status).toBe(200);
  return deposit.id;
}

async function mailsTo(email: string) {
  const isWaiting = async () =>
    (await test.database`SELECT 1 FROM mails WHERE recipient = ${email}`).length > 0;
  while (await isWaiting()) await sendDueMails(test.deps);
  const mails = await readOutbox(test.outboxFolder);
  return mails.filter(({ headers }) => headers.to === email);
}

const list = async (query: string, agent = buyer.agent) =>
  (await agent.get(`/api/documents?${query}`)).as(documentsResponseSchema).payload;
const sheetOf = async (id: unknown): Promise<DocumentSheet> =>
  (await buyer.agent.get(`/api/documents/${id}`)).as(documentResponseSchema).payload.sheet;
async function sheet(query: string, kind: string): Promise<DocumentSheet> {
  const link = (await list(query)).find((one) => one.kind === kind);
  if (!link) throw new Error(`there is no ${kind}`);
  return sheetOf(link.id);
}
const invoiceOf = (orderId: number) => sheet(`order_id=${orderId}`, "invoice");

describe("an order", () => {
  it("has a confirmation and an invoice from the moment it is placed", async () => {
    const orderId = await buyWithCredits();
    const links = await list(`order_id=${orderId}`);
    expect(links.map(({ kind }) => kind)).toEqual(["order_confirmation", "invoice"]);
    const invoice = await invoiceOf(orderId);
    expect(invoice).toMatchObject({
      title: "Invoice",
      number: expect.stringMatching(/^INV-2026-\d{6}$/),
      locale: "en",
      rows: [["“Stripes”: digital image, prompt and licence", "1", "€10.00", "24%", "€12.40"]],
      totals: [
        { label: "Net", value: "€10.00", is_total: false },
        { label: "VAT 24% (Estonia)", value: "€2.40", is_total: false },
        { label: "Total paid", value: "€12.40", is_total: true },
        { label: "Paid from your balance", value: "12.40\u00a0credits", is_total: false },
      ],
    });
    expect(invoice.issuer.name).toBe("Promptory OÜ");
    expect(invoice.issuer.lines.join()).toMatch(/^Telliskivi 60a,10412.*,VAT ID EE100000015$/);
  });

  it("is confirmed with the very text that the buyer agreed to", async () => {
    const orderId = await buyWithCredits({ locale: "de" });
    const { title, notes } = await sheet(`order_id=${orderId}`, "order_confirmation");
    expect(title).toBe("Bestellbestätigung");
    expect(notes.join()).toContain(`Textfassung ${CONSENT_VERSION}`);
    expect(notes.join()).toContain("„Ich stimme zu, dass die Lieferung sofort beginnt");
  });

  it("is confirmed by a mail that holds licence, terms and how to withdraw in full", async () => {
    await loadStaticPages(test.deps);
    await test.database`
      UPDATE static_page_texts SET content = content || '<p>Am Tag der Bestellung.</p>', is_own = true
      WHERE locale = 'de' AND page_id = (SELECT id FROM static_pages WHERE slug = 'terms')`;
    const orderId = await buyWithCredits({ locale: "de" });
    const [mail] = await mailsTo(buyer.email);
    expect(mail?.text).toContain("Widerrufsfrist");
    expect(mail?.text).toContain("Die Bestellbestätigung enthält im vollen Wortlaut");
    const file = mail?.attachments.find(({ fileName }) => fileName === `order-${orderId}.pdf`);
    const pdf = await readPdf(file?.bytes ?? new Uint8Array());
    expect(pdf.language).toBe("de");
    const text = pdf.text.replace(/\s+/g, "");
    const has = (words: string) => expect(text).toContain(words.replace(/\s+/g, ""));
    has(`Textfassung ${CONSENT_VERSION}`);
    has("Ich stimme zu, dass die Lieferung sofort beginnt");
    has("Am Tag der Bestellung.");
    const pages = PAGE_FILES.filter(({ locale }) => locale === "de");
    for (const { slug, title, content } of pages) {
      if (!["terms", "licence", "refunds"].includes(slug)) continue;
      has(title);
      const company = {
        companyName: "Promptory",
        companyAddress: "Promptory OÜ, Telliskivi 60a, 10412 Tallinn",
      };
      const settings = { ...(await requireSettings(test.database)), ...company };
      for (const block of toTextBlocks(insertCompanyData(content, settings))) has(block.text);
    }
  });

  it("is made although a page is nested too deeply to be parsed, with all of its text", async () => {
    const ofLicence = test.database`
      page_id = (SELECT id FROM static_pages WHERE slug = 'licence') AND locale = 'en'`;
    const [shipped] = await test.database<{ content: string }[]>`
      SELECT content FROM static_page_texts WHERE ${ofLicence}`;
    const write = (content: string) => test.database`
      UPDATE static_page_texts SET content = ${content} WHERE ${ofLicence}`;
    await write(`${"<div>".repeat(15_000)}Print it.<p>Keep it.`);
    const id = await buyWithCredits();
    await write(shipped?.content ?? "");
    const { annex } = await sheet(`order_id=${id}`, "order_confirmation");
    expect(annex?.[1]?.blocks.map(({ text }) => text)).toEqual(["Print it.", "Keep it."]);
  });

  it("keeps the texts of its day; orders with the same texts share them", async () => {
    const first = await buyWithCredits();
    const other = await createProduct(test, { priceCents: 1_240 });
    await giveCredits(test.database, buyer.id, 1_240);
    await buyer.agent.post("/api/purchase/prompt", { prompt_id: other.id });
    await test.database`UPDATE static_page_texts SET content = '<p>New rules.</p>'
      WHERE page_id = (SELECT id FROM static_pages WHERE slug = 'refunds')`;
    const { annex } = await sheet(`order_id=${first}`, "order_confirmation");
    expect(annex?.map(({ title }) => title)).toEqual([
      "Terms of use",
      "Promptory Standard Licence 1.0",
      "Refunds and withdrawal",
    ]);
    expect(JSON.stringify(annex)).not.toContain("New rules.");
    expect((await invoiceOf(first)).annex).toBeNull();
    const hashes = await test.database`
      SELECT DISTINCT annex_hash FROM documents
      WHERE user_id = ${buyer.id} AND kind = 'order_confirmation'`;
    expect(hashes).toHaveLength(1);
    // Without these texts, the mails of all other orders are smaller and rendered faster.
    await test.database`TRUNCATE static_pages CASCADE`;
  });

  it("without consent is confirmed with the right that the buyer keeps", async () => {
    const orderId = await buyWithCredits({ consent: false });
    const { notes } = await sheet(`order_id=${orderId}`, "order_confirmation");
    const [order] = await test.database<{ createdAt: Date }[]>`
      SELECT created_at AS "createdAt" FROM orders WHERE id = ${orderId}`;
    const { createdAt } = order ?? expect.fail("the order is missing");
    const day = formatDay(lastWithdrawalDay({ createdAt }), "en");
    const right = `you may withdraw from this purchase without giving a reason up to and including ${day}.`;
    expect(notes.join()).toContain(right);
  });

  it("that is repeated gets no second invoice", async () => {
    const orderId = await buyWithCredits();
    expect(await buy()).toBe(orderId);
    await inTransaction(test.database, (sql) =>
      issueDocument(test.deps, sql, { ...SALE, orderId, locale: "fr" }),
    );
    expect(await list(`order_id=${orderId}`)).toHaveLength(2);
  });

  it("that fails has none, and its number goes to the next", async () => {
    const before = await buyWithCredits();
    const { number } = await invoiceOf(before);
    const poor = await createMember(test);
    const response = await poor.agent.post("/api/purchase/prompt", { prompt_id: product.id });
    expect(response.status).toBe(402);
    product = await createProduct(test, { priceCents: 1_240 });
    const after = await invoiceOf(await buyWithCredits());
    expect(sequenceOf(after.number)).toBe(sequenceOf(number) + 1);
  });
});

const sequenceOf = (number: string) => Number(number.slice(-6));

describe("invoices", () => {
  it("are numbered without gaps, 50 at once and with transactions that are undone between", async () => {
    const [{ last }] = await test.database<[{ last: number }]>`
      SELECT coalesce(max(last_number), 0) AS last FROM document_series
      WHERE series = 'invoice' AND year = 2026`;
    const buyers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const member = await createMember(test);
        await giveCredits(test.database, member.id, 1_240);
        return member;
      }),
    );
    const undone = new Error("undone");
    const failing = buyers.map(async (member, index) => {
      if (index % 5 !== 0) return;
      const made = inTransaction(test.database, async (sql) => {
        const [order] = await sql<[{ id: number }]>`
          INSERT INTO orders (user_id, product_id, slug, titles, price_cents, currency, prompt,
            licence, picture_hash)
          VALUES (${member.id}, ${(await createProduct(test)).id}, 'undone', '{"en": "Undone"}', 100,
            'Credits', '', '', ${product.imageHash}) RETURNING id`;
        await issueDocument(test.deps, sql, { ...SALE, orderId: order.id, locale: "en" });
        throw undone;
      });
      await expect(made).rejects.toBe(undone);
    });
    await Promise.all([...buyers.map(({ agent }) => buy({ agent })), ...failing]);
    const rows = await test.database<{ sequence: number }[]>`
      SELECT sequence FROM documents WHERE series = 'invoice' AND year = 2026
        AND sequence > ${last} ORDER BY sequence`;
    expect(rows.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 50 }, (_, index) => last + index + 1),
    );
  });

  it("begin at one in a new year", async () => {
    test.clock.stop(new Date("2031-01-01T00:00:00Z"));
    try {
      // The earlier session has expired by then.
      buyer = await createMember(test);
      expect((await invoiceOf(await buyWithCredits())).number).toBe("INV-2031-000001");
    } finally {
      test.clock.resume();
    }
  });

  it.each([
    ["DE", "VAT 19% (Germany)", "€1.98"],
    ["FI", "VAT 25.5% (Finland)", "€2.52"],
    ["MC", "VAT 20% (France)", "€2.07"],
  ])("to a person in %s have the rate of that country", async (country, label, value) => {
    await pay(buyer.agent, { country, amount: "10.00" });
    const { totals, parties } = await invoiceOf(await buyWithCredits());
    expect(totals).toContainEqual({ label, value, is_total: false });
    expect(parties[1]?.lines.slice(0, 2)).toEqual(["Bea Buyer", "Pikk 1"]);
  });

  it("to a person outside the EU have no VAT, and say why", async () => {
    await pay(buyer.agent, { country: "US" });
    const { totals, notes } = await invoiceOf(await buyWithCredits());
    expect(totals).toContainEqual({ label: "VAT", value: "€0.00", is_total: false });
    expect(notes.join()).toContain("outside the European Union");
  });

  it("to a business of another member state leave the VAT to it, and name it", async () => {
    const saved = await saveBilling({ company_name: "Müller GmbH", vat_id: "de 136695976" });
    expect(saved.status).toBe(200);
    const { totals, notes, parties } = await invoiceOf(await buyWithCredits());
    expect(totals).toContainEqual({ label: "VAT", value: "€0.00", is_total: false });
    expect(notes.join()).toContain("Reverse charge");
    expect(parties[1]?.lines[0]).toBe("Müller GmbH");
    expect(parties[1]?.lines.at(-1)).toBe("VAT ID DE136695976");
  });

  it("never change, whatever becomes of the settings, the buyer and the texts", async () => {
    const orderId = await buyWithCredits();
    const before = await invoiceOf(orderId);
    const [{ id } = { id: 0 }] = (await list(`order_id=${orderId}`)).slice(1);
    const pdf = await buyer.agent.get(`/api/documents/${id}/pdf`);
    await saveBilling({ company_name: "Later Ltd", vat_id: "" });
    await test.database`UPDATE settings SET company_name = 'Renamed'`;
    expect(await invoiceOf(orderId)).toEqual(before);
    expect((await buyer.agent.get(`/api/documents/${id}/pdf`)).bytes).toEqual(pdf.bytes);
    await setCompany({ isExempt: false });
    const change = test.database`UPDATE documents SET number = 'INV-1' WHERE id = ${Number(id)}`;
    await expect(change).rejects.toThrow("append-only");
  });

  it("of a shop that is exempt charge no VAT, and print the note", async () => {
    await setCompany({ isExempt: true });
    const { totals, notes, issuer } = await invoiceOf(await buyWithCredits());
    await setCompany({ isExempt: false });
    expect(totals).toContainEqual({ label: "Net", value: "€12.40", is_total: false });
    expect(notes.join()).toContain("exempt as a small enterprise");
    expect(issuer.lines.join()).not.toContain("VAT ID");
  });
});

const saveBilling = (body: unknown) => buyer.agent.put("/api/user/billing", body);

describe("a business buyer's details", () => {
  it.each([
    ["a check digit that is wrong", "DE136695977"],
    ["no country", "136695976"],
    ["a country outside the EU", "US123456789"],
    ["Greece by the letters of its country", "GR094259216"],
    ["a form that no state has", "DE12"],
  ])("with a VAT ID of %s are rejected", async (_name, vatId) => {
    const response = await saveBilling({ company_name: "Müller GmbH", vat_id: vatId });
    expect(response.status).toBe(422);
    expect(response.error.error_codes?.vat_id?.[0]?.code).toBe("vat_id_invalid");
  });

  it("need a company beside a VAT ID, and go when both are left empty", async () => {
    const response = await saveBilling({ vat_id: "EL094259216" });
    expect(response.error.error_codes?.company_name?.[0]?.code).toBe("company_name_required");
    await saveBilling({ company_name: "Ελλάς ΑΕ", vat_id: "EL 094259216" });
    expect((await buyer.agent.get("/api/user/billing")).body).toMatchObject({
      payload: { company_name: "Ελλάς ΑΕ", vat_id: "EL094259216" },
    });
    await saveBilling({ company_name: "", vat_id: "" });
    expect((await buyer.agent.get("/api/user/billing")).body).toMatchObject({
      payload: { company_name: "", vat_id: "" },
    });
  });

  it.each([
    ["DE136695976", "FR", 422],
    ["DE136695976", "DE", 200],
    ["EL094259216", "GR", 200],
  ])("with the VAT ID %s and an address in %s are %i", async (vatId, country, status) => {
    const place = { address: "Rue Neuve 3", city: "Bourg", country };
    const response = await saveBilling({ company_name: "Neuf SA", vat_id: vatId, ...place });
    expect(response.status).toBe(status);
    if (status === 422) {
      expect(response.error.error_codes?.vat_id?.[0]?.code).toBe("vat_id_country");
    }
    await saveBilling({ company_name: "", vat_id: "" });
  });

  const PLACE = { address: "Rue Neuve 3", city: "Brussel", post_code: "1000", country: "BE" };

  it("hold an address, which invoices name; the rate stays that of the payment's country", async () => {
    await pay(buyer.agent, { country: "DE", amount: "10.00" });
    expect((await saveBilling(PLACE)).status).toBe(200);
    const { parties, totals } = await invoiceOf(await buyWithCredits());
    expect(parties[1]?.lines.slice(0, 3)).toEqual([
      expect.any(String),
      "Rue Neuve 3",
      "1000 Brussel",
    ]);
    expect(totals.map(({ label }) => label)).toContain("VAT 19% (Germany)");
    await saveBilling({ country: "BE" });
    expect((await buyer.agent.get("/api/user/billing")).body).toMatchObject({
      payload: { address: "", country: "" },
    });
  });

  it.each([
    ["address", { city: "Brussel", country: "BE" }],
    ["city", { address: "Rue Neuve 3", country: "BE" }],
    ["country", { address: "Rue Neuve 3", city: "Brussel" }],
  ])("with part of an address need its %s", async (field, body) => {
    const response = await saveBilling(body);
    expect(response.status).toBe(422);
    const codes = Object.entries(response.error.error_codes ?? {});
    expect(codes.map(([name, [first]]) => [name, first?.code])).toEqual([
      [field, `${field}_required`],
    ]);
  });
});

describe("a deposit", () => {
  it("has a receipt once it is paid: a voucher, so without VAT, in the language of its form", async () => {
    const pending = await openDeposit(buyer.agent);
    const paid = await pay(buyer.agent);
    const links = await list(`deposit_id=${pending.id},${paid}`);
    expect(links).toMatchObject([{ kind: "deposit_receipt", number: `DEPOSIT-${paid}` }]);
    const receipt = await sheetOf(links[0]?.id);
    expect(receipt.notes.join()).toContain("multi-purpose voucher");
    expect(receipt.totals).toEqual([
      { label: "Amount received", value: "€10.00", is_total: true },
      { label: "Credited to your balance", value: "10.00\u00a0credits", is_total: false },
    ]);
  });
});

describe("a refund", () => {
  it("in parts has credit notes that name the invoice and add up to it", async () => {
    const orderId = await buyWithCredits();
    const invoice = await invoiceOf(orderId);
    const cause = { orderId, destination: "wallet", reason: "In parts", actorId: null } as const;
    for (const [index, amountCents] of [413, 413, 414].entries()) {
      const operationId = `${orderId} part ${index}`;
      await inTransaction(test.database, (sql) =>
        refundOrder(test.deps, sql, { ...cause, operationId, amountCents }),
      );
    }
    const tooMuch = { type: "refund", refundId: 999_999, orderId, amountCents: 1 } as const;
    const issuing = inTransaction(test.database, (sql) => issueDocument(test.deps, sql, tooMuch));
    await expect(issuing).rejects.toThrow(RangeError);
    const notes = (await list(`order_id=${orderId}`)).filter(({ kind }) => kind === "credit_note");
    expect(notes).toHaveLength(3);
    const { facts } = await sheetOf(notes[0]?.id);
    const named = facts.find(({ label }) => label === "Corrects invoice");
    expect(named?.value).toContain(invoice.number);
    const [sums] = await test.database`
      SELECT sum(net_cents)::int AS net, sum(vat_cents)::int AS vat FROM documents
      WHERE kind = 'credit_note' AND order_id = ${orderId}`;
    expect(sums).toEqual({ net: 1_000, vat: 240 });
  });

  it("at the turn of a year has the day and the number of one year", async () => {
    const orderId = await buyWithCredits();
    const last = new Date("2041-12-31T21:59:59.999Z");
    let reads = 0;
    const now = () => new Date(last.getTime() + reads++);
    const refund = { type: "refund", refundId: 900_000, orderId, amountCents: 100 } as const;
    const issued = inTransaction(test.database, async (sql) => {
      const [note] = await issueDocument({ ...test.deps, now }, sql, refund);
      const [row] = await sql`
        SELECT number, data->>'issuedOn' AS day FROM documents WHERE id = ${note?.id ?? 0}`;
      expect(row).toEqual({ number: "CN-2041-000001", day: "2041-12-31" });
      throw new Error("undone");
    });
    await expect(issued).rejects.toThrow("undone");
  });

  /** Sets how many basis points of a credit a euro buys, calls `run`, and resets it. */
  async function atRate(basisPoints: number, run: () => Promise<void>) {
    const [{ before }] = await test.database<[{ before: number }]>`
      SELECT eur_rate_basis_points AS before FROM settings`;
    const set = (rate: number) =>
      test.database`UPDATE settings SET eur_rate_basis_points = ${rate}`;
    await set(basisPoints);
    try {
      await run();
    } finally {
      await set(before);
    }
  }

  async function expectWholeInvoice(refunds: number[], basisPoints: number) {
    const priceCents = refunds.reduce((sum, part) => sum + part, 0);
    await atRate(basisPoints, async () => {
      product = await createProduct(test, { priceCents });
      await giveCredits(test.database, buyer.id, priceCents);
      const orderId = await buy();
      const cause = { orderId, destination: "wallet", reason: "In parts", actorId: null } as const;
      for (const [index, amountCents] of refunds.entries()) {
        const operationId = `${orderId} part ${index}`;
        await inTransaction(test.database, (sql) =>
          refundOrder(test.deps, sql, { ...cause, operationId, amountCents }),
        );
      }
      const [sums] = await test.database`
        SELECT kind, sum(net_cents)::int AS net, sum(vat_cents)::int AS vat,
          sum(gross_cents)::int AS gross, min(gross_cents) > 0 AND min(net_cents) >= 0
            AND min(vat_cents) >= 0 AS "isPositive"
        FROM documents WHERE order_id = ${orderId} AND kind = 'credit_note' GROUP BY kind`;
      const [invoice] = await test.database`
        SELECT 'credit_note' AS kind, net_cents::int AS net, vat_cents::int AS vat,
          gross_cents::int AS gross, true AS "isPositive"
        FROM documents WHERE order_id = ${orderId} AND kind = 'invoice'`;
      expect(sums).toEqual(invoice);
    });
  }

  it.each([
    ["a credit is worth a cent", [49, 49, 49, 49, 49, 49, 49_606], 1_000_000],
    ["a euro buys three credits", [1, 1, 1, 186], 30_000],
    ["the whole price is worth less than a cent", [1, 1, 1], 10_000_000],
  ])("in parts too small for a note adds up to the invoice: %s", async (_case, refunds, rate) => {
    await expectWholeInvoice(refunds, rate);
  });

  it("in whatever parts, at whatever rate, adds up to the invoice", async () => {
    const part = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 5_000 }));
    const parts = fc.array(part, { minLength: 1, maxLength: 8 });
    const rate = fc.constantFrom(1_000, 10_000, 30_000, 1_000_000, 3_333_333);
    await fc.assert(fc.asyncProperty(parts, rate, expectWholeInvoice), { numRuns: 10 });
  });

  it("of an order from before documents has none", async () => {
    const orderId = await buyWithCredits();
    const event = {
      type: "refund",
      refundId: 999_999,
      orderId: orderId + 1,
      amountCents: 1,
    } as const;
    expect(
      await inTransaction(test.database, (sql) => issueDocument(test.deps, sql, event)),
    ).toEqual([]);
  });
});

describe("a document", () => {
  it("comes with the mail of its event, in the language of the event", async () => {
    await pay(buyer.agent, { amount: "10.00" });
    const failed = await openDeposit(buyer.agent);
    await sendReport(test, { ref: failed.ref, outcome: "failed" });
    const canceled = await openDeposit(buyer.agent);
    await sendReport(test, { ref: canceled.ref, outcome: "canceled" });
    await giveCredits(test.database, buyer.id, 1_240);
    const orderId = await buy({ locale: "de", consent: false });
    const consent = { version: CONSENT_VERSION, language: "de" };
    const path = `/api/purchase/${orderId}/consent`;
    expect((await buyer.agent.post(path, { consent })).status).toBe(200);
    await buyer.agent.post(path, { consent });
    const mails = await mailsTo(buyer.email);
    expect(mails.map(({ headers, attachments }) => [headers.subject, attachments.length])).toEqual([
      ["We have received €10.00", 1],
      ["Your deposit of €10.00 failed", 0],
      [`Ihre Bestellung ${orderId}: Streifen`, 2],
      [`Lieferung Ihrer Bestellung ${orderId}`, 0],
    ]);
    expect(mails[2]?.text).toContain("können Sie diesen Kauf ohne Angabe von Gründen widerrufen");
    expect(mails[3]?.text).toContain("Ich stimme zu, dass die Lieferung sofort beginnt");
    expect(mails[3]?.text).toContain(`Textfassung ${CONSENT_VERSION}`);
  });

  it("exists for its owner only, by whatever id others ask", async () => {
    const [link] = await list(`order_id=${await buyWithCredits()}`);
    const other = await createMember(test);
    const id = Number(link?.id);
    for (const asked of [id, id - 1, id + 1, 0, 999_999_999_999_999]) {
      for (const path of [`/api/documents/${asked}`, `/api/documents/${asked}/pdf`]) {
        const response = await other.agent.get(path);
        expect([path, response.status]).toEqual([path, 404]);
        expect(response.error.code).toBe("document_not_found");
      }
    }
    expect(await list(`order_id=${link?.order_id}`, other.agent)).toEqual([]);
    expect((await test.createAgent().get(`/api/documents/${id}`)).status).toBe(401);
  });

  it("stays with the shop when its owner's account goes", async () => {
    const orderId = await buyWithCredits();
    const response = await buyer.agent.delete("/api/user/delete", {
      password: buyer.password,
    });
    expect(response.status).toBe(200);
    const rows = await test.database`SELECT 1 FROM documents WHERE order_id = ${orderId}`;
    expect(rows).toHaveLength(2);
    expect((await buyer.agent.get(`/api/documents?order_id=${orderId}`)).status).toBe(401);
  });

  it.each([
    ["en", "Invoice", "Total paid"],
    ["pl", "Faktura", "Razem zapłacono"],
    ["uk", "Рахунок-фактура", "Разом сплачено"],
    ["ar", "فاتورة", "المدفوع"],
  ])("in %s is a PDF with text, language and title", async (locale, title, total) => {
    const orderId = await buyWithCredits({ locale });
    const [, link] = await list(`order_id=${orderId}`);
    const response = await buyer.agent.get(`/api/documents/${link?.id}/pdf`);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toContain(".pdf");
    const pdf = await readPdf(response.bytes);
    expect(pdf).toMatchObject({
      pages: 1,
      title: `${title} ${link?.number}`,
      language: locale,
      isTagged: true,
    });
    const words = pdf.text.replace(/\s+/g, " ");
    expect(words).toContain(total);
    expect(words).toContain(link?.number);
    expect(words).toContain("Telliskivi 60a");
    expect(words).toMatch(/12[.,]40\s?(?:€|EUR)|€\s?12\.40/);
  });
});
