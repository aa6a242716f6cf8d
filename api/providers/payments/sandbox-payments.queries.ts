import type { Sql } from "../../db/client.ts";

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
};

const columns = (sql: Sql) => sql`
  ref, amount_cents AS "amountCents", currency, method, description, success_url AS "successUrl",
  cancel_url AS "cancelUrl", status, expires_at AS "expiresAt"`;

/** Makes the payment; made before, it stays as it is. */
export async function insertPayment(
  sql: Sql,
  payment: Omit<SandboxPaymentRow, "status"> & { tokenHash: Buffer },
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

/** Takes the payer's decision on an open payment; null when it is not open (any more). */
export async function decidePayment(
  sql: Sql,
  tokenHash: Buffer,
  decision: { status: SandboxStatus; paysAt: Date | null },
): Promise<SandboxPaymentRow | null> {
  const [row] = await sql<SandboxPaymentRow[]>`
    UPDATE sandbox_payments
    SET status = ${decision.status}, pays_at = ${decision.paysAt}, reported_at = NULL
    WHERE token_hash = ${tokenHash} AND status = 'open' RETURNING ${columns(sql)}`;
  return row ?? null;
}

/** The money of "Pay later" arrives. */
export async function payDuePayments(sql: Sql, now: Date): Promise<void> {
  await sql`
    UPDATE sandbox_payments SET status = 'paid', reported_at = NULL
    WHERE status = 'pending' AND pays_at <= ${now}`;
}

export async function expirePayments(sql: Sql, now: Date): Promise<void> {
  await sql`
    UPDATE sandbox_payments SET status = 'expired', reported_at = NULL
    WHERE status = 'open' AND expires_at <= ${now}`;
}

/** Decided payments whose present status nobody has accepted a report about. */
export async function listUnreported(sql: Sql): Promise<SandboxPaymentRow[]> {
  return sql<SandboxPaymentRow[]>`
    SELECT ${columns(sql)} FROM sandbox_payments
    WHERE reported_at IS NULL AND status <> 'open' ORDER BY created_at LIMIT 100`;
}

/** Only while the status is still the one that was reported. */
export async function markReported(
  sql: Sql,
  ref: string,
  status: SandboxStatus,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE sandbox_payments SET reported_at = ${now} WHERE ref = ${ref} AND status = ${status}`;
}
