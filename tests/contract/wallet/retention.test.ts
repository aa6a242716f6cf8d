import { describe, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { downloadDocument } from "#api/documents/documents.service.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { RECORDS_KEPT_YEARS } from "#domain/retention.ts";
import { createProduct } from "#tests/factories.ts";
import { CONSENT } from "#tests/setup/consent.ts";
import { createPayout, exportPayouts, type Member } from "#tests/setup/offers.ts";
import { payDeposit } from "#tests/setup/refunds.ts";
import { setUpStaffApi } from "#tests/setup/staff-api.ts";
import type { TestApi } from "#tests/setup/test-api.ts";

// What the privacy policy says of how long things are kept, and the jobs that keep to it.

const DAY_SECONDS = 86_400;

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

const runJobs = async () => {
  const forgetting = listJobs(test.deps).filter(({ name }) => name.startsWith("forget "));
  expect(forgetting.length).toBe(5);
  for (const job of forgetting) await job.run();
};

/** Everything that the books say of people, as one text. */
async function readRecords(): Promise<string> {
  const { database: sql } = test;
  const parts = await Promise.all([
    sql`SELECT contact FROM deposits`,
    sql`SELECT full_name, iban_masked, encode(iban_sealed, 'hex') AS iban FROM payouts`,
    sql`SELECT contact FROM offers`,
    sql`SELECT data, sheet FROM documents ORDER BY id`,
    sql`SELECT name, email FROM withdrawals`,
    sql`SELECT length(content_sealed) AS size FROM payout_batches`,
  ]);
  return JSON.stringify(parts);
}

const listAmounts = () => test.database`
  SELECT number, net_cents, vat_cents, gross_cents, data -> 'references' AS about FROM documents
  ORDER BY id`;

/** A seller who was paid, bought for what was topped up, and withdrew from another purchase. */
async function fillRecords() {
  const { maker, payoutId } = await createPayout(test, staff);
  await exportPayouts(staff);
  for (const state of ["sent", "settled"]) {
    const path = `/api/staff/payouts/${payoutId}/mark`;
    expect((await staff.agent.post(path, { state, evidence: "Statement 1" })).status).toBe(200);
  }
  await payDeposit(maker.agent, 2_000);
  const product = await createProduct(test, { priceCents: 300 });
  const order = { prompt_id: product.id, consent: CONSENT };
  expect((await maker.agent.post("/api/purchase/prompt", order)).status).toBe(200);
  await test.database`
    INSERT INTO withdrawals (operation_id, number, status, user_id, subject, destination, name,
      email, locale, received_at)
    VALUES (gen_random_uuid(), 'W-1', 'resolved', ${maker.id}, 'balance', 'source', 'Sam Seller',
      ${maker.email}, 'en', ${test.clock.now()})`;
  return maker;
}

describe("the books after seven years", () => {
  it("still add up, number by number, and name nobody", async () => {
    const maker = await fillRecords();
    const before = await readRecords();
    for (const name of ["Sam Seller", "Bea", maker.email]) expect(before).toContain(name);
    const amounts = await listAmounts();
    await runJobs();
    expect(await readRecords()).toBe(before);

    test.clock.advance((RECORDS_KEPT_YEARS + 1) * 366 * DAY_SECONDS);
    await runJobs();
    const after = await readRecords();
    for (const name of ["Sam Seller", "Bea", maker.email]) expect(after).not.toContain(name);
    expect(await listAmounts()).toEqual(amounts);
    expect(await listViolations(test.database)).toEqual([]);
    const documents = await test.database<{ id: number }[]>`SELECT id FROM documents`;
    expect(documents.length).toBeGreaterThan(2);
    for (const { id } of documents) {
      const { bytes } = await downloadDocument(test.deps, maker.id, id);
      expect(Buffer.from(bytes.subarray(0, 4)).toString()).toBe("%PDF");
    }
    await runJobs();
    expect(await readRecords()).toBe(after);
  });

  it("cannot be changed in any other way", async () => {
    await fillRecords();
    const { database: sql } = test;
    for (const change of [
      sql`UPDATE documents SET gross_cents = gross_cents + 1, net_cents = net_cents + 1`,
      sql`UPDATE documents SET data = jsonb_set(data, '{grossCents}', '1')`,
      sql`UPDATE documents SET data = jsonb_set(data, '{buyer,name}', '"Somebody else"')`,
      sql`UPDATE documents SET sheet = jsonb_set(sheet, '{number}', '"1"')`,
      sql`DELETE FROM documents`,
      sql`UPDATE payout_batches SET total_cents = 1`,
      sql`UPDATE payout_batches SET content_sealed = 'x'`,
    ])
      await expect(change).rejects.toThrow("append-only");
  });
});

/** Rows of the privacy policy that end by a job, each with its name and the test of what it does. */
const PROMISES = {
  "sessions, 2 hours or 400 days": "delete expired sessions",
  "records of deposits": "forget who made old deposits",
  "records of payouts": "forget who got old payouts",
  "bought designs": "forget who sold old designs",
  "invoices and the like": "forget whom old documents name",
  withdrawals: "forget who withdrew long ago",
  "scans, 30 days after the decision": "remove documents whose time is over",
  "messages, a year": "delete old messages",
  "reports of illegal content, a year": "delete old notices",
  "newsletter, 7 days unconfirmed": "delete unconfirmed subscribers",
  "attacks, minutes": "delete past rate limits",
  "networks, 90 days": "delete old networks",
  "searches, 90 days": "delete old searches without a hit",
  "addresses that nobody confirmed": "delete new addresses that nobody confirmed",
  "links to reset passwords": "delete old reset links",
};

it("each promise of the privacy policy has its job", () => {
  const names = listJobs(test.deps).map(({ name }) => name);
  expect(Object.values(PROMISES).filter((name) => !names.includes(name))).toEqual([]);
});
