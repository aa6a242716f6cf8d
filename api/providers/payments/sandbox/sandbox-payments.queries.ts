import type { Sql } from "../../../db/client.ts";
import { type DueBy, isDue } from "../../../db/due-times.ts";

export type SandboxStatus = "open" | "pending" | "paid" | "failed" | "canceled" | "expired";

export type SandboxPaymentRow = {
  ref: string;
  amountCents: number;
  currency: string;
  method: string;
  description: string;
  successUrl: string;
  cancelUrl: string;
  status: SandboxStatus;
  expiresAt: Date;
  /** Number of failed reports about its current status. */
  reportTries: number;
};

const columns = (sql: Sql) => sql`
  ref, amount_cents AS "amountCents", currency, method, description, success_url AS "successUrl",
  cancel_url AS "cancelUrl", status, expires_at AS "expiresAt",
  report_tries AS "reportTries"`;

/** A new status needs a new report, with its own retries. */
const unreported = (sql: Sql) => sql`reported_at = NULL, report_tries = 0, report_after = NULL`;

/** Creates the payment; an existing one stays unchanged. */
export async function insertPayment(
  sql: Sql,
  payment: Omit<SandboxPaymentRow, "status" | "reportTries"> & { tokenHash: Buffer },
): Promise<void> {
  await sql`
    INSERT INTO sandbox_payments (token_hash, ref, amount_cents, currency, method, description,
      success_url, cancel_url, expires_at)
    VALUES (${payment.tokenHash}, ${payment.ref}, ${payment.amountCents}, ${payment.currency},
      ${payment.method}, ${payment.description}, ${payment.successUrl}, ${payment.cancelUrl},
      ${payment.expiresAt})
    ON CONFLICT DO NOTHING`;
}

export async function getPaymentByToken(
  sql: Sql,
  tokenHash: Buffer,
): Promise<SandboxPaymentRow | null> {
  const [row] = await sql<SandboxPaymentRow[]>`
    SELECT ${columns(sql)} FROM sandbox_payments WHERE token_hash = ${tokenHash}`;
  return row ?? null;
}

export async function getPaymentByRef(sql: Sql, ref: string): Promise<SandboxPaymentRow | null> {
  const [row] = await sql<SandboxPaymentRow[]>`
    SELECT ${columns(sql)} FROM sandbox_payments WHERE ref = ${ref}`;
  return row ?? null;
}

/** Records the payer's decision on an open payment; null if it is not open (any more). */
export async function decidePayment(
  sql: Sql,
  tokenHash: Buffer,
  decision: { status: SandboxStatus; paysAt: Date | null },
): Promise<SandboxPaymentRow | null> {
  const [row] = await sql<SandboxPaymentRow[]>`
    UPDATE sandbox_payments
    SET status = ${decision.status}, pays_at = ${decision.paysAt}, ${unreported(sql)}
    WHERE token_hash = ${tokenHash} AND status = 'open' RETURNING ${columns(sql)}`;
  return row ?? null;
}

/** Closes the page of an open payment; null if it is not open (any more). */
export async function cancelPayment(sql: Sql, ref: string): Promise<SandboxPaymentRow | null> {
  const [row] = await sql<SandboxPaymentRow[]>`
    UPDATE sandbox_payments SET status = 'canceled', ${unreported(sql)}
    WHERE ref = ${ref} AND status = 'open' RETURNING ${columns(sql)}`;
  return row ?? null;
}

/** Pays the payments of "Pay later" that are due. */
export async function payDuePayments(sql: Sql, due: DueBy): Promise<void> {
  await sql`
    UPDATE sandbox_payments SET status = 'paid', ${unreported(sql)}
    WHERE status = 'pending' AND ${isDue(sql, sql`pays_at`, due)}`;
}

export async function expirePayments(sql: Sql, due: DueBy): Promise<void> {
  await sql`
    UPDATE sandbox_payments SET status = 'expired', ${unreported(sql)}
    WHERE status = 'open' AND ${isDue(sql, sql`expires_at`, due)}`;
}

/**
 * Decided payments whose current status has not been accepted as a report yet and is due for a
 * retry. Those that fail repeatedly come last, so that they never block the others.
 */
export async function listUnreported(sql: Sql, due: DueBy): Promise<SandboxPaymentRow[]> {
  return sql<SandboxPaymentRow[]>`
    SELECT ${columns(sql)} FROM sandbox_payments
    WHERE reported_at IS NULL AND status <> 'open'
      AND (report_after IS NULL OR ${isDue(sql, sql`report_after`, due)})
    ORDER BY report_tries, created_at LIMIT 100`;
}

/** Records a failed report, and when to retry it. */
export async function delayReport(sql: Sql, ref: string, retryAt: Date): Promise<void> {
  await sql`
    UPDATE sandbox_payments SET report_tries = report_tries + 1, report_after = ${retryAt}
    WHERE ref = ${ref} AND reported_at IS NULL`;
}

/** Records an accepted report, but only while the status is still the reported one. */
export async function markReported(
  sql: Sql,
  ref: string,
  status: SandboxStatus,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE sandbox_payments SET reported_at = ${now} WHERE ref = ${ref} AND status = ${status}`;
}
