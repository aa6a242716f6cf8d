import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, inTransaction } from "#api/db/client.ts";
import { MIGRATIONS, migrate } from "#api/db/migrate.ts";
import { RETURNED_REVIEW } from "#api/refunds/suspense/left-behind.ts";
import { repairSuspense } from "#api/refunds/suspense/repair-suspense.ts";
import { listViolations, type Movement, post } from "#api/wallet/wallet.service.ts";
import { LANDED_SCHEMAS, rowsFor } from "#tests/setup/database/schema-history.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

// The upgrade to 0070 of a shop whose suspense holds money that nothing could take out. The job
// corrects that, and also what the previous release adds while it still runs.

const LATE = "paid after the account was deleted";

let test: TestDatabase;
let database: Database;
let userId: number;
beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true });
  ({ database } = test);
  const before = LANDED_SCHEMAS.find(({ name }) => name === "0069");
  if (!before) throw new Error("0069 has landed");
  const migrations = MIGRATIONS.filter(({ name }) => before.migrations.includes(name));
  await migrate(test.connection, { migrations });
  await database.unsafe(rowsFor(before));
  // Only the columns of this schema, whatever later ones add.
  const [leaver] = await database<{ id: number }[]>`
    INSERT INTO users (email, password_hash) VALUES ('gone@example.com', 'x') RETURNING id`;
  userId = leaver?.id ?? 0;
  await database`INSERT INTO ledger_accounts (kind, user_id) VALUES ('wallet', ${userId})`;
});
afterAll(() => test.drop());

const move = (movement: Movement) => inTransaction(database, (sql) => post(sql, movement));
const log = pino({ level: "silent" });
const suspense = { platform: "suspense" } as const;
const revenue = { platform: "revenue" } as const;
const clearing = { platform: "provider_clearing" } as const;

/** Inserts a paid deposit of 10.00, credited to suspense or, with `isOwned`, to its owner. */
async function insertDeposit(review: string | null, isOwned = false): Promise<number> {
  const [row] = await database<{ id: number }[]>`
    INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
      method, status, provider, contact, needs_review)
    VALUES (${userId}, gen_random_uuid(), 'h', 1000, 1000, 'card', 'success', 'sandbox', '{}',
      ${review}) RETURNING id`;
  const id = row?.id ?? 0;
  const to = isOwned ? { wallet: userId } : suspense;
  await move({ kind: "deposit", sourceId: String(id), from: clearing, to, amountCents: 1_000 });
  return id;
}

async function insertOrder(): Promise<number> {
  const [row] = await database<{ id: number }[]>`
    INSERT INTO orders (user_id, product_id, slug, titles, price_cents, currency, prompt, licence,
      picture_hash)
    SELECT ${userId}, product_id, slug, titles, price_cents, currency, prompt, licence,
      picture_hash FROM orders LIMIT 1 RETURNING id`;
  const id = row?.id ?? 0;
  const from = { wallet: userId };
  await move({ kind: "order", sourceId: String(id), from, to: revenue, amountCents: 150 });
  return id;
}

/** Inserts a refund of a whole deposit or half an order, posted as earlier releases did. */
async function refund(
  of: { depositId?: number; orderId?: number },
  ends: Pick<Movement, "from" | "to">,
  status = "succeeded",
): Promise<string> {
  const { depositId = null, orderId = null } = of;
  const amountCents = orderId === null ? 1_000 : 75;
  const [row] = await database<{ id: number }[]>`
    INSERT INTO refunds (operation_id, user_id, order_id, deposit_id, amount_cents, money_cents,
      status, reason, created_at, changed_at)
    VALUES (gen_random_uuid()::text, ${userId}, ${orderId}, ${depositId}, ${amountCents},
      ${orderId === null ? amountCents : null}, ${status}, 'x', now(), now()) RETURNING id`;
  const sourceId = String(row?.id);
  await move({ kind: "refund", sourceId, amountCents, ...ends });
  if (status !== "failed") return sourceId;
  await move({ kind: "refund_failed", sourceId, amountCents, from: clearing, to: suspense });
  return sourceId;
}

