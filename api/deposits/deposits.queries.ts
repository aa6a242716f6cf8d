import type { DepositStatus, PaymentMethod } from "#domain/deposits.ts";
import type { Sql } from "../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByKey,
  toHistoryRows,
} from "../db/history.queries.ts";
import { ANY_KEY } from "../providers/provider-modules.ts";

export type DepositRow = {
  id: number;
  userId: number;
  bodyHash: string;
  amountCents: number;
  currency: string;
  internalAmountCents: number;
  method: PaymentMethod;
  status: DepositStatus;
  errorMessage: string | null;
  /** Why a person must review it; null if nobody has to. */
  needsReview: string | null;
  provider: string;
  providerRef: string | null;
  /** Identifies it at the provider beside its id; null if an earlier release created it. */
  providerKey: string | null;
  redirectUrl: string | null;
  /** When the provider reported that the page is closed; null while it may be open. */
  pageClosedAt: Date | null;
  /** When the payer asked to cancel it; null if never. */
  cancelRequestedAt: Date | null;
  /** The payer's details as sent; reduced once the account is deleted. */
  contact: Record<string, string>;
  createdAt: Date;
};

const columns = (sql: Sql) => sql`
  id, user_id AS "userId", body_hash AS "bodyHash", amount_cents AS "amountCents", currency,
  internal_amount_cents AS "internalAmountCents", method, status,
  error_message AS "errorMessage", needs_review AS "needsReview", provider,
  provider_ref AS "providerRef", provider_key AS "providerKey", redirect_url AS "redirectUrl",
  page_closed_at AS "pageClosedAt", cancel_requested_at AS "cancelRequestedAt", contact,
  created_at AS "createdAt"`;

export type NewDeposit = {
  userId: number;
  operationId: string;
  bodyHash: string;
  amountCents: number;
  internalAmountCents: number;
  method: PaymentMethod;
  provider: string;
  contact: Record<string, string>;
  /** The language of its receipt. */
  locale: string;
};

/**
 * Returns the deposit of this operation, inserted now or by a concurrent request; null when the
 * user's account is deleted.
 */
export async function insertDeposit(sql: Sql, deposit: NewDeposit): Promise<DepositRow | null> {
  await sql`
    INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
      method, provider, provider_key, contact, locale)
    SELECT id, ${deposit.operationId}::uuid, ${deposit.bodyHash}, ${deposit.amountCents}::bigint,
      ${deposit.internalAmountCents}::bigint, ${deposit.method}, ${deposit.provider},
      gen_random_uuid(), ${sql.json(deposit.contact)}::jsonb, ${deposit.locale}
    FROM users WHERE id = ${deposit.userId} AND deleted_at IS NULL FOR KEY SHARE
    ON CONFLICT (user_id, operation_id) DO NOTHING`;
  const [row] = await sql<DepositRow[]>`
    SELECT ${columns(sql)} FROM deposits
    WHERE user_id = ${deposit.userId} AND operation_id = ${deposit.operationId}`;
  return row ?? null;
}

/**
 * Locks a provider's deposit until the transaction ends, which serializes reports about it. Returns
 * null for a reference of another provider.
 */
export async function lockDepositByRef(
  sql: Sql,
  given: { provider: string; providerRef: string },
): Promise<DepositRow | null> {
  const [row] = await sql<DepositRow[]>`
    SELECT ${columns(sql)} FROM deposits
    WHERE provider_ref = ${given.providerRef} AND provider = ${given.provider} FOR UPDATE`;
  return row ?? null;
}

/**
 * Gives a deposit the reference that was lost when its checkout was interrupted, and locks it like
 * lockDepositByRef. Returns null for a deposit that has a reference or a different key, or belongs
 * to another provider.
 */
export async function adoptRef(
  sql: Sql,
  given: { provider: string; depositId: number; depositKey: string | null; providerRef: string },
): Promise<DepositRow | null> {
  const [row] = await sql<DepositRow[]>`
    UPDATE deposits SET provider_ref = ${given.providerRef}
    WHERE id = ${given.depositId} AND provider = ${given.provider} AND provider_ref IS NULL
      AND (${given.depositKey === ANY_KEY} OR
        provider_key::text IS NOT DISTINCT FROM ${given.depositKey}::text)
    RETURNING ${columns(sql)}`;
  return row ?? null;
}

/** Returns a deposit of any user; null when there is none. */
export async function getAnyDeposit(sql: Sql, id: number): Promise<DepositRow | null> {
  const [row] = await sql<DepositRow[]>`
    SELECT ${columns(sql)} FROM deposits WHERE id = ${id}`;
  return row ?? null;
}

/** Returns a deposit of any user, locked until the transaction ends; null when there is none. */
export async function lockDepositById(sql: Sql, id: number): Promise<DepositRow | null> {
  const [row] = await sql<DepositRow[]>`
    SELECT ${columns(sql)} FROM deposits WHERE id = ${id} FOR UPDATE`;
  return row ?? null;
}

