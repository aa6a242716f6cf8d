import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#api/db/client.ts";
import { insertPosting, insertTransaction, type LedgerKind } from "#api/wallet/wallet.queries.ts";
import { listViolations, post } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { type Damage, expectFound, withoutTriggers } from "#tests/setup/money/damages.ts";
import {
  buy,
  createPayer,
  createShop,
  refundDeposit,
  refundOrder,
} from "#tests/setup/money/refunds.ts";
import { openDeposit, sendWebhook } from "#tests/setup/money/top-up.ts";
import { createStaff } from "#tests/setup/records/offers.ts";

// Refunds, disputes, debts, documents and the payment history: damages that the check must find.

let test: TestApi;
/** Has withdrawn from an order, and got partial refunds of another order and of the deposit. */
let payer: Awaited<ReturnType<typeof createPayer>>;
/** Owes 9.00, because the deposit is disputed. */
let debtor: typeof payer;
let otherId: number;
let orderId: number;
let pendingDepositId: number;
/** Two staff members. */
let clerkIds: [number, number];

beforeAll(async () => {
  const shop = await createShop();
  const { staff } = shop;
  test = shop.test;
  clerkIds = [staff.id, (await createStaff(test)).id];
  payer = await createPayer(test);
  const withdrawn = await buy(test, payer.agent, { isLocked: true });
  await payer.agent.post("/api/withdrawals", {
    ...{ operation_id: randomUUID(), subject: "order", contract: String(withdrawn.orderId) },
    ...{ name: "Bea", email: payer.email, destination: "wallet" },
  });
  ({ orderId } = await buy(test, payer.agent));
  await refundOrder(staff, orderId, { amount: "1.00", destination: "wallet" });
  await refundDeposit(staff, payer.deposit.id, { amount: "2.00" });
  debtor = await createPayer(test);
  await buy(test, debtor.agent, { priceCents: 900 });
  await sendDispute(debtor.deposit.ref, "opened");
  const winner = await createPayer(test);
  await sendDispute(winner.deposit.ref, "opened");
  await sendDispute(winner.deposit.ref, "won");
  otherId = (await createMember(test)).id;
  pendingDepositId = (await openDeposit(payer.agent)).id;
});
afterAll(() => test.close());

function sendDispute(ref: string, outcome: string) {
  const report = { type: "dispute", id: randomUUID(), dispute_ref: `d_${ref}`, ref, outcome };
  return sendWebhook(test, JSON.stringify({ ...report, amount_cents: 1_000, currency: "EUR" }));
}

it("withdrawals, refunds, disputes and their documents are found right", async () => {
  const counts = await test.database`
    SELECT (SELECT count(*)::int FROM withdrawals WHERE status = 'refunded') AS withdrawals,
      (SELECT count(*)::int FROM refunds WHERE status = 'succeeded') AS refunds,
      (SELECT array_agg(status ORDER BY id) FROM disputes) AS disputes,
      (SELECT count(*)::int FROM documents WHERE kind = 'credit_note') AS credit_notes,
      (SELECT count(*)::int FROM documents WHERE kind = 'deposit_refund') AS receipts`;
  expect([...counts]).toEqual([
    { withdrawals: 1, refunds: 3, disputes: ["open", "won"], credit_notes: 2, receipts: 1 },
  ]);
  expect(await listViolations(test.database)).toEqual([]);
});

type Refund = { orderId?: number; depositId?: number; userId?: number; cents: number };

