import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { inTransaction } from "#api/db/client.ts";
import type { DocumentData } from "#api/documents/document-data.ts";
import { anonymizeParties } from "#api/documents/documents.queries.ts";
import { refundOrder } from "#api/refunds/refunds.service.ts";
import { recordsKeptFrom } from "#domain/retention.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// Documents have the day of the company, on which the year and a new rate begin, not that of UTC.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  await test.database`INSERT INTO vat_rates VALUES ('EE', '2027-01-01', 2500)`;
});
afterEach(() => test.clock.resume());
afterAll(() => test.close());

/** Half past midnight of New Year in Tallinn, half past eleven of New Year's Eve in Lisbon. */
const TURN = new Date("2026-12-31T22:29:58Z");

type Issued = { kind: string; number: string; data: DocumentData };

/** A deposit, an order and its refund in part: all documents, in the order of their issue. */
async function tradeAt(at: Date, country: string): Promise<Issued[]> {
  const { database: sql } = test;
  await sql`
    UPDATE settings SET company_country = ${country}, company_vat_id = 'EE100000015',
      is_vat_exempt = false`;
  test.clock.stop(at);
  const { agent, id } = await createMember(test);
  const { ref } = await openDeposit(agent, { country: "EE" });
  expect((await sendReport(test, { ref })).status).toBe(200);
  const product = await createProduct(test, { priceCents: 400 });
  const body = { prompt_id: product.id, consent: CONSENT };
  const bought = await agent.post("/api/purchase/prompt", body);
  const orderId = Number(bought.as(purchaseResponseSchema).payload.order.id);
  const part = { operationId: `part of ${orderId}`, amountCents: 100, reason: "A part" };
  await inTransaction(sql, (tx) =>
    refundOrder(test.deps, tx, { orderId, destination: "wallet", actorId: null, ...part }),
  );
  return sql<Issued[]>`SELECT kind, number, data FROM documents WHERE user_id = ${id} ORDER BY id`;
}

it.each([
  { country: "EE", day: "2027-01-01", year: 2027, basisPoints: 2_500 },
  { country: "PT", day: "2026-12-31", year: 2026, basisPoints: 2_400 },
])("have the day, the year and the rate of $country", async ({ country, ...expected }) => {
  const { day, year, basisPoints } = expected;
  const issued = await tradeAt(TURN, country);
  expect(issued.map(({ kind, data }) => [kind, data.issuedOn, data.suppliedOn])).toEqual(
    ["deposit_receipt", "order_confirmation", "invoice", "credit_note"].map((kind) => [
      ...[kind, day, day],
    ]),
  );
  const [, confirmation, invoice, note] = issued;
  expect(invoice?.data.vat).toEqual({ treatment: "standard", country: "EE", basisPoints });
  expect(confirmation?.data.vat).toEqual(invoice?.data.vat);
  expect([invoice?.number, note?.number]).toEqual([`INV-${year}-000001`, `CN-${year}-000001`]);
});

it("keep their names for seven years after the year of that day", async () => {
  const [, , invoice] = await tradeAt(TURN, "EE");
  const readName = async () => {
    const [row] = await test.database<{ name: string }[]>`
      SELECT data -> 'buyer' ->> 'name' AS name FROM documents WHERE number = ${invoice?.number ?? ""}`;
    return row?.name;
  };
  await anonymizeParties(test.database, recordsKeptFrom(new Date("2034-12-31T23:59:59Z")));
  expect(await readName()).toBe(invoice?.data.buyer.name);
  await anonymizeParties(test.database, recordsKeptFrom(new Date("2035-01-01T00:00:00Z")));
  expect(await readName()).toBe("");
});
