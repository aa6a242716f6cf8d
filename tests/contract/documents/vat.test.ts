import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { settingsResponseSchema } from "#api/contract/site.ts";
import { inTransaction } from "#api/db/client.ts";
import type { DocumentData } from "#api/documents/document-data.ts";
import { refundOrder } from "#api/refunds/refunds.service.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import {
  approve,
  createPayout,
  createPricedOffer,
  exportPayouts,
  type Member,
  markPayout,
  offerOf,
} from "#tests/setup/records/offers.ts";
import { root } from "#tests/setup/repository/sources.ts";

// The country whose VAT an invoice or a statement charges, and what accountants read.

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

const setCompany = (vatId: string | null, isExempt: boolean) => test.database`
  UPDATE settings SET company_country = 'EE', company_vat_id = ${vatId}, is_vat_exempt = ${isExempt}`;

const GERMAN = { company_name: "Bilder GmbH", vat_id: "DE136695976" };

async function readData(kind: string): Promise<DocumentData | undefined> {
  const [row] = await test.database<{ data: DocumentData }[]>`
    SELECT data FROM documents WHERE kind = ${kind} ORDER BY id DESC`;
  return row?.data;
}

/** Buys with credits that were granted, not paid for. */
async function buy(priceCents: number, billing: Record<string, string> = {}): Promise<number> {
  const { agent, id } = await createMember(test);
  await giveCredits(test.database, id, priceCents);
  expect((await agent.put("/api/user/billing", billing)).status).toBe(200);
  const product = await createProduct(test, { priceCents });
  const body = { prompt_id: product.id, consent: CONSENT };
  const response = await agent.post("/api/purchase/prompt", body);
  return Number(response.as(purchaseResponseSchema).payload.order.id);
}

async function sendPayout(amount: string, billing: Record<string, string>): Promise<void> {
  const { maker, payoutId } = await createPayout(test, staff, amount);
  const place = { address: "Weg 1", city: "Berlin", country: billing.vat_id?.slice(0, 2) ?? "" };
  expect((await maker.agent.put("/api/user/billing", { ...billing, ...place })).status).toBe(200);
  await exportPayouts(staff);
  await markPayout(test, staff, payoutId, { state: "sent", evidence: "Statement 12" });
}

it.each([
  ["registered for VAT", "EE100000015", false],
  ["exempt with a VAT ID", "EE100000015", true],
  ["exempt without one", null, true],
])("a shop that is %s owes the VAT of a foreign business itself", async (_name, vatId, isExempt) => {
  await setCompany(vatId, isExempt);
  await sendPayout("99.50", GERMAN);
  expect(await readData("self_billing")).toMatchObject({
    seller: { vatId: "DE136695976" },
    buyer: { vatId },
    vat: { treatment: "reverse_charge", country: "EE", basisPoints: 0 },
    vatCents: 0,
  });
});

it("a seller whose VAT ID is of another country than the address is a person, without the VAT ID", async () => {
  await setCompany("EE100000015", false);
  const maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
  expect((await maker.agent.put("/api/user/billing", GERMAN)).status).toBe(200);
  const offer = await createPricedOffer(test, { staff, maker }, "99.50");
  const accepted = offerOf(await approve(maker, offer, { country: "FR" }));
  await exportPayouts(staff);
  const mark = { state: "sent", evidence: "Statement 12" };
  await markPayout(test, staff, Number(accepted.payout?.id), mark);
  // The statement says that the seller is not registered for VAT.
  expect(await readData("self_billing")).toMatchObject({
    seller: { country: "FR", vatId: null },
    vat: { treatment: "exempt" },
  });
});

it.each([
  ["registered for VAT", "EE100000015", false, true],
  ["exempt with a VAT ID", "EE100000015", true, false],
  ["exempt without one", null, true, false],
])("a shop that is %s says whether prices include VAT as it invoices them", async (_name, vatId, isExempt, expected) => {
  await setCompany(vatId, isExempt);
  const agent = test.createAgent();
  const { payload } = (await agent.get("/api/settings")).as(settingsResponseSchema);
  expect(payload.prices_include_vat).toBe(expected);
  await buy(1_240);
  expect((await readData("invoice"))?.vatCents).toBe(expected ? 240 : 0);
});

it("a buyer who never paid is charged our VAT, whatever address invoices have", async () => {
  await setCompany("EE100000015", false);
  await buy(1_240, { address: "Tahrir 1", city: "Cairo", country: "EG" });
  expect(await readData("invoice")).toMatchObject({
    buyer: { country: "EG" },
    vat: { treatment: "standard", country: "EE", basisPoints: 2_400 },
    vatCents: 240,
  });
});

it("a buyer whose VAT ID is of another country than the payment is a consumer, without the VAT ID", async () => {
  await setCompany("EE100000015", false);
  const { agent } = await createMember(test);
  expect((await agent.put("/api/user/billing", GERMAN)).status).toBe(200);
  const { ref } = await openDeposit(agent, { country: "FI", amount: "10.00" });
  expect((await sendReport(test, { ref })).status).toBe(200);
  const product = await createProduct(test, { priceCents: 1_000 });
  await agent.post("/api/purchase/prompt", { prompt_id: product.id, consent: CONSENT });
  const buyer = { name: GERMAN.company_name, country: "FI", vatId: null };
  expect(await readData("deposit_receipt")).toMatchObject({ buyer });
  expect(await readData("invoice")).toMatchObject({
    buyer,
    vat: { treatment: "standard", country: "FI" },
    vatCents: 203,
  });
});

describe("the queries for accountants in the operator's guide", () => {
  const guide = readFileSync(join(root, "docs/operations.md"), "utf8");
  const [, section = ""] = guide.split("\n## Documents and VAT\n");
  const queries = [...section.matchAll(/^```sql\n([\s\S]*?)^```/gm)].map(([, query]) => query);
  const run = (word: string) =>
    test.database.unsafe(queries.find((query) => query?.includes(word)) ?? word);

  it("add up to what is owed, and name the VAT IDs of buyers alone", async () => {
    await setCompany("EE100000015", false);
    const orderId = await buy(1_240);
    await inTransaction(test.database, (tx) =>
      refundOrder(test.deps, tx, {
        ...{ orderId, operationId: "half", amountCents: 620, reason: "Half" },
        ...{ destination: "wallet", actorId: null },
      }),
    );
    await buy(500, GERMAN);
    await sendPayout("99.50", { company_name: "Rakennus Oy", vat_id: "FI20774740" });
    const amounts = (await run("credit_note")).map((row) => [
      ...[String(row.number).split("-")[0], row.net_cents, row.vat_cents, row.gross_cents],
    ]);
    expect(amounts).toEqual([
      ["INV", 1_000, 240, 1_240],
      ["CN", -500, -120, -620],
      ["INV", 500, 0, 500],
    ]);
    expect(await run("reverse_charge")).toEqual([{ vat_id: "DE136695976" }]);
  });
});