/** Returns one of the user's own deposits; null for another user's. */
export async function getDeposit(sql: Sql, userId: number, id: number): Promise<DepositRow | null> {
  const [row] = await sql<DepositRow[]>`
    SELECT ${columns(sql)} FROM deposits WHERE id = ${id} AND user_id = ${userId}`;
  return row ?? null;
}

/**
 * Returns the recipient and the languages for mails about a deposit; null for a deleted account.
 */
export async function getPayer(
  sql: Sql,
  depositId: number,
): Promise<{ email: string; locale: string | null; depositLocale: string | null } | null> {
  const [row] = await sql<{ email: string; locale: string | null; depositLocale: string | null }[]>`
    SELECT users.email, users.locale, deposits.locale AS "depositLocale"
    FROM deposits JOIN users ON users.id = deposits.user_id
    WHERE deposits.id = ${depositId} AND users.deleted_at IS NULL`;
  return row ?? null;
}

/** Returns true when the provider's payment belongs to a deposit of this user. */
export async function isDepositOf(
  sql: Sql,
  userId: number,
  payment: { provider: string; providerRef: string },
): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM deposits
    WHERE provider_ref = ${payment.providerRef} AND provider = ${payment.provider}
      AND user_id = ${userId}`;
  return rows.length > 0;
}

/** Lists a page of the user's deposits, newest first, or only the one with this id. */
export async function listDeposits(
  sql: Sql,
  userId: number,
  { id }: { id?: number },
  page: HistoryPage,
): Promise<HistoryRows<DepositRow>> {
  const rows = await sql<DepositRow[]>`
    SELECT ${columns(sql)} FROM deposits
    WHERE user_id = ${userId} ${id === undefined ? sql`` : sql`AND id = ${id}`}
      ${pageByKey(sql, sql`id`, page)}`;
  return toHistoryRows(rows, page);
}

/**
 * Stores the payment page of a pending deposit; returns false when the deposit has already ended.
 */
export async function setCheckout(
  sql: Sql,
  id: number,
  checkout: { providerRef: string; redirectUrl: string },
): Promise<boolean> {
  const result = await sql`
    UPDATE deposits SET provider_ref = ${checkout.providerRef},
      redirect_url = ${checkout.redirectUrl}
    WHERE id = ${id} AND (status = 'pending' OR provider_ref = ${checkout.providerRef})`;
  return result.count === 1;
}

/**
 * Sets the status of a locked deposit. A successful one gets `now` as its time of settlement, any
 * other gets none.
 */
export async function setStatus(
  sql: Sql,
  id: number,
  change: { status: DepositStatus; errorMessage: string | null; now: Date },
): Promise<void> {
  const settledAt = change.status === "success" ? change.now : null;
  await sql`
    UPDATE deposits SET status = ${change.status}, error_message = ${change.errorMessage},
      settled_at = ${settledAt}
    WHERE id = ${id}`;
}

/**
 * Returns true when the owner's account has been deleted; definitive only under the wallet's lock.
 */
export async function isOwnerDeleted(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM users WHERE id = ${userId} AND deleted_at IS NOT NULL`;
  return rows.length > 0;
}

/** Review reason of a deposit paid after its owner's account was deleted: it is in suspense. */
export const LATE_REVIEW = "paid after the account was deleted";

/** Sets the reason a person must review a deposit; null clears it. */
export async function setNeedsReview(sql: Sql, id: number, reason: string | null): Promise<void> {
  await sql`UPDATE deposits SET needs_review = ${reason} WHERE id = ${id}`;
}

/** Records a report that changed a deposit. */
export async function insertWebhookEvent(
  sql: Sql,
  event: { provider: string; eventId: string; depositId: number; outcome: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO webhook_events (provider, event_id, deposit_id, outcome, received_at)
    VALUES (${event.provider}, ${event.eventId}, ${event.depositId}, ${event.outcome},
      ${event.now})
    ON CONFLICT DO NOTHING`;
}

/** Deletes deposit events received before that time; returns the number deleted. */
export async function deleteWebhookEvents(sql: Sql, before: Date): Promise<number> {
  const result = await sql`DELETE FROM webhook_events WHERE received_at < ${before}`;
  return result.count;
}

/** Locks all deposits of a user, so that reports about them wait until the transaction ends. */
export async function lockDeposits(sql: Sql, userId: number): Promise<void> {
  await sql`SELECT 1 FROM deposits WHERE user_id = ${userId} ORDER BY id FOR UPDATE`;
}

/**
 * Returns true while money may be on its way: a provider's page is open or being opened, or a
 * payment is being processed. Call it under the user's lock, which keeps new deposits from starting
 * (insertDeposit).
 */
export async function hasPendingDeposit(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM deposits
    WHERE user_id = ${userId} AND status = 'pending' LIMIT 1`;
  return rows.length > 0;
}
