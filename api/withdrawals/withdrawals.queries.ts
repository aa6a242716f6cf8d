import { type RefundDestination, sourceOperationPrefix } from "#domain/refunds.ts";
import { toLatinDigits } from "#domain/typed-text.ts";
import {
  isOrderNumber,
  type WithdrawalStatus,
  type WithdrawalSubject,
} from "#domain/withdrawal-statements.ts";
import type { Sql } from "../db/client.ts";

export type WithdrawalRow = {
  id: number;
  operationId: string;
  number: string;
  status: WithdrawalStatus;
  userId: number | null;
  subject: WithdrawalSubject;
  contract: string | null;
  destination: RefundDestination;
  name: string;
  email: string;
  note: string | null;
  /** The sender's orders that the statement names; null if it names none. */
  orderIds: number[] | null;
  receivedAt: Date;
  /** When the sender was proven to own the address; null before that. */
  confirmedAt: Date | null;
};

const columns = (sql: Sql) => sql`
  id, operation_id AS "operationId", number, status, user_id AS "userId", subject, contract,
  destination, name, email, note, order_ids AS "orderIds", received_at AS "receivedAt",
  confirmed_at AS "confirmedAt"`;

/** Inserts a statement and returns it; null if this operation already has one. */
export async function insertWithdrawal(
  sql: Sql,
  given: Omit<WithdrawalRow, "id" | "note" | "orderIds" | "status"> & { locale: string },
): Promise<WithdrawalRow | null> {
  const { userId, subject, contract, receivedAt } = given;
  const stated = toLatinDigits(contract ?? "");
  const orderIds =
    subject === "order"
      ? sql`orders_named(${stated}, ${userId}, ${receivedAt}, ${isOrderNumber(contract ?? "")})`
      : null;
  const [row] = await sql<WithdrawalRow[]>`
    INSERT INTO withdrawals (operation_id, number, status, user_id, subject, contract, destination,
      name, email, locale, order_ids, received_at, confirmed_at)
    VALUES (${given.operationId}, ${given.number}, 'review', ${userId}, ${subject}, ${contract},
      ${given.destination}, ${given.name}, ${given.email}, ${given.locale}, ${orderIds},
      ${receivedAt}, ${given.confirmedAt})
    ON CONFLICT (operation_id) DO NOTHING RETURNING ${columns(sql)}`;
  return row ?? null;
}

/** The statement that this operation submitted; null if none. */
export async function getWithdrawalOfOperation(
  sql: Sql,
  operationId: string,
): Promise<WithdrawalRow | null> {
  const [row] = await sql<WithdrawalRow[]>`
    SELECT ${columns(sql)} FROM withdrawals WHERE operation_id = ${operationId}`;
  return row ?? null;
}

/** The statement with this id; null if none. */
export async function getWithdrawal(sql: Sql, id: number): Promise<WithdrawalRow | null> {
  const [row] = await sql<WithdrawalRow[]>`
    SELECT ${columns(sql)} FROM withdrawals WHERE id = ${id}`;
  return row ?? null;
}

/** Locks the statement with this number; null if none. */
export async function lockWithdrawal(sql: Sql, number: string): Promise<WithdrawalRow | null> {
  const [row] = await sql<WithdrawalRow[]>`
    SELECT ${columns(sql)} FROM withdrawals WHERE number = ${number} FOR UPDATE`;
  return row ?? null;
}

/** Records when the sender was proven to own the address. */
export async function setConfirmed(sql: Sql, id: number, now: Date): Promise<void> {
  await sql`UPDATE withdrawals SET confirmed_at = ${now} WHERE id = ${id}`;
}

/** Updates a pending statement; false if it is not pending (any more). */
export async function changeWithdrawal(
  sql: Sql,
  id: number,
  change: { status: WithdrawalStatus; note: string | null },
): Promise<boolean> {
  const result = await sql`
    UPDATE withdrawals SET status = ${change.status}, note = ${change.note}
    WHERE id = ${id} AND status = 'review'`;
  return result.count === 1;
}

