import type { Hold } from "#domain/payments.ts";
import type { WalletMovement } from "#domain/promotion.ts";
import type { Sql } from "../db/client.ts";

export type LedgerKind =
  | ("deposit" | "order" | "grant" | "forfeit" | "adjustment")
  | ("offer" | "payout" | "payout_return" | "payout_write_off")
  | ("refund" | "refund_failed" | "dispute" | "dispute_won" | "debt_payment" | "kept");
/** The first line is in the internal currency, the second in EUR; no posting mixes currencies. */
export type PlatformAccount =
  | ("provider_clearing" | "revenue" | "promotion" | "suspense")
  | ("design_purchases" | "payouts_payable" | "bank_out" | "card_out");

/** Locks a user's wallet row until the transaction ends; null when the user has none. */
export async function lockWallet(
  sql: Sql,
  userId: number,
): Promise<{ id: number; balanceCents: number } | null> {
  const [row] = await sql<{ id: number; balanceCents: number }[]>`
    SELECT id, balance_cents AS "balanceCents" FROM ledger_accounts
    WHERE kind = 'wallet' AND user_id = ${userId} FOR UPDATE`;
  return row ?? null;
}

/** The balance of a user's wallet; 0 without a wallet. */
export async function getWalletCents(sql: Sql, userId: number): Promise<number> {
  const [row] = await sql<{ balanceCents: number }[]>`
    SELECT balance_cents AS "balanceCents" FROM ledger_accounts
    WHERE kind = 'wallet' AND user_id = ${userId}`;
  return row?.balanceCents ?? 0;
}

/** All movements of a user's wallet and debt, oldest first. */
export async function listWalletMovements(sql: Sql, userId: number): Promise<WalletMovement[]> {
  return sql<WalletMovement[]>`
    WITH wallet AS (
      SELECT id FROM ledger_accounts WHERE kind = 'wallet' AND user_id = ${userId}
    ), debt AS (
      SELECT id FROM ledger_accounts WHERE kind = 'debt' AND user_id = ${userId}
    ), movements AS (
      SELECT id, transaction_id, amount_cents AS cents, source_account_id AS other_id, 0 AS owed
      FROM ledger_postings WHERE destination_account_id = (SELECT id FROM wallet)
      UNION ALL
      SELECT id, transaction_id, -amount_cents, destination_account_id, 0
      FROM ledger_postings WHERE source_account_id = (SELECT id FROM wallet)
      UNION ALL
      SELECT id, transaction_id, 0, destination_account_id, amount_cents
      FROM ledger_postings WHERE source_account_id = (SELECT id FROM debt)
    )
    SELECT m.cents, other.kind = 'promotion' AS "isPromotion",
      CASE t.kind WHEN 'order' THEN t.source_id::bigint WHEN 'refund' THEN r.order_id END
        AS "orderId",
      CASE WHEN t.kind IN ('dispute', 'dispute_won') THEN 'dispute ' || t.source_id
        WHEN t.kind IN ('refund', 'refund_failed') AND r.order_id IS NULL
          THEN 'refund ' || t.source_id END AS "takenBy",
      CASE other.kind WHEN 'debt' THEN m.cents ELSE m.owed END AS "debtCents"
    FROM movements m
    JOIN ledger_accounts other ON other.id = m.other_id
    JOIN ledger_transactions t ON t.id = m.transaction_id
    LEFT JOIN refunds r ON r.id = CASE WHEN t.kind = 'refund' THEN t.source_id::bigint END
    ORDER BY m.id`;
}

/** Locks a user's debt account, whose balance is zero or negative; null if there is none yet. */
export async function lockDebt(
  sql: Sql,
  userId: number,
): Promise<{ id: number; balanceCents: number } | null> {
  const [row] = await sql<{ id: number; balanceCents: number }[]>`
    SELECT id, balance_cents AS "balanceCents" FROM ledger_accounts
    WHERE kind = 'debt' AND user_id = ${userId} FOR UPDATE`;
  return row ?? null;
}

/** The user's debt account, created on first use. Call it under the wallet's lock. */
export async function requireDebtAccountId(sql: Sql, userId: number): Promise<number> {
  await sql`
    INSERT INTO ledger_accounts (kind, user_id) VALUES ('debt', ${userId}) ON CONFLICT DO NOTHING`;
  const debt = await lockDebt(sql, userId);
  if (!debt) throw new Error(`user ${userId} has no account of debts`);
  return debt.id;
}

export type Balance = { balanceCents: number; debtCents: number; hold: Hold | null };