/** Inserts a refund row; the money of a deposit's refund is the same amount unless given. */
async function insertRefund(sql: Sql, refund: Refund & { money?: number }): Promise<string> {
  const { depositId = null, cents } = refund;
  const money = depositId === null ? null : (refund.money ?? cents);
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO refunds (operation_id, user_id, order_id, deposit_id, amount_cents, money_cents,
      status, reason, created_at, changed_at)
    VALUES (${randomUUID()}, ${refund.userId ?? payer.id}, ${refund.orderId ?? null}, ${depositId},
      ${cents}, ${money}, 'succeeded', 'x', now(), now()) RETURNING id`;
  return String(row?.id);
}

/** Inserts a refund of a deposit from our revenue, as for a deleted account. */
const refundFromRevenue = async (sql: Sql, refund: Refund & { money?: number }) =>
  post(sql, {
    kind: "refund",
    sourceId: await insertRefund(sql, refund),
    from: { platform: "revenue" },
    to: { platform: "provider_clearing" },
    amountCents: refund.cents,
  });

const refundToWallet = async (sql: Sql, refund: Refund, to = payer.id) =>
  post(sql, {
    kind: "refund",
    sourceId: await insertRefund(sql, refund),
    from: { platform: "revenue" },
    to: { wallet: to },
    amountCents: refund.cents,
  });

type Account = { kind: string; userId?: number };

/** Inserts a posting without paying debts first and without a cause. */
async function move(sql: Sql, kind: LedgerKind, sourceId: string, from: Account, to: Account) {
  const idOf = async (account: Account) => {
    const [row] = await sql<{ id: number }[]>`
      SELECT id FROM ledger_accounts
      WHERE kind = ${account.kind} AND user_id IS NOT DISTINCT FROM ${account.userId ?? null}`;
    return row?.id ?? 0;
  };
  await insertPosting(sql, {
    transactionId: (await insertTransaction(sql, kind, sourceId)) ?? 0,
    sourceId: await idOf(from),
    destinationId: await idOf(to),
    amountCents: 5,
  });
}

const unposted = (kind: LedgerKind): Damage => [
  `a movement of the kind ${kind} whose cause is missing`,
  ["payment has its cause"],
  (sql) => move(sql, kind, "999999", { kind: "promotion" }, { kind: "revenue" }),
];

const changeDocuments = (sql: Sql, change: () => Promise<unknown>) =>
  withoutTriggers(sql, "documents", change);
const changeHistory = (sql: Sql, change: () => Promise<unknown>) =>
  withoutTriggers(sql, "balance_changes", change);

const insertSettlement = (sql: Sql, depositId: number, actorId: number) => sql`
  INSERT INTO deposit_settlements (deposit_id, actor_id, evidence, provider_said, created_at)
  VALUES (${depositId}, ${actorId}, 'x', 'pending', now())`;
const approve = (sql: Sql, depositId: number, people: { by: number; of: number }) => sql`
  INSERT INTO credit_requests (deposit_id, evidence, requested_by, requested_at, decision,
    decided_by, decided_at)
  VALUES (${depositId}, 'x', ${people.of}, now(), 'approved', ${people.by}, now())`;

/** Inserts an approved mark of the refund or the dispute. */
const approveMark = (
  sql: Sql,
  subject: { kind: "refund" | "dispute"; id: number },
  people: { by: number; of: number },
) => sql`
  INSERT INTO credit_requests (${sql(`${subject.kind}_id`)}, refund_status, evidence, requested_by,
    requested_at, decision, decided_by, decided_at)
  VALUES (${subject.id}, ${subject.kind === "refund" ? "unknown" : null}, 'x', ${people.of}, now(),
    'approved', ${people.by}, now())`;

/** Finds the first refund to a source, or the first dispute, with this status. */
async function findMarked(sql: Sql, kind: "refund" | "dispute", status: string) {
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM ${sql(`${kind}s`)} WHERE status = ${status}
      AND deposit_id IS NOT NULL ORDER BY id LIMIT 1`;
  if (!row) throw new Error(`there is no ${kind} that is ${status}`);
  return { kind, id: row.id };
}

