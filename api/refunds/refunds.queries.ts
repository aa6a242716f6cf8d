import type { DepositStatus } from "#domain/deposits.ts";
import type { RefundStatus } from "#domain/refunds.ts";
import type { Sql } from "../db/client.ts";
import { isLate } from "./suspense/holders.queries.ts";

export type RefundRow = {
  id: number;
  operationId: string;
  userId: number;
  orderId: number | null;
  depositId: number | null;
  /** In the internal currency. */
  amountCents: number;
  /** The provider's part, in the deposit's currency; null for a refund to the wallet. */
  moneyCents: number | null;
  status: RefundStatus;
  reason: string;
  evidence: string | null;
  actorId: number | null;
  createdAt: Date;
  changedAt: Date;
};

const columns = (sql: Sql) => sql`
  id, operation_id AS "operationId", user_id AS "userId", order_id AS "orderId",
  deposit_id AS "depositId", amount_cents AS "amountCents", money_cents AS "moneyCents", status,
  reason, evidence, actor_id AS "actorId", created_at AS "createdAt", changed_at AS "changedAt"`;

export type RefundableOrder = {
  id: number;
  userId: number;
  titles: Record<string, string>;
  priceCents: number;
  refundedCents: number;
};

/** The order's buyer; null if the order does not exist. */
export async function getOrderOwner(sql: Sql, orderId: number): Promise<number | null> {
  const [row] = await sql<{ userId: number }[]>`
    SELECT user_id AS "userId" FROM orders WHERE id = ${orderId}`;
  return row?.userId ?? null;
}