/** The idempotency key of a statement's refund. It is stored, so its format must never change. */
export function toRefundOperationId({ number }: Pick<WithdrawalRow, "number">): string {
  return `withdrawal ${number}`;
}

type Refunded = Pick<WithdrawalRow, "userId" | "number">;

/** The parts of a refunded statement that go back to the payment sources. */
const sourceParts = (sql: Sql, statement: Refunded) => sql`
  SELECT * FROM refunds WHERE user_id = ${statement.userId}
    AND starts_with(operation_id, ${sourceOperationPrefix(toRefundOperationId(statement))})`;

/**
 * Whether some of a refunded statement's money goes back to a payment source; otherwise all of it
 * is in the wallet.
 */
export async function goesToSource(sql: Sql, statement: Refunded): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM (${sourceParts(sql, statement)}) AS parts LIMIT 1`;
  return rows.length > 0;
}

/**
 * The refund of a statement's order (null for a balance), and the part of it passed on to the
 * payment sources, in internal cents.
 */
export async function getRefundOf(
  sql: Sql,
  statement: Refunded,
): Promise<{ refundId: number | null; sentCents: number }> {
  const [row] = await sql<{ refundId: number | null; sentCents: number }[]>`
    SELECT
      (SELECT id FROM refunds
        WHERE operation_id = ${toRefundOperationId(statement)}) AS "refundId",
      coalesce((SELECT sum(amount_cents) FROM (${sourceParts(sql, statement)}) AS parts), 0)::bigint
        AS "sentCents"`;
  if (!row) throw new Error("a SELECT without FROM always returns a row");
  return row;
}

/**
 * True while the provider has not, or may not have, accepted a part that goes to a payment source.
 */
export async function isRefundWaiting(sql: Sql, statement: Refunded): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM (${sourceParts(sql, statement)}) AS parts
    WHERE status IN ('requested', 'unknown') LIMIT 1`;
  return rows.length > 0;
}

/** The member with this address; null if none. */
export async function findMember(sql: Sql, email: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM users WHERE email = ${email} AND deleted_at IS NULL`;
  return row?.id ?? null;
}

/** A page of statements, longest waiting first. */
export async function listWithdrawals(
  sql: Sql,
  filter: { status: WithdrawalStatus | null; limit: number; offset: number },
): Promise<{ rows: WithdrawalRow[]; total: number }> {
  const where = sql`WHERE (${filter.status}::text IS NULL OR status = ${filter.status})`;
  const rows = await sql<WithdrawalRow[]>`
    SELECT ${columns(sql)} FROM withdrawals ${where}
    ORDER BY id LIMIT ${filter.limit} OFFSET ${filter.offset}`;
  const [count] = await sql<{ total: number }[]>`
    SELECT count(*)::int AS total FROM withdrawals ${where}`;
  return { rows: [...rows], total: count?.total ?? 0 };
}

/** Removes name and address from a member's statements, except from those still in review. */
export async function redactWithdrawals(sql: Sql, userId: number): Promise<void> {
  await sql`
    UPDATE withdrawals SET name = '', email = ''
    WHERE user_id = ${userId} AND status <> 'review'`;
}

/** The same for all deleted accounts, since their statements may be decided after the deletion. */
export async function redactWithdrawalsOfDeleted(sql: Sql): Promise<void> {
  await sql`
    UPDATE withdrawals w SET name = '', email = '' FROM users u
    WHERE u.id = w.user_id AND u.deleted_at IS NOT NULL AND w.status <> 'review'
      AND (w.name <> '' OR w.email <> '')`;
}

/** Removes identity and texts from statements received before a time. */
export async function anonymizeWithdrawers(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE withdrawals SET name = '', email = '', note = NULL, contract = NULL
    WHERE received_at < ${before} AND status <> 'review'
      AND (name <> '' OR email <> '' OR num_nonnulls(note, contract) > 0)`;
}
