import type { Sql } from "../db/client.ts";
import { isDue } from "../db/due-times.ts";
import { isNotOnHold } from "./payouts.queries.ts";

/** The longest pause between two polls. */
const LONGEST_PAUSE_MS = 60 * 60_000;

/** A payout to a card whose provider is due for polling. */
export type DueCardPayout = {
  id: number;
  offerId: number;
  cardId: number;
  amountCents: number;
  /** Sent beside the id; null for one that an earlier release has sent. */
  providerKey: string | null;
  /** Number of polls so far. */
  attempts: number;
  isOnHold: boolean;
};

/**
 * Claims a provider's due card payouts, each for one process: ready ones become `sending` before
 * anything is sent. The next time is written first, so that the claims of a dead process are
 * claimed again.
 */
export async function claimDueCardPayouts(
  sql: Sql,
  filter: { provider: string; now: Date; limit: number },
): Promise<(DueCardPayout & { isNew: boolean })[]> {
  const { provider, now, limit } = filter;
  const hasCome = isDue(sql, sql`due_at`, { now, longestMs: LONGEST_PAUSE_MS });
  return sql<(DueCardPayout & { isNew: boolean })[]>`
    WITH due AS (
      SELECT payouts.id, status = 'ready' AS is_new, ${isNotOnHold(sql)} AS is_free FROM payouts
      WHERE type = 'card' AND provider = ${provider} AND (
        (status = 'ready' AND ${isNotOnHold(sql)})
        OR (status IN ('sending', 'unknown', 'sent') AND ${hasCome}))
      ORDER BY due_at NULLS FIRST, id LIMIT ${limit} FOR UPDATE OF payouts SKIP LOCKED
    )
    UPDATE payouts SET
      status = CASE WHEN due.is_new THEN 'sending' ELSE payouts.status END,
      provider_key = CASE WHEN due.is_new THEN drafted_key ELSE provider_key END,
      changed_at = CASE WHEN due.is_new THEN ${now} ELSE payouts.changed_at END,
      attempts = attempts + 1,
      due_at = ${now}::timestamptz + least(interval '1 minute' * power(2, least(attempts, 10)),
        ${`${LONGEST_PAUSE_MS} milliseconds`}::interval)
    FROM due WHERE payouts.id = due.id
    RETURNING payouts.id, offer_id AS "offerId", card_id AS "cardId",
      amount_cents AS "amountCents", provider_key AS "providerKey", attempts - 1 AS attempts,
      NOT due.is_free AS "isOnHold", due.is_new AS "isNew"`;
}

/** Stores why the transfer of a payout failed. */
export async function setFailure(sql: Sql, payoutId: number, failure: string): Promise<void> {
  await sql`UPDATE payouts SET failure = ${failure} WHERE id = ${payoutId}`;
}