/** An order with its previous refunds; null if none. */
export async function getRefundableOrder(
  sql: Sql,
  orderId: number,
): Promise<RefundableOrder | null> {
  const [row] = await sql<RefundableOrder[]>`
    SELECT id, user_id AS "userId", titles, price_cents AS "priceCents",
      coalesce((SELECT sum(amount_cents) FROM refunds WHERE order_id = orders.id), 0)::bigint
        AS "refundedCents"
    FROM orders WHERE id = ${orderId}`;
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockRefundableOrder(
  sql: Sql,
  orderId: number,
): Promise<RefundableOrder | null> {
  await sql`SELECT 1 FROM orders WHERE id = ${orderId} FOR UPDATE`;
  // A separate statement, so that it sees what others committed while this one waited.
  return getRefundableOrder(sql, orderId);
}

/** Closes an order: downloads end, and the product can be bought again. */
export async function setOrderRefunded(sql: Sql, orderId: number, now: Date): Promise<void> {
  await sql`UPDATE orders SET refunded_at = ${now} WHERE id = ${orderId}`;
}

export type RefundableDeposit = {
  id: number;
  userId: number;
  amountCents: number;
  currency: string;
  internalAmountCents: number;
  status: DepositStatus;
  provider: string;
  providerRef: string | null;
  createdAt: Date;
  /** Refunded, or in a refund that is open; in the internal currency. */
  refundedCents: number;
  /** The same in the deposit's currency. */
  refundedMoneyCents: number;
  /** Taken by disputes, except those won; in the internal currency. */
  disputedCents: number;
  /** The same in the deposit's currency. */
  disputedMoneyCents: number;
  isDisputeOpen: boolean;
};

/** The part of a deposit that is neither refunded nor disputed, in the internal currency. */
export function leftOf(deposit: RefundableDeposit): number {
  return Math.max(0, deposit.internalAmountCents - deposit.refundedCents - deposit.disputedCents);
}

const taken = (sql: Sql) => sql`
  coalesce((SELECT sum(amount_cents) FROM refunds
    WHERE deposit_id = deposits.id AND status <> 'failed'), 0)::bigint AS "refundedCents",
  coalesce((SELECT sum(money_cents) FROM refunds
    WHERE deposit_id = deposits.id AND status <> 'failed'), 0)::bigint AS "refundedMoneyCents",
  coalesce((SELECT sum(amount_cents) FROM disputes
    WHERE deposit_id = deposits.id AND status <> 'won'), 0)::bigint AS "disputedCents",
  coalesce((SELECT sum(money_cents) FROM disputes
    WHERE deposit_id = deposits.id AND status <> 'won'), 0)::bigint AS "disputedMoneyCents",
  EXISTS (SELECT 1 FROM disputes WHERE deposit_id = deposits.id AND status = 'open')
    AS "isDisputeOpen"`;

const depositColumns = (sql: Sql) => sql`
  id, user_id AS "userId", amount_cents AS "amountCents", currency,
  internal_amount_cents AS "internalAmountCents", status, provider, provider_ref AS "providerRef",
  created_at AS "createdAt", ${taken(sql)}`;

/** A deposit with its previous refunds; null if none. */
export async function getRefundableDeposit(
  sql: Sql,
  id: number,
): Promise<RefundableDeposit | null> {
  const [row] = await sql<RefundableDeposit[]>`
    SELECT ${depositColumns(sql)} FROM deposits WHERE id = ${id}`;
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockRefundableDeposit(
  sql: Sql,
  id: number,
): Promise<RefundableDeposit | null> {
  await sql`SELECT 1 FROM deposits WHERE id = ${id} FOR UPDATE`;
  return getRefundableDeposit(sql, id);
}

/** The same, by the provider's reference. */
export async function lockDepositOfRef(
  sql: Sql,
  given: { provider: string; providerRef: string },
): Promise<RefundableDeposit | null> {
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM deposits
    WHERE provider_ref = ${given.providerRef} AND provider = ${given.provider}`;
  return row ? lockRefundableDeposit(sql, row.id) : null;
}

/**
 * The user's paid deposits with a refundable part, newest first. Excludes those that arrived after
 * the account was deleted: they paid for nothing.
 */
export async function listRefundable(sql: Sql, userId: number): Promise<RefundableDeposit[]> {
  const rows = await sql<RefundableDeposit[]>`
    SELECT ${depositColumns(sql)} FROM deposits
    WHERE user_id = ${userId} AND status = 'success' AND provider_ref IS NOT NULL
      AND NOT ${isLate(sql, sql`deposits.id`)}
    ORDER BY id DESC`;
  return rows.filter(
    (row) => !row.isDisputeOpen && row.refundedCents + row.disputedCents < row.internalAmountCents,
  );
}

export type NewRefund = Pick<
  RefundRow,
  | ("operationId" | "userId" | "orderId" | "depositId" | "amountCents" | "moneyCents")
  | ("status" | "reason" | "actorId")
> & { now: Date };

/** Inserts a refund. The database rejects a second one for the same operation (SQLSTATE 23505). */
export async function insertRefund(sql: Sql, refund: NewRefund): Promise<RefundRow> {
  const [row] = await sql<RefundRow[]>`
    INSERT INTO refunds (operation_id, user_id, order_id, deposit_id, amount_cents, money_cents,
      status, reason, actor_id, created_at, changed_at)
    VALUES (${refund.operationId}, ${refund.userId}, ${refund.orderId}, ${refund.depositId},
      ${refund.amountCents}, ${refund.moneyCents}, ${refund.status}, ${refund.reason},
      ${refund.actorId}, ${refund.now}, ${refund.now})
    RETURNING ${columns(sql)}`;
  if (!row) throw new Error("the refund was not made");
  return row;
}

/** The refund that this operation created; null if none. */
export async function getRefundOfOperation(
  sql: Sql,
  operationId: string,
): Promise<RefundRow | null> {
  const [row] = await sql<RefundRow[]>`
    SELECT ${columns(sql)} FROM refunds WHERE operation_id = ${operationId}`;
  return row ?? null;
}

/** Locks a refund until the transaction ends. */
export async function lockRefund(sql: Sql, id: number): Promise<RefundRow | null> {
  const [row] = await sql<RefundRow[]>`
    SELECT ${columns(sql)} FROM refunds WHERE id = ${id} FOR UPDATE`;
  return row ?? null;
}

/**
 * The deposit of a refund, and the refund's key at the provider; null for a refund to the wallet or
 * an unknown id.
 */
export async function getDepositOfRefund(
  sql: Sql,
  id: number,
): Promise<{ depositId: number; provider: string; key: string | null } | null> {
  const [row] = await sql<{ depositId: number; provider: string; key: string | null }[]>`
    SELECT deposits.id AS "depositId", deposits.provider, refunds.provider_key AS key FROM refunds
    JOIN deposits ON deposits.id = deposit_id WHERE refunds.id = ${id}`;
  return row ?? null;
}

/** Sets the status of a locked refund; without `evidence` the stored one is kept. */
export async function setRefundStatus(
  sql: Sql,
  id: number,
  change: { status: RefundStatus; evidence?: string; now: Date },
): Promise<void> {
  await sql`
    UPDATE refunds SET status = ${change.status}, changed_at = ${change.now}, last_error = NULL,
      evidence = coalesce(${change.evidence ?? null}, evidence)
    WHERE id = ${id}`;
}

/** Locks a deposit's refunds that have not been sent to the provider yet. */
export async function lockRequested(sql: Sql, depositId: number): Promise<RefundRow[]> {
  return sql<RefundRow[]>`
    SELECT ${columns(sql)} FROM refunds WHERE deposit_id = ${depositId} AND status = 'requested'
    ORDER BY id FOR UPDATE`;
}

/** True while a refund to the user has no final outcome from its provider (I18). */
export async function hasOpenRefund(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM refunds
    WHERE user_id = ${userId} AND status IN ('requested', 'unknown', 'pending') LIMIT 1`;
  return rows.length > 0;
}

/** A page of refunds, newest first; `total` counts all that match. */
export async function listStaffRefunds(
  sql: Sql,
  filter: { status: RefundStatus | null; limit: number; offset: number },
): Promise<{ rows: (RefundRow & { email: string })[]; total: number }> {
  const where = sql`WHERE (${filter.status}::text IS NULL OR refunds.status = ${filter.status})`;
  const rows = await sql<(RefundRow & { email: string })[]>`
    SELECT page.*, users.email FROM (
      SELECT ${columns(sql)} FROM refunds ${where}
      ORDER BY id DESC LIMIT ${filter.limit} OFFSET ${filter.offset}) AS page
    JOIN users ON users.id = page."userId" ORDER BY page.id DESC`;
  const [count] = await sql<{ total: number }[]>`
    SELECT count(*)::int AS total FROM refunds ${where}`;
  return { rows: [...rows], total: count?.total ?? 0 };
}

/** A mail's recipient and language; null for a deleted account. */
export async function getMailAddress(
  sql: Sql,
  userId: number,
): Promise<{ email: string; locale: string | null } | null> {
  const [row] = await sql<{ email: string; locale: string | null }[]>`
    SELECT email, locale FROM users WHERE id = ${userId} AND deleted_at IS NULL`;
  return row ?? null;
}

/** Erases staff notes of refunds completed before a time. */
export async function eraseRefundReasons(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE refunds SET reason = '', evidence = NULL, last_error = NULL
    WHERE changed_at < ${before} AND status IN ('succeeded', 'failed')
      AND (reason <> '' OR num_nonnulls(evidence, last_error) > 0)`;
}
