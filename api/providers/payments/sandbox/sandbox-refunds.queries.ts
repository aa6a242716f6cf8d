import type { DisputeOutcome, RefundOutcome } from "#domain/refunds.ts";
import type { Sql } from "../../../db/client.ts";
import { type DueBy, isDue } from "../../../db/due-times.ts";

// The sandbox provider's own records of refunds and disputes.

/** Inserts a refund; false if there already is one with this id. */
export async function insertSandboxRefund(
  sql: Sql,
  refund: {
    refundId: number;
    paymentRef: string;
    amountCents: number;
    outcome: RefundOutcome;
    completesAt: Date | null;
    now: Date;
  },
): Promise<boolean> {
  const result = await sql`
    INSERT INTO sandbox_refunds
      (refund_id, payment_ref, amount_cents, outcome, completes_at, created_at)
    VALUES (${refund.refundId}, ${refund.paymentRef}, ${refund.amountCents}, ${refund.outcome},
      ${refund.completesAt}, ${refund.now})
    ON CONFLICT (refund_id) DO NOTHING`;
  return result.count === 1;
}

export type SandboxRefund = {
  outcome: RefundOutcome;
  amountCents: number;
  paymentRef: string;
  /** Null if the payment is not in this database, because it was restored from a backup. */
  currency: string | null;
};

/** A refund with its payment's currency; null if none. */
export async function getSandboxRefund(sql: Sql, refundId: number): Promise<SandboxRefund | null> {
  const [row] = await sql<SandboxRefund[]>`
    SELECT outcome, sandbox_refunds.amount_cents AS "amountCents",
      payment_ref AS "paymentRef", currency
    FROM sandbox_refunds LEFT JOIN sandbox_payments ON ref = payment_ref
    WHERE refund_id = ${refundId}`;
  return row ?? null;
}

/** Locks a payment and returns its refundable amount; null if it is not paid. */
export async function lockRefundableCents(sql: Sql, paymentRef: string): Promise<number | null> {
  const [payment] = await sql<{ amountCents: number }[]>`
    SELECT amount_cents AS "amountCents" FROM sandbox_payments
    WHERE ref = ${paymentRef} AND status = 'paid' FOR UPDATE`;
  if (!payment) return null;
  const [refunded] = await sql<{ cents: number }[]>`
    SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM sandbox_refunds
    WHERE payment_ref = ${paymentRef} AND outcome <> 'failed'`;
  return payment.amountCents - (refunded?.cents ?? 0);
}

/** Completes slow refunds that are due; returns their ids. */
export async function completeRefunds(sql: Sql, due: DueBy): Promise<number[]> {
  const rows = await sql<{ refundId: number }[]>`
    UPDATE sandbox_refunds SET outcome = 'succeeded', completes_at = NULL
    WHERE outcome = 'pending' AND ${isDue(sql, sql`completes_at`, due)}
    RETURNING refund_id AS "refundId"`;
  return rows.map(({ refundId }) => refundId);
}

export async function getDisputeStatus(
  sql: Sql,
  paymentRef: string,
): Promise<DisputeOutcome | null> {
  const [row] = await sql<{ status: DisputeOutcome }[]>`
    SELECT status FROM sandbox_disputes WHERE payment_ref = ${paymentRef}`;
  return row?.status ?? null;
}

/** Opens the dispute of a payment, or ends an open one; false if its state does not allow that. */
export async function changeDispute(
  sql: Sql,
  paymentRef: string,
  status: DisputeOutcome,
): Promise<boolean> {
  const result =
    status === "opened"
      ? await sql`
          INSERT INTO sandbox_disputes (payment_ref, status)
          SELECT ref, 'opened' FROM sandbox_payments WHERE ref = ${paymentRef} AND status = 'paid'
          ON CONFLICT DO NOTHING`
      : await sql`
          UPDATE sandbox_disputes SET status = ${status}
          WHERE payment_ref = ${paymentRef} AND status = 'opened'`;
  return result.count === 1;
}

export type SandboxEvent = { id: string; body: string; tries: number };

export async function insertEvent(
  sql: Sql,
  event: { id: string; body: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO sandbox_events (id, body, retry_at, created_at)
    VALUES (${event.id}, ${event.body}, ${event.now}, ${event.now})`;
}

/** The due reports of refunds and disputes that have not been accepted, in order. */
export async function listDueEvents(sql: Sql, due: DueBy): Promise<SandboxEvent[]> {
  return sql<SandboxEvent[]>`
    SELECT id, body, tries FROM sandbox_events WHERE ${isDue(sql, sql`retry_at`, due)}
    ORDER BY tries, created_at, id LIMIT 100`;
}

export async function deleteEvent(sql: Sql, id: string): Promise<void> {
  await sql`DELETE FROM sandbox_events WHERE id = ${id}`;
}

export async function delayEvent(sql: Sql, id: string, retryAt: Date): Promise<void> {
  await sql`UPDATE sandbox_events SET tries = tries + 1, retry_at = ${retryAt} WHERE id = ${id}`;
}
