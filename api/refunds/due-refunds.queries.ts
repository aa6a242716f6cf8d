import type { RefundStatus } from "#domain/refunds.ts";
import type { Sql } from "../db/client.ts";
import {
  claimEnd,
  isAttemptDue,
  isClaimed,
  isUnclaimed,
  nextAttempt,
} from "../db/provider-claims.ts";
import type { RefundRow } from "./refunds.queries.ts";

// When refunds are sent to and queried at their providers, each by one process at a time.

const LAST_ERROR_LENGTH_MAX = 300;

/** Evidence of a refund that a dispute cancelled. */
export const PAYMENT_DISPUTED = "The payment is disputed";

/** The longest time for which a provider's idempotency keys are relied upon. */
export const KEYS_KEPT_MAX_MS = 24 * 60 * 60_000;

/** The maximum difference between a process's clock and the correct time. */
const CLOCKS_DIFFER_MS = 2 * 60_000;

/** The time of the attempt after this one: in two minutes, then four, eight, ... */
const attemptAfter = (sql: Sql, now: Date) => nextAttempt(sql, now, sql`attempts + 1`);

/** True if a dispute is open, or was opened after the refund: it may have paid the money back. */
const isDisputed = (sql: Sql) => sql`EXISTS (SELECT 1 FROM disputes
  WHERE disputes.deposit_id = refunds.deposit_id
    AND (disputes.status = 'open' OR disputes.opened_at >= refunds.created_at))`;

/**
 * How long a provider treats requests with the same key as one refund; undefined if it does not.
 */
type Keeper = { refundKeysKeptMs?: number };

/** How long after its first request a refund may be sent again. */
export const keptMsOf = ({ refundKeysKeptMs = 0 }: Keeper): number =>
  Math.min(refundKeysKeptMs, KEYS_KEPT_MAX_MS);

/**
 * Whether a refund may still be sent again with its key. False if its time was written while the
 * clock was ahead: that time does not show when the provider got the key.
 */
const isInTime = (sql: Sql, now: Date, keeper: Keeper) => sql`
  coalesce(repeat_until > ${now}
    AND repeat_until <= ${new Date(now.getTime() + keptMsOf(keeper) + CLOCKS_DIFFER_MS)}, false)`;

export type DueRefund = {
  id: number;
  status: RefundStatus;
  /**
   * Sent to the provider with the id; null if an earlier release sent the refund, or it is unsent.
   */
  providerKey: string | null;
  providerRef: string;
};

/**
 * Claims the provider's most overdue open refund for this process; null when none was due at
 * `dueAt`. The next due time is written first, so that another process takes over the claim of a
 * dead one.
 */
export async function claimDueRefund(
  sql: Sql,
  { provider, dueAt, now }: { provider: string; dueAt: Date; now: Date },
): Promise<DueRefund | null> {
  const [row] = await sql<DueRefund[]>`
    WITH due AS (
      SELECT refunds.id, provider_ref FROM refunds JOIN deposits ON deposits.id = deposit_id
      WHERE refunds.status IN ('requested', 'unknown', 'pending') AND provider = ${provider}
        AND (due_at IS NULL OR ${isAttemptDue(sql, { dueAt, now })})
      ORDER BY due_at NULLS FIRST, refunds.id LIMIT 1 FOR UPDATE OF refunds SKIP LOCKED)
    UPDATE refunds SET attempts = attempts + 1, due_at = ${attemptAfter(sql, now)}
    FROM due WHERE refunds.id = due.id
    RETURNING refunds.id, status, provider_key AS "providerKey", provider_ref AS "providerRef"`;
  return row ?? null;
}

export type ClaimedRefund = Pick<RefundRow, "id" | "moneyCents"> & {
  providerRef: string;
  providerKey: string | null;
  currency: string;
  createdAt: Date;
  /** Number of times it was sent or queried, including this one. */
  attempts: number;
  /** Identifies the claim, and is when it ends at the latest. */
  sendingUntil: Date;
};

const claimedColumns = (sql: Sql) => sql`
  claimed.id, money_cents AS "moneyCents", claimed.provider_key AS "providerKey",
  provider_ref AS "providerRef", currency, claimed.created_at AS "createdAt", attempts,
  sending_until AS "sendingUntil"`;

/**
 * Claims a requested refund for sending, with the key drafted when it was created, so that after a
 * restore from a backup it is sent with the same key. Its outcome is unknown until the provider
 * responds; until `repeatUntil` it may be sent again. Null when another process has claimed it.
 */
