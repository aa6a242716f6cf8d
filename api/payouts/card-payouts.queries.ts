import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Sql } from "../db/client.ts";
import {
  claimEnd,
  isAttemptDue,
  isClaimed,
  isUnclaimed,
  nextAttempt,
} from "../db/provider-claims.ts";
import { tryLockInTransaction } from "../db/session-locks.ts";
import { isOwnerFree, readyCardPayouts } from "./payout-holds.ts";
import { insertPayoutEvent, lockOutgoing } from "./payouts.queries.ts";

/** A card payout that is due to be sent or polled for. */
export type DueCardPayout = {
  id: number;
  offerId: number;
  cardId: number;
  amountCents: number;
  /** Sent to the provider with the id; null if an earlier release sent the payout. */
  providerKey: string | null;
  /** Number of polls so far. */
  attempts: number;
  isOnHold: boolean;
};

/**
 * Claims the provider's most overdue card payout for this process; null when none was due at
 * `dueAt`. A ready one becomes `sending` before anything is sent. The next due time is written
 * first, so that another process takes over the claim of a dead one after the time its calls may
 * take. Claims are serialized, because the amounts a seller or a card gets without a second
 * person's approval are summed; so they must stay fast, however many payouts wait.
 */
export async function claimDueCardPayout(
  sql: Sql,
  { provider, dueAt, now }: { provider: string; dueAt: Date; now: Date },
): Promise<(DueCardPayout & { isNew: boolean }) | null> {
  await lockOutgoing(sql);
  const [row] = await sql<(DueCardPayout & { isNew: boolean })[]>`
    WITH due AS (
      SELECT payouts.id, status = 'ready' AS is_new, ${isOwnerFree(sql)} AS is_free FROM payouts
      WHERE type = 'card' AND provider = ${provider} AND (
        (status = 'ready' AND id IN (SELECT id FROM ${readyCardPayouts(sql, now)} AS card
          WHERE is_owner_free AND NOT needs_approval))
        OR (status IN ('sending', 'unknown', 'sent') AND ${isAttemptDue(sql, { dueAt, now })}
          AND ${isUnclaimed(sql, now)}))
      ORDER BY due_at NULLS FIRST, id LIMIT 1 FOR UPDATE OF payouts SKIP LOCKED
    )
    UPDATE payouts SET
      status = CASE WHEN due.is_new THEN 'sending' ELSE payouts.status END,
      provider_key = CASE WHEN due.is_new THEN drafted_key ELSE provider_key END,
      limit_cents = CASE WHEN due.is_new AND approved_by IS NULL
        THEN (SELECT payout_approval_above_cents FROM settings) ELSE limit_cents END,
      unapproved_at = CASE WHEN due.is_new AND approved_by IS NULL
        THEN ${now} ELSE unapproved_at END,
      unapproved_account_hash = CASE WHEN due.is_new AND approved_by IS NULL
        THEN account_hash ELSE unapproved_account_hash END,
      changed_at = CASE WHEN due.is_new THEN ${now} ELSE payouts.changed_at END,
      attempts = attempts + 1, sending_until = ${claimEnd(now)},
      due_at = ${nextAttempt(sql, now, sql`attempts`)}
    FROM due WHERE payouts.id = due.id
    RETURNING payouts.id, offer_id AS "offerId", card_id AS "cardId",
      amount_cents AS "amountCents", provider_key AS "providerKey", attempts - 1 AS attempts,
      NOT due.is_free AS "isOnHold", due.is_new AS "isNew"`;
  if (row?.isNew) {
    const event = { status: "sending", evidence: null, actorId: null, now } as const;
    await insertPayoutEvent(sql, { ...event, payoutId: row.id });
  }
  return row ?? null;
}

export const toLockKey = (payoutId: number) => [ADVISORY_LOCKS.cardPayout, payoutId] as const;

/** A claim is identified by the number of polls before it. */
type Claim = Pick<DueCardPayout, "id" | "attempts">;
const isClaimOf = (sql: Sql, { id, attempts }: Claim) =>
  sql`id = ${id} AND attempts = ${attempts + 1}`;

/**
 * Renews the claim right before the payout is paid. False when it must not be paid: its status has
 * changed, or the claim ended and another process has claimed it.
 */
export async function renewClaim(sql: Sql, claim: Claim, now: Date): Promise<boolean> {
  const result = await sql`
    UPDATE payouts SET sending_until = ${claimEnd(now)}
    WHERE ${isClaimOf(sql, claim)} AND status IN ('sending', 'unknown')`;
  return result.count === 1;
}

/** Ends a claim: the provider is not being called any more. */
export async function endClaim(sql: Sql, claim: Claim): Promise<void> {
  await sql`UPDATE payouts SET sending_until = NULL WHERE ${isClaimOf(sql, claim)}`;
}

/**
 * True while a call that may pay a locked card payout is in progress; otherwise none starts until
 * the transaction ends. Checks both the claim and the session lock: the claim covers a lost
 * connection, the lock covers calls that outlast the claim.
 */
export async function isBeingPaid(sql: Sql, payoutId: number, now: Date): Promise<boolean> {
  const claimed = await sql`
    SELECT 1 FROM payouts WHERE id = ${payoutId} AND ${isClaimed(sql, now)}`;
  return claimed.length > 0 || !(await tryLockInTransaction(sql, toLockKey(payoutId)));
}

/**
 * Stops counting a payout as sent without a second person, because its provider reports its return.
 */
export async function uncountReturned(sql: Sql, payoutId: number): Promise<void> {
  await sql`UPDATE payouts SET unapproved_at = NULL WHERE id = ${payoutId}`;
}

/** Stores why the transfer failed. */
export async function setFailure(sql: Sql, payoutId: number, failure: string): Promise<void> {
  await sql`UPDATE payouts SET failure = ${failure} WHERE id = ${payoutId}`;
}