/** The columns of `Balance` for the user `userId`. */
export const balanceColumns = (sql: Sql, userId: ReturnType<Sql>) => sql`
  coalesce((SELECT sum(balance_cents) FROM ledger_accounts
    WHERE kind IN ('wallet', 'debt') AND user_id = ${userId}), 0)::bigint AS "balanceCents",
  coalesce((SELECT -balance_cents FROM ledger_accounts
    WHERE kind = 'debt' AND user_id = ${userId}), 0)::bigint AS "debtCents",
  CASE
    WHEN EXISTS (SELECT 1 FROM disputes WHERE user_id = ${userId} AND status = 'open')
      THEN 'dispute'
    WHEN EXISTS (SELECT 1 FROM ledger_accounts
      WHERE kind = 'debt' AND user_id = ${userId} AND balance_cents < 0) THEN 'debt'
  END AS hold`;

/**
 * A user's balance, which a debt makes negative; the debt; and why spending is blocked (I17), null
 * if it is not.
 */
export async function getBalance(sql: Sql, userId: number): Promise<Balance> {
  const [row] = await sql<Balance[]>`SELECT ${balanceColumns(sql, sql`${userId}::bigint`)}`;
  if (!row) throw new Error("a SELECT without FROM always returns a row");
  return row;
}

/** The id of a platform account. Throws an Error if it is missing: migrations create them. */
export async function requirePlatformAccountId(sql: Sql, kind: PlatformAccount): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM ledger_accounts WHERE kind = ${kind} AND user_id IS NULL`;
  if (!row) throw new Error(`the platform account ${kind} is missing`);
  return row.id;
}

/** Returns the new transaction's id, or null when (kind, sourceId) was already posted. */
export async function insertTransaction(
  sql: Sql,
  kind: LedgerKind,
  sourceId: string,
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO ledger_transactions (kind, source_id) VALUES (${kind}, ${sourceId})
    ON CONFLICT (kind, source_id) DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/** Moves money. The table's trigger updates the balances, and its constraints keep them valid. */
export async function insertPosting(
  sql: Sql,
  posting: { transactionId: number; sourceId: number; destinationId: number; amountCents: number },
): Promise<void> {
  await sql`
    INSERT INTO ledger_postings
      (transaction_id, source_account_id, destination_account_id, amount_cents)
    VALUES (${posting.transactionId}, ${posting.sourceId}, ${posting.destinationId},
      ${posting.amountCents})`;
}

/** The source id of the posting that pays a debt from an incoming credit (I17). */
export const debtPaymentCause = (kind: LedgerKind, sourceId: number | string) =>
  `${kind} ${sourceId}`;

/** Credits that a wallet received, and the part of them that paid its owner's debt (I17). */
export type Credited = { amountCents: number; toDebtCents: number };

/**
 * How incoming credits were split between the owner's debt and the balance, in internal cents; all
 * zero if none came in. The causes are those passed to `post`.
 */
export async function getCredited(
  sql: Sql,
  kind: LedgerKind,
  sourceIds: readonly (number | string)[],
): Promise<Credited> {
  const ids = sourceIds.map(String);
  const causes = ids.map((id) => debtPaymentCause(kind, id));
  const [row] = await sql<Credited[]>`
    SELECT
      coalesce(sum(p.amount_cents) FILTER (WHERE t.kind = ${kind}), 0)::bigint AS "amountCents",
      coalesce(sum(p.amount_cents) FILTER (WHERE t.kind = 'debt_payment'), 0)::bigint
        AS "toDebtCents"
    FROM ledger_transactions t
    JOIN ledger_postings p ON p.transaction_id = t.id
    JOIN ledger_accounts a ON a.id = p.destination_account_id
    WHERE t.kind = ${kind} AND t.source_id = ANY(${sql.array(ids)}::text[]) AND a.kind = 'wallet'
      OR t.kind = 'debt_payment' AND t.source_id = ANY(${sql.array(causes)}::text[])`;
  if (!row) throw new Error("a sum always has a row");
  return row;
}

/** True when this cause has been posted. */
export async function hasTransaction(
  sql: Sql,
  kind: LedgerKind,
  sourceId: string,
): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM ledger_transactions WHERE kind = ${kind} AND source_id = ${sourceId}`;
  return rows.length > 0;
}

/**
 * The amount above which a credit or debit by hand needs two people, in internal cents; null for no
 * limit.
 */
export async function getBalanceApprovalLimit(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ cents: number | null }[]>`
    SELECT balance_approval_above_cents AS cents FROM settings`;
  return row?.cents ?? null;
}