/** Inserts a dispute of the whole deposit, taken from suspense regardless of its balance. */
async function insertDispute(depositId: number, status: "open" | "lost"): Promise<number> {
  const [row] = await database<{ id: number }[]>`
    INSERT INTO disputes (deposit_id, user_id, provider, provider_ref, money_cents, amount_cents,
      status, taken_from, opened_at, closed_at)
    VALUES (${depositId}, ${userId}, 'sandbox', ${`of ${depositId}`}, 1000, 1000, ${status},
      'suspense', now(), CASE WHEN ${status} = 'lost' THEN now() END) RETURNING id`;
  const sourceId = String(row?.id);
  await move({ kind: "dispute", sourceId, amountCents: 1_000, from: suspense, to: clearing });
  return row?.id ?? 0;
}

/** Lists everything that was kept, in order. */
async function listKept() {
  const rows = await database`
    SELECT t.source_id AS "sourceId", source.kind AS from, p.amount_cents AS cents
    FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
    JOIN ledger_accounts source ON source.id = p.source_account_id
    WHERE t.kind = 'kept' ORDER BY t.id`;
  return [...rows];
}

async function reviewsOf(ids: number[]) {
  const rows = await database`
    SELECT id, needs_review AS review FROM deposits WHERE id = ANY (${ids}) ORDER BY id`;
  return [...rows];
}

/** Runs the repair in two processes at once. */
const repair = () =>
  Promise.all([repairSuspense({ database, log }), repairSuspense({ database, log })]);

it("leaves to persons what they decide about, and to sales what nobody else has", async () => {
  const owned = await insertDeposit(null, true);
  const orderId = await insertOrder();
  const forfeit = { kind: "forfeit", sourceId: String(userId), amountCents: 850 } as const;
  await move({ ...forfeit, from: { wallet: userId }, to: revenue });
  await database`UPDATE users SET email = 'deleted-user-' || id || '@invalid', password_hash = '',
    deleted_at = now() WHERE id = ${userId}`;
  const ofOrder = await refund({ orderId }, { from: revenue, to: suspense });
  await refund({ depositId: owned }, { from: revenue, to: clearing }, "failed");
  const waiting = await insertDeposit(LATE);
  const overlooked = await insertDeposit(null);
  const returned = await insertDeposit(LATE);
  await refund({ depositId: returned }, { from: suspense, to: clearing });
  const disputed = await insertDeposit(LATE);
  await refund({ depositId: disputed }, { from: suspense, to: clearing });
  await insertDispute(disputed, "lost");
  const open = await insertDeposit(LATE);
  await refund({ depositId: open }, { from: suspense, to: clearing });
  const openId = await insertDispute(open, "open");
  await migrate(test.connection);
  await repairSuspense({ database, log }, AbortSignal.abort());
  expect(await listKept()).toEqual([]);
  await repair();

  expect(await listViolations(database)).toEqual([]);
  expect(await listKept()).toEqual([
    { sourceId: `refund ${ofOrder}`, from: "suspense", cents: 75 },
    { sourceId: `deposit ${owned}`, from: "suspense", cents: 1_000 },
    { sourceId: `deposit ${disputed}`, from: "revenue", cents: 1_000 },
  ]);
  expect(await reviewsOf([owned, waiting, overlooked, returned, disputed, open])).toEqual([
    { id: owned, review: RETURNED_REVIEW },
    { id: waiting, review: LATE },
    { id: overlooked, review: LATE },
    { id: returned, review: null },
    { id: disputed, review: null },
    { id: open, review: LATE },
  ]);

  // The previous release keeps running for a while, and loses the dispute.
  const later = await refund({ orderId }, { from: revenue, to: suspense });
  await database`UPDATE orders SET refunded_at = now() WHERE id = ${orderId}`;
  const failed = await insertDeposit(LATE);
  await refund({ depositId: failed }, { from: suspense, to: clearing }, "failed");
  await database`UPDATE deposits SET needs_review = NULL WHERE id = ${failed}`;
  await database`UPDATE disputes SET status = 'lost', closed_at = now() WHERE id = ${openId}`;
  await repair();
  expect(await listViolations(database)).toEqual([]);
  expect((await listKept()).slice(3)).toEqual([
    { sourceId: `refund ${later}`, from: "suspense", cents: 75 },
    { sourceId: `deposit ${open}`, from: "revenue", cents: 1_000 },
  ]);
  expect(await reviewsOf([open, failed])).toEqual([
    { id: open, review: null },
    { id: failed, review: LATE },
  ]);
});
