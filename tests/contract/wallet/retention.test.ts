import { describe, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { downloadDocument } from "#api/documents/documents.service.ts";
import { sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { RECORDS_KEPT_YEARS } from "#domain/retention.ts";
import { createProduct } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import { payDeposit, refundDeposit } from "#tests/setup/money/refunds.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import {
  createPayout,
  createPricedOffer,
  exportPayouts,
  type Member,
  markPayout,
} from "#tests/setup/records/offers.ts";

// The retention periods of the privacy policy, and the jobs that enforce them.

const DAY_SECONDS = 86_400;
const NAMES = ["Sam Seller", "Bea"];

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

const runJobs = async () => {
  const forgetting = listJobs(test.deps).filter(({ name }) => name.startsWith("forget "));
  expect(forgetting.length).toBe(9);
  for (const job of forgetting) await job.run();
};

/** Columns of accounting records with personal data or free text: cleared after seven years. */
const RECORDS: Record<string, string[]> = {
  audit_log: ["before", "after", "reason"],
  balance_adjustments: ["reason"],
  credit_requests: ["evidence"],
  deposit_endings: ["evidence"],
  deposit_settlements: ["evidence"],
  deposits: ["contact"],
  disputes: ["evidence"],
  documents: ["data", "sheet"],
  offers: ["contact"],
  payout_batches: ["content_sealed"],
  payout_cards: ["brand", "last4", "token_sealed"],
  payout_events: ["evidence"],
  payouts: ["account_hash", "full_name", "iban_masked", "iban_sealed"],
  refunds: ["reason", "evidence", "last_error"],
  unmatched_reports: ["note", "report"],
  withdrawals: ["name", "email", "contract", "note"],
};

/** Returns a column's values in all rows as one text. */
async function readColumn(table: string, column: string): Promise<string> {
  const { database: sql } = test;
  const rows = await sql<{ text: string }[]>`
    SELECT ${sql(column)}::text AS text FROM ${sql(table)}
    WHERE ${sql(column)}::text NOT IN ('', '{}', '\\x') ORDER BY 1`;
  return rows.map(({ text }) => text).join("\n");
}

/** Reads all personal data in accounting records, by column. */
async function readRecords(): Promise<Record<string, string>> {
  const columns = Object.entries(RECORDS).flatMap(([table, names]) =>
    names.map(async (name) => [`${table}.${name}`, await readColumn(table, name)] as const),
  );
  return Object.fromEntries(await Promise.all(columns));
}

const listAmounts = () => test.database`
  SELECT number, net_cents, vat_cents, gross_cents, data -> 'references' AS about FROM documents
  ORDER BY id`;

/** Creates a seller who was paid, bought with a top-up, and withdrew from another purchase. */
async function fillRecords() {
  const { maker, payoutId } = await createPayout(test, staff);
  await exportPayouts(staff);
  for (const state of ["sent", "settled"]) {
    const mark = { state, evidence: "Statement 1" };
    expect((await markPayout(test, staff, payoutId, mark)).status).toBe(200);
  }
  await payToCard(maker);
  await payDeposit(maker.agent, 2_000);
  const product = await createProduct(test, { priceCents: 300 });
  const order = { prompt_id: product.id, consent: CONSENT };
  expect((await maker.agent.post("/api/purchase/prompt", order)).status).toBe(200);
  await payDeposit(maker.agent, 500).then(({ id }) => refundDeposit(staff, Number(id)));
  await writeOf("Sam Seller", maker);
  return maker;
}

async function payToCard(maker: Member) {
  await offerCards(test);
  const offer = await createPricedOffer(test, { staff, maker }, "80.00");
  expect((await confirmCard(maker, offer, await giveCard(maker, offer))).status).toBe(200);
  await sendCardPayouts(test.deps);
  test.clock.advance(61);
  for (const { jobs } of test.deps.cardPayouts.all) for (const job of jobs ?? []) await job.run();
}

/** Writes free text of users and staff into accounting records, with a person in each text. */
async function writeOf(name: string, { id, email }: Member) {
  const { database: sql, clock } = test;
  const now = clock.now();
  const text = `${name} showed a statement`;
  await sql`
    INSERT INTO withdrawals (operation_id, number, status, user_id, subject, destination, name,
      email, contract, note, locale, received_at)
    VALUES (gen_random_uuid(), 'W-1', 'resolved', ${id}, 'balance', 'source', ${name}, ${email},
      ${text}, ${text}, 'en', ${now})`;
  await sql`
    INSERT INTO deposit_settlements (deposit_id, actor_id, evidence, provider_said, created_at)
    SELECT id, ${staff.id}, ${text}, 'unknown', ${now} FROM deposits`;
  await sql`
    INSERT INTO credit_requests (deposit_id, evidence, requested_by, requested_at)
    SELECT id, ${text}, ${staff.id}, ${now} FROM deposits`;
  await sql`
    INSERT INTO deposit_endings (deposit_id, actor_id, evidence, review, provider_said, created_at)
    SELECT id, ${staff.id}, ${text}, 'paid 9.00 EUR instead of 10.00 EUR', 'different', ${now}
    FROM deposits`;
  await sql`
    INSERT INTO disputes (deposit_id, user_id, provider, provider_ref, money_cents, amount_cents,
      status, taken_from, opened_at, closed_at, evidence)
    SELECT id, user_id, provider, 'D-' || id, 1, 0, 'won', 'user', ${now}, ${now}, ${text} FROM deposits`;
  await sql`UPDATE refunds SET reason = ${text}, evidence = ${text}, last_error = ${text}`;
  await sql`
    INSERT INTO unmatched_reports (provider, event_id, report, received_at, retry_at, resolved_at,
      note)
    VALUES ('sandbox', 'E-1', ${sql.json({ outcome: "paid", payer: name })}, ${now}, ${now}, ${now},
      ${text})`;
  await sql`
    INSERT INTO balance_adjustments (operation_id, user_id, amount_cents, reason, needs_approval,
      status, requested_by, requested_at, decided_by, decided_at)
    VALUES (gen_random_uuid(), ${id}, 1, ${text}, false, 'rejected', ${staff.id}, ${now}, ${staff.id},
      ${now})`;
  await sql`
    INSERT INTO audit_log (actor_id, action, subject_kind, subject_id, before, after, reason)
    VALUES (${staff.id}, 'deposit.settle', 'deposit', '1', ${sql.json({ name })},
      ${sql.json({ name })}, ${text})`;
}

/** Backdates the log, whose times come from the database and cannot be advanced by a test. */
async function datePastActions() {
  await test.database.unsafe(`
    ALTER TABLE audit_log DISABLE TRIGGER USER;
    UPDATE audit_log SET at = at - interval '8 years';
    ALTER TABLE audit_log ENABLE TRIGGER USER`);
}

describe("accounting records after seven years", () => {
  it("still add up, number by number, and name nobody", async () => {
    const maker = await fillRecords();
    const before = await readRecords();
    const unfilled = Object.entries(before).filter(([, text]) => text === "");
    expect(unfilled).toEqual([]);
    for (const name of [...NAMES, maker.email])
      expect(Object.values(before).join("\n")).toContain(name);
    const amounts = await listAmounts();
    await runJobs();
    expect(await readRecords()).toEqual(before);

    await datePastActions();
    test.clock.advance((RECORDS_KEPT_YEARS + 1) * 366 * DAY_SECONDS);
    await runJobs();
    const after = await readRecords();
    const named = Object.entries(after).filter(([column, text]) =>
      // Cards and encrypted values are personal data unless they are empty.
      /_sealed$|^payout_cards/.test(column)
        ? text !== ""
        : [...NAMES, maker.email].some((name) => text.includes(name)),
    );
    expect(named).toEqual([]);
    expect(await listAmounts()).toEqual(amounts);
    expect(await listViolations(test.database)).toEqual([]);
    const documents = await test.database<{ id: number }[]>`SELECT id FROM documents`;
    expect(documents.length).toBeGreaterThan(2);
    for (const { id } of documents) {
      const { bytes } = await downloadDocument(test.deps, maker.id, id);
      expect(Buffer.from(bytes.subarray(0, 4)).toString()).toBe("%PDF");
    }
    await runJobs();
    expect(await readRecords()).toEqual(after);
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

/** Personal data that ends sooner: with the account, or by a separate job. */
const ENDS_SOONER: Record<string, string[]> = {
  billing_details: ["address", "city", "company_name", "post_code", "vat_id"],
  contact_messages: ["details", "message"],
  contact_replies: ["body"],
  content_notices: ["complaint", "email", "explanation", "name"],
  email_verifications: ["email"],
  mails: ["body_html", "body_text", "headers", "last_error", "recipient", "reply_to", "subject"],
  newsletter_subscribers: ["email", "token"],
  notice_decisions: ["ground", "statement"],
  offers: ["message"],
  password_reset_requests: ["email"],
  payout_cards: ["contact"],
  saved_views: ["name", "query"], // what a staff member called a list's filter
  unowned_cards: ["token_sealed"],
  users: ["address", "city", "email", "name", "password_hash", "phone", "post_code", "surname"],
  verifications: ["address", "city", "full_name", "phone", "reason", "state"],
};

/** The shop's own texts and goods, including bought designs, and the sandbox's own records. */
const SHOP_TEXTS: Record<string, string[] | "all"> = {
  account_hash_keys: "all",
  categories: ["names"],
  bank_statement_entries: ["account_iban"], // the shop's own
  bank_statement_marks: ["state"],
  content_notices: ["reason", "title"], // a choice; the product's
  deposit_endings: ["review"], // a sentence of ours
  deposits: ["error_message", "needs_review", "redirect_url"], // sentences of ours, the provider's page
  document_annexes: ["sections"],
  generations: ["failure", "state"], // codes of ours
  import_rows: "all",
  imports: "all",
  mail_records: ["subject"],
  migrations: "all",
  missed_searches: ["words"],
  newsletter_issues: ["texts"],
  offers: ["add_text", "description", "title"],
  orders: ["descriptions", "licence", "prompt", "style", "titles"],
  own_texts: ["text"],
  payout_batches: ["debtor_iban"], // the shop's own
  payouts: ["failure"],
  products: ["descriptions", "generation", "licence", "motifs", "prompt", "titles"],
  purchase_intents: ["failure", "title"],
  review_reasons: ["body", "title"],
  sandbox_cards: "all",
  sandbox_events: "all",
  sandbox_payments: "all",
  sandbox_transfers: "all",
  saved_views: ["list"], // a name of ours
  search_documents: "all",
  search_words: "all",
  settings: "all",
  social_links: "all",
  static_page_texts: ["content", "title"],
  static_page_versions: ["content", "title"],
  styles: ["names"],
  withdrawals: ["subject"], // a choice
};

/** Names of columns that hold a code, a number, a hash or the like, in any table. */
const CODES = new RegExp(
  "(?:^|_)(?:hash|sha256|ref|key|id|ids|slug|status|kind|type|role|locale|currency|country|" +
    "nationality|provider|format|size|number|series|method|outcome|reference|version|part|item|" +
    "color|source|decision|action|direction|bucket)$|" +
    "^(?:csrf_token|complained_by|destination|provider_said|return_reason|taken_from)$",
);

it("each column that can hold text is known", async () => {
  const rows = await test.database<{ table: string; column: string }[]>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb', 'bytea', 'ARRAY')
      AND is_generated = 'NEVER' AND table_name !~ '^search_(documents|words)_[0-9]+$' ORDER BY 1, 2`;
  const lists: Record<string, string[] | "all">[] = [RECORDS, ENDS_SOONER, SHOP_TEXTS];
  const isKnown = ({ table, column }: { table: string; column: string }) =>
    CODES.test(column) || lists.some((of) => of[table] === "all" || of[table]?.includes(column));
  expect(
    rows.filter((row) => !isKnown(row)),
    "say how long these stay: in RECORDS, ENDS_SOONER, or SHOP_TEXTS if they are nobody's data",
  ).toEqual([]);
});

/**
 * Rows of the privacy policy that a job enforces, each with the job's name and the test of its
 * effect.
 */
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
