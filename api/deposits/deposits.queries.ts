import type { DepositStatus, PaymentMethod } from "#domain/deposits.ts";
import type { Sql } from "../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByKey,
  toHistoryRows,
} from "../db/history.queries.ts";

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
  /** Why a person must look at it; null when nobody needs to. */
  needsReview: string | null;
  provider: string;
  providerRef: string | null;
  redirectUrl: string | null;
  /** Of the payer, as sent; less of it once the account is deleted. */
  contact: Record<string, string>;
  createdAt: Date;
};

const columns = (sql: Sql) => sql`
  id, user_id AS "userId", body_hash AS "bodyHash", amount_cents AS "amountCents", currency,
  internal_amount_cents AS "internalAmountCents", method, status,
  error_message AS "errorMessage", needs_review AS "needsReview", provider,
  provider_ref AS "providerRef", redirect_url AS "redirectUrl", contact,
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
 * The deposit of this operation: the new one, or the one that a concurrent request made before; null when
 * the user's account is deleted.
 */
export async function insertDeposit(sql: Sql, deposit: NewDeposit): Promise<DepositRow | null> {
  await sql`
    INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
      method, provider, contact, locale)
    SELECT id, ${deposit.operationId}::uuid, ${deposit.bodyHash}, ${deposit.amountCents}::bigint,
      ${deposit.internalAmountCents}::bigint, ${deposit.method}, ${deposit.provider},
      ${sql.json(deposit.contact)}::jsonb, ${deposit.locale}
    FROM users WHERE id = ${deposit.userId} AND deleted_at IS NULL FOR KEY SHARE
    ON CONFLICT (user_id, operation_id) DO NOTHING`;
  const [row] = await sql<DepositRow[]>`
    SELECT ${columns(sql)} FROM deposits
    WHERE user_id = ${deposit.userId} AND operation_id = ${deposit.operationId}`;
  return row ?? null;
}

/**
 * Locks a provider's deposit until the transaction ends: reports about it take turns. Null for a
 * reference of another provider.
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
 * Gives a deposit the reference that was lost when its checkout was cut off, and locks it like
 * lockDepositByRef. Null for any deposit that has a reference, or belongs to another provider.
 */
export async function adoptRef(
  sql: Sql,
  given: { provider: string; depositId: number; providerRef: string },
): Promise<DepositRow | null> {
  const [row] = await sql<DepositRow[]>`
    UPDATE deposits SET provider_ref = ${given.providerRef}
    WHERE id = ${given.depositId} AND provider = ${given.provider} AND provider_ref IS NULL
    RETURNING ${columns(sql)}`;
  return row ?? null;
}

/** Any deposit, locked until the transaction ends. */
export async function lockDepositById(sql: Sql, id: number): Promise<DepositRow | null> {
  const [row] = await sql<DepositRow[]>`
    SELECT ${columns(sql)} FROM deposits WHERE id = ${id} FOR UPDATE`;
  return row ?? null;
}

/** Any deposit, for the staff. */
export async function getAnyDeposit(sql: Sql, id: number): Promise<DepositRow | null> {
  const [row] = await sql<DepositRow[]>`
    SELECT ${columns(sql)} FROM deposits WHERE id = ${id}`;
  return row ?? null;
}

/** Only the user's own: another's deposit does not exist for this user. */
export async function getDeposit(sql: Sql, userId: number, id: number): Promise<DepositRow | null> {
  const [row] = await sql<DepositRow[]>`
    SELECT ${columns(sql)} FROM deposits WHERE id = ${id} AND user_id = ${userId}`;
  return row ?? null;
}

/** Who is written to about a deposit, and in which language; null for a deleted account. */
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

/** True when a provider's payment pays a deposit of the user's. */
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

/** A page of the user's deposits, newest first; or one of them alone. */
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
 * Pending ones with a page at the provider that are due to be asked about, a batch after `afterId`: a
 * report may have been lost.
 */
export async function listPending(
  sql: Sql,
  filter: { provider: string; olderThan: Date; now: Date; afterId: number; limit: number },
): Promise<{ id: number; providerRef: string; createdAt: Date }[]> {
  return sql<{ id: number; providerRef: string; createdAt: Date }[]>`
    SELECT id, provider_ref AS "providerRef", created_at AS "createdAt" FROM deposits
    WHERE status = 'pending' AND provider = ${filter.provider} AND provider_ref IS NOT NULL
      AND created_at < ${filter.olderThan} AND (ask_at IS NULL OR ask_at <= ${filter.now})
      AND id > ${filter.afterId}
    ORDER BY id LIMIT ${filter.limit}`;
}

/** When a pending deposit is asked about next. */
export async function setAskAt(sql: Sql, depositId: number, askAt: Date): Promise<void> {
  await sql`UPDATE deposits SET ask_at = ${askAt} WHERE id = ${depositId} AND status = 'pending'`;
}

/**
 * Pending ones that never got a page, a batch after `afterId`: the process died, or the provider
 * failed, between the row and the page.
 */
export async function listUnopened(
  sql: Sql,
  filter: { provider: string; olderThan: Date; afterId: number; limit: number },
): Promise<{ id: number; createdAt: Date }[]> {
  return sql<{ id: number; createdAt: Date }[]>`
    SELECT id, created_at AS "createdAt" FROM deposits
    WHERE status = 'pending' AND provider = ${filter.provider} AND provider_ref IS NULL
      AND created_at < ${filter.olderThan} AND id > ${filter.afterId}
    ORDER BY id LIMIT ${filter.limit}`;
}

/** Ends a pending deposit without a page; false when it got one, or ended, meanwhile. */
export async function expireUnopened(sql: Sql, id: number, reason: string): Promise<boolean> {
  const result = await sql`
    UPDATE deposits SET status = 'expired', error_message = ${reason}
    WHERE id = ${id} AND status = 'pending' AND provider_ref IS NULL`;
  return result.count === 1;
}

/** Ends pending deposits without a page whose provider is none of those named. */
export async function expireUnopenedOrphans(
  sql: Sql,
  filter: { providers: readonly string[]; olderThan: Date; reason: string },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    UPDATE deposits SET status = 'expired', error_message = ${filter.reason}
    WHERE status = 'pending' AND provider_ref IS NULL AND created_at < ${filter.olderThan}
      AND provider <> ALL(${sql.array([...filter.providers])})
    RETURNING id`;
  return rows.map(({ id }) => id);
}

