import type { Sql } from "../../db/client.ts";
import { LATE_REVIEW } from "../../deposits/deposits.queries.ts";

/** Who holds money now: its owner, or the platform account where account deletion left it. */
export type MoneyHolder = "user" | "revenue" | "suspense";

/** True for a deposit credited to suspense because its owner's account was already deleted. */
export const isLate = (sql: Sql, depositId: ReturnType<Sql>) => sql`EXISTS (
  SELECT 1 FROM ledger_transactions t
  JOIN ledger_postings p ON p.transaction_id = t.id
  JOIN ledger_accounts a ON a.id = p.destination_account_id
  WHERE t.kind = 'deposit' AND t.source_id = (${depositId})::text AND a.kind = 'suspense')`;

/**
 * Who holds a deposit's money, which is also where returned money goes: suspense if it arrived
 * after the account was deleted, until staff decide that the shop keeps it.
 */
export async function getHolder(
  sql: Sql,
  deposit: { id: number; userId: number },
): Promise<MoneyHolder> {
  const [row] = await sql<{ isDeleted: boolean; isInSuspense: boolean }[]>`
    SELECT users.deleted_at IS NOT NULL AS "isDeleted",
      ${isLate(sql, sql`${deposit.id}::bigint`)} AND NOT EXISTS (SELECT 1 FROM ledger_transactions
        WHERE kind = 'kept' AND source_id = ${`deposit ${deposit.id}`}) AS "isInSuspense"
    FROM users WHERE id = ${deposit.userId}`;
  if (row?.isInSuspense) return "suspense";
  return row?.isDeleted ? "revenue" : "user";
}

/** The part of a deposit that is in suspense, in internal cents: the sum of its postings there. */
export const heldColumn = (sql: Sql, depositId: ReturnType<Sql>) => sql`
  (SELECT coalesce(sum(CASE WHEN a.id = p.destination_account_id THEN p.amount_cents
      ELSE -p.amount_cents END), 0)::bigint
    FROM (
      SELECT 'deposit' AS kind, (${depositId})::text AS source_id
      UNION ALL SELECT 'kept', 'deposit ' || ${depositId}
      UNION ALL SELECT cause, r.id::text FROM refunds r,
        unnest('{refund,refund_failed}'::text[]) AS cause WHERE r.deposit_id = ${depositId}
      UNION ALL SELECT cause, x.id::text FROM disputes x,
        unnest('{dispute,dispute_won}'::text[]) AS cause WHERE x.deposit_id = ${depositId}
    ) AS moved
    JOIN ledger_transactions t ON t.kind = moved.kind AND t.source_id = moved.source_id
    JOIN ledger_postings p ON p.transaction_id = t.id
    JOIN ledger_accounts a
      ON a.kind = 'suspense' AND a.id IN (p.source_account_id, p.destination_account_id))`;

/** The part of a deposit that is in suspense, in internal cents. */
export async function getHeldCents(sql: Sql, depositId: number): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    SELECT ${heldColumn(sql, sql`${depositId}::bigint`)} AS cents`;
  return row?.cents ?? 0;
}

export type ReviewState = {
  review: string | null;
  /** In suspense, in internal cents; negative if disputes took more than that. */
  heldCents: number;
  /** True while the outcome of a refund is open. */
  isRefundOpen: boolean;
};

/** The facts that decide whether a person must review a deposit of a deleted account. */
export async function getReviewState(sql: Sql, depositId: number): Promise<ReviewState> {
  const [row] = await sql<ReviewState[]>`
    SELECT needs_review AS review, ${heldColumn(sql, sql`deposits.id`)} AS "heldCents",
      EXISTS (SELECT 1 FROM refunds WHERE deposit_id = deposits.id
        AND status IN ('requested', 'unknown', 'pending')) AS "isRefundOpen"
    FROM deposits WHERE id = ${depositId}`;
  if (!row) throw new Error(`deposit ${depositId} is missing`);
  return row;
}

/** Refunds of orders whose amount is still in suspense instead of with the shop. */
export async function listUnkeptRefunds(sql: Sql): Promise<{ id: number; amountCents: number }[]> {
  return sql<{ id: number; amountCents: number }[]>`
    SELECT refunds.id, refunds.amount_cents AS "amountCents"
    FROM (${suspenseCauses(sql)}) AS cause
    JOIN refunds ON refunds.id = cause.refund_id AND refunds.order_id IS NOT NULL
    WHERE NOT EXISTS (SELECT 1 FROM ledger_transactions
      WHERE kind = 'kept' AND source_id = 'refund ' || refunds.id)
    ORDER BY refunds.id`;
}

/**
 * Deposits whose review or holder contradicts their sum in suspense: a negative sum without an open
 * dispute that may return it; a positive sum that staff are not shown, or of a deposit that did not
 * arrive late; or a review of such a sum when it is zero.
 */
export async function listInconsistentDeposits(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    SELECT id FROM (
      SELECT deposits.id, needs_review, ${heldColumn(sql, sql`deposits.id`)} AS cents
      FROM (
        SELECT deposit_id AS id FROM (${suspenseCauses(sql)}) AS cause
        UNION SELECT deposit_id FROM refunds
          WHERE id IN (SELECT refund_id FROM (${suspenseCauses(sql)}) AS cause)
        UNION SELECT deposit_id FROM disputes
          WHERE id IN (SELECT dispute_id FROM (${suspenseCauses(sql)}) AS cause)
      ) AS moved JOIN deposits ON deposits.id = moved.id
    ) AS held
    WHERE (cents > 0 AND (needs_review IS NULL OR NOT ${isLate(sql, sql`held.id`)}))
      OR (cents = 0 AND needs_review = ${LATE_REVIEW})
      OR (cents < 0 AND NOT EXISTS (
        SELECT 1 FROM disputes WHERE deposit_id = held.id AND status = 'open'))
    ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** What moved money into or out of suspense; the ids are numbers so that indexes can be used. */
const suspenseCauses = (sql: Sql) => sql`
  SELECT CASE WHEN t.kind = 'deposit' THEN t.source_id::bigint END AS deposit_id,
    CASE WHEN t.kind IN ('refund', 'refund_failed') THEN t.source_id::bigint END AS refund_id,
    CASE WHEN t.kind IN ('dispute', 'dispute_won') THEN t.source_id::bigint END AS dispute_id
  FROM ledger_accounts a
  JOIN ledger_postings p ON a.id IN (p.source_account_id, p.destination_account_id)
  JOIN ledger_transactions t ON t.id = p.transaction_id
  WHERE a.kind = 'suspense'`;
