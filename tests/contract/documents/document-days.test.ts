import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { inTransaction, type Sql } from "#api/db/client.ts";
import type { DocumentData } from "#api/documents/document-data.ts";
import { anonymizeParties } from "#api/documents/documents.queries.ts";
import { issueDocument } from "#api/documents/issue-document.ts";
import { refundOrder } from "#api/refunds/refunds.service.ts";
import { companyDay } from "#domain/company-days.ts";
import { recordsKeptFrom } from "#domain/retention.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { untilWaiting } from "#tests/setup/database/until-waiting.ts";
import { openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// Documents are dated in the company's time zone, not UTC, and so is the start of a year or a rate.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  await test.database`INSERT INTO vat_rates VALUES ('EE', '2027-01-01', 2500)`;
});
afterEach(() => test.clock.resume());
afterAll(() => test.close());

/** Half past midnight on New Year's Day in Tallinn, half past ten on New Year's Eve in Lisbon. */
const TURN = new Date("2026-12-31T22:29:58Z");

type Issued = { kind: string; number: string; data: DocumentData };

/** Creates a deposit, an order and its partial refund; returns all documents in order of issue. */
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

/** Inserts an order without documents. */
async function insertOrder(buyer: { id: number }): Promise<number> {
  const { id, imageHash } = await createProduct(test);
  const [order] = await test.database<[{ id: number }]>`
    INSERT INTO orders (user_id, product_id, slug, titles, price_cents, currency, prompt, licence,
      picture_hash)
    VALUES (${buyer.id}, ${id}, 'waiting', '{"en": "Waiting"}', 100, 'Credits', '', '',
      ${imageHash}) RETURNING id`;
  return order.id;
}

it.each([
  {
    turn: "a day",
    before: "2028-05-01T20:59:59Z",
    numbers: ["2028-000001", "2028-000002", "2028-000003"],
  },
  {
    turn: "a year",
    before: "2028-12-31T21:59:59Z",
    numbers: ["2028-000004", "2029-000001", "2029-000002"],
  },
])("follow their numbers when $turn ends while one waits for its number", async (given) => {
  const { database: sql, clock } = test;
  await sql`UPDATE settings SET company_country = 'EE'`;
  const before = new Date(given.before);
  const after = new Date(before.getTime() + 2_000);
  clock.stop(before);
  const buyer = await createMember(test);
  const [first, second, third] = [
    await insertOrder(buyer),
    await insertOrder(buyer),
    await insertOrder(buyer),
  ];
  const issue = (tx: Sql, orderId: number) =>
    issueDocument(test.deps, tx, { type: "order", orderId, locale: "en", rateBasisPoints: 10_000 });
  let waiting: Promise<unknown> = Promise.resolve();
  await inTransaction(sql, async (tx) => {
    await issue(tx, first);
    waiting = inTransaction(sql, (other) => issue(other, third));
    await untilWaiting(sql, 1);
    clock.stop(after);
    await issue(tx, second);
  });
  await waiting;
  const rows = await sql<{ orderId: number; number: string; issuedAt: Date; day: string }[]>`
    SELECT order_id AS "orderId", number, issued_at AS "issuedAt", data ->> 'issuedOn' AS day
    FROM documents WHERE kind = 'invoice' AND user_id = ${buyer.id} ORDER BY number`;
  const dayOf = (at: Date) => companyDay(at, "EE");
  expect(rows).toEqual(
    [
      { orderId: first, issuedAt: before },
      { orderId: second, issuedAt: after },
      { orderId: third, issuedAt: after },
    ].map((row, index) => ({
      ...row,
      number: `INV-${given.numbers[index]}`,
      day: dayOf(row.issuedAt),
    })),
  );
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