it.each<Damage>([
  [
    "a refund that two people marked as failed and that has not",
    ["approved mark is of two people"],
    async (sql) => {
      const refund = await findMarked(sql, "refund", "succeeded");
      await approveMark(sql, refund, { by: clerkIds[0], of: clerkIds[1] });
    },
  ],
  [
    "a dispute that two people closed as won and that is open",
    ["approved mark is of two people"],
    async (sql) => {
      const dispute = await findMarked(sql, "dispute", "open");
      await approveMark(sql, dispute, { by: clerkIds[0], of: clerkIds[1] });
    },
  ],
  [
    "a dispute that somebody else closed than approved it",
    ["approved mark is of two people"],
    async (sql) => {
      const dispute = await findMarked(sql, "dispute", "won");
      await sql`UPDATE disputes SET closed_by = ${clerkIds[1]} WHERE id = ${dispute.id}`;
      await approveMark(sql, dispute, { by: clerkIds[0], of: clerkIds[1] });
    },
  ],
  [
    "a dispute that its payer asked to close as won",
    ["approved mark is of two people"],
    async (sql) => {
      const dispute = await findMarked(sql, "dispute", "won");
      const [row] = await sql<{ userId: number }[]>`
        UPDATE disputes SET closed_by = ${clerkIds[0]} WHERE id = ${dispute.id}
        RETURNING user_id AS "userId"`;
      await approveMark(sql, dispute, { by: clerkIds[0], of: row?.userId ?? 0 });
    },
  ],
  [
    "a dispute that one person closed as won and approved",
    ["approved mark is of two people"],
    async (sql) => {
      await sql`ALTER TABLE credit_requests DROP CONSTRAINT credit_requests_two_people`;
      const dispute = await findMarked(sql, "dispute", "won");
      await sql`UPDATE disputes SET closed_by = ${clerkIds[0]} WHERE id = ${dispute.id}`;
      await approveMark(sql, dispute, { by: clerkIds[0], of: clerkIds[0] });
    },
  ],
  ...(["refund", "refund_failed", "dispute", "dispute_won", "debt_payment"] as const).map(unposted),
  [
    "a deposit that a person settled and that is pending",
    ["settled by hand is a success"],
    (sql) => insertSettlement(sql, pendingDepositId, clerkIds[0]),
  ],
  [
    "a settlement that was approved and that nobody made",
    ["approved settlement is of two people"],
    (sql) => approve(sql, pendingDepositId, { by: clerkIds[0], of: clerkIds[1] }),
  ],
  [
    "a settlement that somebody else made than approved it",
    ["approved settlement is of two people"],
    async (sql) => {
      await approve(sql, payer.deposit.id, { by: clerkIds[0], of: clerkIds[1] });
      await insertSettlement(sql, payer.deposit.id, clerkIds[1]);
    },
  ],
  [
    "a settlement that whoever requested it approved",
    ["approved settlement is of two people"],
    async (sql) => {
      await sql`ALTER TABLE credit_requests DROP CONSTRAINT credit_requests_two_people`;
      await approve(sql, payer.deposit.id, { by: clerkIds[0], of: clerkIds[0] });
      await insertSettlement(sql, payer.deposit.id, clerkIds[0]);
    },
  ],
  [
    "a settlement that its deposit's owner requested",
    ["approved settlement is of two people"],
    async (sql) => {
      await approve(sql, payer.deposit.id, { by: clerkIds[0], of: payer.id });
      await insertSettlement(sql, payer.deposit.id, clerkIds[0]);
    },
  ],
  [
    "a deposit that a person ended and that is pending",
    ["ended by hand has failed"],
    (sql) => sql`
      INSERT INTO deposit_endings (deposit_id, evidence, review, provider_said, created_at)
      VALUES (${pendingDepositId}, 'x', 'x', 'pending', now())`,
  ],
  [
    "a refund that nobody posted",
    ["refund is posted once"],
    (sql) => insertRefund(sql, { orderId, cents: 50 }),
  ],
  [
    "a refund to another wallet",
    ["refund is posted once"],
    (sql) => refundToWallet(sql, { orderId, cents: 50 }, otherId),
  ],
  [
    "a refund that failed and was not credited again",
    ["refund is posted once"],
    (sql) => sql`UPDATE refunds SET status = 'failed' WHERE deposit_id IS NOT NULL`,
  ],
  [
    "refunds of more than the deposit",
    ["refunds of a deposit"],
    (sql) => refundFromRevenue(sql, { depositId: payer.deposit.id, cents: 801 }),
  ],
  [
    "a refund of all credits of a deposit that keeps a cent of its money",
    ["refunds of a deposit"],
    (sql) => refundFromRevenue(sql, { depositId: payer.deposit.id, cents: 800, money: 799 }),
  ],
  [
    "a refund of somebody else's deposit",
    ["refunds of a deposit"],
    (sql) => refundFromRevenue(sql, { depositId: payer.deposit.id, userId: otherId, cents: 100 }),
  ],
  [
    "refunds of more than the order",
    ["refunds of an order"],
    (sql) => refundToWallet(sql, { orderId, cents: 301 }),
  ],
  [
    "an order that is closed after a part of it was refunded",
    ["refunds of an order"],
    (sql) => sql`UPDATE orders SET refunded_at = now() WHERE id = ${orderId}`,
  ],
  [
    "a dispute that was won without its credit",
    ["dispute is posted as it stands"],
    (sql) => sql`UPDATE disputes SET status = 'won', closed_at = now() WHERE status = 'open'`,
  ],
  [
    "a dispute that took from its user what it says was ours",
    ["dispute is posted as it stands"],
    (sql) => sql`UPDATE disputes SET taken_from = 'revenue' WHERE status = 'won'`,
  ],
  [
    "a dispute of another amount than was taken",
    ["dispute is posted as it stands"],
    (sql) => sql`UPDATE disputes SET amount_cents = amount_cents - 1 WHERE status = 'open'`,
  ],
  [
    "a dispute about more than was paid",
    ["disputes of a deposit"],
    (sql) => sql`UPDATE disputes SET money_cents = money_cents + 1 WHERE status = 'open'`,
  ],
  [
    "a dispute of a deposit that was never paid",
    ["disputes of a deposit"],
    (sql) => sql`
      INSERT INTO disputes (deposit_id, user_id, provider, provider_ref, money_cents, amount_cents,
        status, taken_from, opened_at)
      VALUES (${pendingDepositId}, ${payer.id}, 'sandbox', 'd', 1, 0, 'open', 'user', now())`,
  ],
  [
    "a balance beside a debt",
    ["debt is paid first"],
    (sql) => move(sql, "grant", "x", { kind: "promotion" }, { kind: "wallet", userId: debtor.id }),
  ],
  [
    "a debt that grew without a dispute",
    ["debt comes from disputes"],
    (sql) => move(sql, "grant", "x", { kind: "debt", userId: debtor.id }, { kind: "promotion" }),
  ],
  [
    "a debt that another person paid",
    ["debt comes from disputes"],
    async (sql) => {
      const to = { kind: "debt", userId: debtor.id };
      await move(sql, "grant", "x", { kind: "promotion" }, { kind: "wallet", userId: otherId });
      await move(sql, "debt_payment", "grant x", { kind: "wallet", userId: otherId }, to);
    },
  ],
  [
    "a withdrawal that says it was refunded",
    ["withdrawal has its refund"],
    (sql) => sql`UPDATE withdrawals SET number = 'W-22222222'`,
  ],
  [
    "a series whose last number has no document",
    ["series has no gaps"],
    (sql) => sql`
      UPDATE document_series SET last_number = last_number + 1 WHERE series = 'invoice'`,
  ],
  [
    "a series with a gap that is noted shorter than it is",
    ["series has no gaps"],
    async (sql) => {
      await sql`UPDATE document_series SET last_number = last_number + 5 WHERE series = 'invoice'`;
      await sql`
        INSERT INTO document_gaps (series, year, first_number, last_number)
        SELECT series, year, last_number - 3, last_number FROM document_series
        WHERE series = 'invoice'`;
    },
  ],
  [
    "a document whose number is noted as unused",
    ["number is used or not", "series has no gaps"],
    (sql) => sql`
      INSERT INTO document_gaps (series, year, first_number, last_number)
      SELECT series, year, 1, 1 FROM document_series WHERE series = 'invoice'`,
  ],
  [
    "credit notes about more than the invoice",
    ["credit notes fit their invoice"],
    (sql) =>
      changeDocuments(
        sql,
        () => sql`
          UPDATE documents SET net_cents = net_cents + 400, gross_cents = gross_cents + 400
          WHERE kind = 'credit_note' AND order_id = ${orderId}`,
      ),
  ],
  ...(["deposit_receipt", "deposit_refund"] as const).map(
    (kind): Damage => [
      `a document of the kind ${kind} about another amount`,
      ["document is of its cause"],
      (sql) =>
        changeDocuments(
          sql,
          () => sql`
            UPDATE documents SET net_cents = net_cents + 1, gross_cents = gross_cents + 1
            WHERE id = (SELECT max(id) FROM documents WHERE kind = ${kind})`,
        ),
    ],
  ),
  [
    "a receipt of a refund that is not there",
    ["document is of its cause"],
    (sql) =>
      changeDocuments(
        sql,
        () => sql`UPDATE documents SET source_id = 999999 WHERE kind = 'deposit_refund'`,
      ),
  ],
  [
    "an invoice in the name of somebody else",
    ["document is of its cause"],
    (sql) =>
      changeDocuments(
        sql,
        () => sql`
          UPDATE documents SET user_id = ${otherId} WHERE kind = 'invoice'
            AND order_id = ${orderId}`,
      ),
  ],
  [
    "a line of the payment history of another kind",
    ["history is its postings"],
    (sql) =>
      changeHistory(
        sql,
        () => sql`UPDATE balance_changes SET kind = 'credit' WHERE kind = 'withdrawal'`,
      ),
  ],
  [
    "a line of the payment history that is missing",
    ["history is its postings"],
    (sql) =>
      changeHistory(
        sql,
        () => sql`
          DELETE FROM balance_changes WHERE id = (
            SELECT max(id) FROM balance_changes WHERE user_id = ${debtor.id})`,
      ),
  ],
  [
    "a line of the payment history that nothing caused",
    ["history is its postings"],
    (sql) =>
      changeHistory(
        sql,
        () => sql`
          INSERT INTO balance_changes (user_id, transaction_id, kind, amount_cents, balance_cents, at)
          SELECT ${otherId}, max(id), 'credit', 0, 0, now() FROM ledger_transactions`,
      ),
  ],
])("%s is found", (...damage) => expectFound(test.database, damage));
