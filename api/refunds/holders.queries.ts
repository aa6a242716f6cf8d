import type { Sql } from "../db/client.ts";

/** Who has money now: its owner, or the platform account that a deleted account left it in. */
export type MoneyHolder = "user" | "revenue" | "suspense";

/** True for a deposit that was credited to suspense, because its owner's account was deleted. */
export const isLate = (sql: Sql, depositId: ReturnType<Sql>) => sql`EXISTS (
  SELECT 1 FROM ledger_transactions t
  JOIN ledger_postings p ON p.transaction_id = t.id
  JOIN ledger_accounts a ON a.id = p.destination_account_id
  WHERE t.kind = 'deposit' AND t.source_id = (${depositId})::text AND a.kind = 'suspense')`;

/**
 * Where the money of a deposit is now, and where money of it that comes back goes: suspense when it
 * arrived after the account was deleted, until staff leave with us what is there.
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

/**
 * Who has the money of a user's orders now. An order is paid from the balance and not from a certain
 * deposit, so that none of it is in suspense.
 */
export async function getOrderHolder(
  sql: Sql,
  userId: number,
): Promise<Exclude<MoneyHolder, "suspense">> {
  const [row] = await sql<{ isDeleted: boolean }[]>`
    SELECT deleted_at IS NOT NULL AS "isDeleted" FROM users WHERE id = ${userId}`;
  return row?.isDeleted ? "revenue" : "user";
}

/** What of a deposit is in suspense, in internal cents: everything that moved it there or out. */
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

/** What of a deposit is in suspense, in internal cents. */
export async function getHeldCents(sql: Sql, depositId: number): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    SELECT ${heldColumn(sql, sql`${depositId}::bigint`)} AS cents`;
  return row?.cents ?? 0;
}

export type ReviewState = {
  review: string | null;
  /** In suspense. */
  heldCents: number;
  /** Neither refunded nor disputed. */
  leftCents: number;
  /** While the outcome of a refund or a dispute is open. */
  isOpen: boolean;
};

/** What decides whether a person must review a deposit of a deleted account. */
export async function getReviewState(sql: Sql, depositId: number): Promise<ReviewState> {
  const [row] = await sql<ReviewState[]>`
    SELECT needs_review AS review, ${heldColumn(sql, sql`deposits.id`)} AS "heldCents",
      (internal_amount_cents
        - coalesce((SELECT sum(amount_cents) FROM refunds
          WHERE deposit_id = deposits.id AND status <> 'failed'), 0)
        - coalesce((SELECT sum(amount_cents) FROM disputes
          WHERE deposit_id = deposits.id AND status <> 'won'), 0))::bigint AS "leftCents",
      EXISTS (SELECT 1 FROM refunds WHERE deposit_id = deposits.id
          AND status IN ('requested', 'unknown', 'pending'))
        OR EXISTS (SELECT 1 FROM disputes WHERE deposit_id = deposits.id AND status = 'open')
        AS "isOpen"
    FROM deposits WHERE id = ${depositId}`;
  if (!row) throw new Error(`deposit ${depositId} is missing`);
  return row;
}