export async function claimRequested(
  sql: Sql,
  id: number,
  { now, repeatUntil }: { now: Date; repeatUntil: Date },
): Promise<ClaimedRefund | null> {
  const [row] = await sql<ClaimedRefund[]>`
    WITH claimed AS (
      UPDATE refunds SET status = 'unknown', changed_at = ${now}, provider_key = drafted_key,
        repeat_until = ${repeatUntil}, sending_until = ${claimEnd(now)},
        -- The job has already counted this attempt.
        attempts = greatest(attempts, 1), due_at = coalesce(due_at, ${attemptAfter(sql, now)})
      WHERE id = ${id} AND status = 'requested' RETURNING *)
    SELECT ${claimedColumns(sql)} FROM claimed JOIN deposits ON deposits.id = deposit_id`;
  return row ?? null;
}

/**
 * Claims a refund whose outcome is unknown, to send it again with the same key. Null when it is too
 * late for that, the payment has been disputed, or another process is sending it.
 */
export async function claimUnknown(
  sql: Sql,
  id: number,
  { now, keeper }: { now: Date; keeper: Keeper },
): Promise<ClaimedRefund | null> {
  const [row] = await sql<ClaimedRefund[]>`
    WITH claimed AS (
      UPDATE refunds SET sending_until = ${claimEnd(now)}
      WHERE id = ${id} AND status = 'unknown' AND ${isInTime(sql, now, keeper)}
        AND ${isUnclaimed(sql, now)}
        AND NOT ${isDisputed(sql)}
      RETURNING *)
    SELECT ${claimedColumns(sql)} FROM claimed JOIN deposits ON deposits.id = deposit_id`;
  return row ?? null;
}

/** Ends a claim: nothing is being sent any more. */
export async function endSending(
  sql: Sql,
  { id, sendingUntil }: Pick<ClaimedRefund, "id" | "sendingUntil">,
): Promise<void> {
  await sql`
    UPDATE refunds SET sending_until = NULL WHERE id = ${id} AND sending_until = ${sendingUntil}`;
}

/** True until the claim was ended, or another process took it over after it expired. */
export async function holdsClaim(
  sql: Sql,
  { id, sendingUntil }: Pick<ClaimedRefund, "id" | "sendingUntil">,
): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM refunds WHERE id = ${id} AND sending_until = ${sendingUntil}`;
  return rows.length > 0;
}

/** True while a call that may pay a refund is in progress. */
export async function isBeingSent(sql: Sql, id: number, now: Date): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM refunds WHERE id = ${id} AND ${isClaimed(sql, now)}`;
  return rows.length > 0;
}

/** True if a dispute of the refund's payment is open or was opened after the refund. */
export async function isRefundDisputed(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM refunds WHERE id = ${id} AND ${isDisputed(sql)}`;
  return rows.length > 0;
}

/**
 * For a failed refund: whether its payment was disputed later or still is, and whether a dispute
 * kept the refund from being sent.
 */
export async function getFailure(
  sql: Sql,
  id: number,
): Promise<{ isDisputed: boolean; isHeld: boolean }> {
  const [row] = await sql<{ isDisputed: boolean; isHeld: boolean }[]>`
    SELECT ${isDisputed(sql)} AS "isDisputed",
      evidence IS NOT DISTINCT FROM ${PAYMENT_DISPUTED} AS "isHeld"
    FROM refunds WHERE id = ${id}`;
  if (!row) throw new Error(`refund ${id} is missing`);
  return row;
}

/** Sets a locked refund back to requested. Call it only if the provider cannot have received it. */
export async function setRequestedAgain(sql: Sql, id: number, now: Date): Promise<void> {
  await sql`
    UPDATE refunds SET status = 'requested', changed_at = ${now}, repeat_until = NULL
    WHERE id = ${id}`;
}

/**
 * Leaves a refund whose outcome is unknown and that must not be sent again to staff. False when it
 * may still be sent again, or was already left to them.
 */
export async function stopRepeating(
  sql: Sql,
  id: number,
  { now, keeper }: { now: Date; keeper: Keeper },
): Promise<boolean> {
  const result = await sql`
    UPDATE refunds SET repeat_until = NULL
    WHERE id = ${id} AND status = 'unknown' AND repeat_until IS NOT NULL
      AND (NOT ${isInTime(sql, now, keeper)} OR ${isDisputed(sql)})`;
  return result.count === 1;
}

/** Stores why the provider did not accept an open refund, or could not be queried about it. */
export async function setLastError(sql: Sql, id: number, error: unknown): Promise<void> {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const text = (cause instanceof Error ? cause.message : message).slice(0, LAST_ERROR_LENGTH_MAX);
  await sql`
    UPDATE refunds SET last_error = ${text}
    WHERE id = ${id} AND status IN ('requested', 'unknown', 'pending')`;
}