/**
 * Ends pending deposits with a page whose provider is none of those named, and notes that a person
 * must look at them; what a person must look at already stays noted.
 */
export async function expireOrphans(
  sql: Sql,
  filter: { providers: readonly string[]; olderThan: Date; review: string },
): Promise<{ id: number; provider: string }[]> {
  return sql<{ id: number; provider: string }[]>`
    UPDATE deposits SET status = 'expired', error_message = 'payment_expired',
      needs_review = coalesce(needs_review, ${filter.review})
    WHERE status = 'pending' AND provider_ref IS NOT NULL AND created_at < ${filter.olderThan}
      AND provider <> ALL(${sql.array([...filter.providers])})
    RETURNING id, provider`;
}

/** Deposits of a provider that expired while it was not configured, a batch after `afterId`. */
export async function listOrphans(
  sql: Sql,
  filter: { provider: string; review: string; afterId: number; limit: number },
): Promise<{ id: number; providerRef: string }[]> {
  return sql<{ id: number; providerRef: string }[]>`
    SELECT id, provider_ref AS "providerRef" FROM deposits
    WHERE provider = ${filter.provider} AND status = 'expired' AND provider_ref IS NOT NULL
      AND needs_review = ${filter.review} AND id > ${filter.afterId}
    ORDER BY id LIMIT ${filter.limit}`;
}

/** Stores the page of a pending deposit; false when the deposit has ended without one. */
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

/** True when the owner's account was deleted; ask behind the wallet's lock, for the last word. */
export async function isOwnerDeleted(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM users WHERE id = ${userId} AND deleted_at IS NOT NULL`;
  return rows.length > 0;
}

/** Why a person must look at a deposit; null takes it off their list. */
export async function setNeedsReview(sql: Sql, id: number, reason: string | null): Promise<void> {
  await sql`UPDATE deposits SET needs_review = ${reason} WHERE id = ${id}`;
}

/** Notes a report that changed a deposit. */
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

/** Deletes the events of deposits before that time; returns how many events went. */
export async function deleteWebhookEvents(sql: Sql, before: Date): Promise<number> {
  const result = await sql`DELETE FROM webhook_events WHERE received_at < ${before}`;
  return result.count;
}

/** Locks all deposits of a user: reports about them wait until the transaction ends. */
export async function lockDeposits(sql: Sql, userId: number): Promise<void> {
  await sql`SELECT 1 FROM deposits WHERE user_id = ${userId} ORDER BY id FOR UPDATE`;
}

/**
 * True while money may be on its way: a page at the provider is open, being opened or being decided
 * about. Ask behind the user's lock: no deposit can be started after it (insertDeposit).
 */
export async function hasPendingDeposit(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM deposits
    WHERE user_id = ${userId} AND status = 'pending' LIMIT 1`;
  return rows.length > 0;
}

/** What the ledger needs of a payer (docs/decisions/0013): who it was and from which country. */
const KEPT_CONTACT = ["first_name", "last_name", "country"];

/** Removes the contact details of all deposits made before, but for those that are still underway. */
export async function forgetPayers(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE deposits SET contact = '{}'
    WHERE created_at < ${before} AND status <> 'pending' AND contact <> '{}'`;
  await sql`
    UPDATE deposit_settlements SET evidence = '' WHERE created_at < ${before} AND evidence <> ''`;
}

/** Removes the contact details of a user's deposits; of a posted one the ledger's part stays. */
export async function redactContacts(sql: Sql, userId: number): Promise<void> {
  await sql`
    UPDATE deposits SET contact = CASE WHEN status = 'success' THEN coalesce(
      (SELECT jsonb_object_agg(key, value) FROM jsonb_each(contact)
        WHERE key = ANY(${KEPT_CONTACT})), '{}') ELSE '{}' END
    WHERE user_id = ${userId}`;
}
