import { DAY_MS } from "#domain/dates.ts";
import { APPROVAL_WINDOW_DAYS } from "#domain/payouts.ts";
import type { Sql } from "../db/client.ts";

/**
 * Why a payout must not be sent for now because of its owner, a PayoutHold or null: staff disabled
 * the account, a payment is disputed, or the owner has a debt (I17).
 */
export const ownerHold = (sql: Sql) => sql`
  CASE
    WHEN EXISTS (SELECT 1 FROM users owner
      WHERE owner.id = payouts.user_id AND owner.disabled_at IS NOT NULL) THEN 'disabled'
    WHEN EXISTS (SELECT 1 FROM disputes
      WHERE disputes.user_id = payouts.user_id AND disputes.status = 'open') THEN 'dispute'
    WHEN EXISTS (SELECT 1 FROM ledger_accounts debt WHERE debt.user_id = payouts.user_id
      AND debt.kind = 'debt' AND debt.balance_cents < 0) THEN 'debt'
  END`;

/** True for a payout with no hold because of its owner; a card payout may still need approval. */
export const isOwnerFree = (sql: Sql) => sql`(${ownerHold(sql)}) IS NULL`;

/** True for a payout that a file for the bank may contain. */
export const isReadyForFile = (sql: Sql) => sql`
  (type = 'sepa' AND status = 'ready' AND ${isOwnerFree(sql)})`;

/** The limit in the settings, in EUR cents; null for none. */
export type Limit = { limitCents: number | null; now: Date };

/**
 * True for a payout that may be in a file of one person: with all that is ready for a file, neither
 * its seller nor its account gets more than the limit without a second person's approval. The sums
 * are read once for each seller and account.
 */
export const isWithinLimit = (sql: Sql, { limitCents, now }: Limit) => sql`
  (payouts.user_id NOT IN (SELECT user_id
      FROM (SELECT user_id, sum(amount_cents) AS cents FROM payouts
        WHERE ${isReadyForFile(sql)} GROUP BY user_id) AS payouts
      WHERE cents + ${unapprovedOfSeller(sql, now)} > ${limitCents}::bigint)
    AND (payouts.account_hash IS NULL OR payouts.account_hash NOT IN (SELECT account_hash
      FROM (SELECT account_hash, sum(amount_cents) AS cents FROM payouts
        WHERE ${isReadyForFile(sql)} AND account_hash IS NOT NULL GROUP BY account_hash) AS payouts
      WHERE cents + ${unapprovedOfAccount(sql, now)} > ${limitCents}::bigint)))`;

/**
 * For a ready card payout that needs a second person's approval, regardless of other holds: its
 * amount together with what its seller, or its card, got without one, which exceeds the limit in
 * the settings. Otherwise null.
 */
export const approvalCents = (sql: Sql, now: Date) => sql`
  CASE WHEN payouts.type = 'card' AND payouts.status = 'ready' AND payouts.approved_by IS NULL
    THEN (SELECT total.cents FROM settings
      CROSS JOIN LATERAL (SELECT payouts.amount_cents + ${unapprovedCents(sql, now)} AS cents
        WHERE payout_approval_above_cents IS NOT NULL OFFSET 0) AS total
      WHERE total.cents > payout_approval_above_cents) END`;

/**
 * The ready card payouts, as a table: id, needs_approval, and is_owner_free. Holds and sums are
 * read once for each seller and card, not for each payout: one seller may have thousands.
 */
export const readyCardPayouts = (sql: Sql, now: Date) => sql`
  (WITH payees AS MATERIALIZED (
    SELECT user_id, account_hash, ${isOwnerFree(sql)} AS is_owner_free,
      ${unapprovedCents(sql, now)} AS unapproved_cents
    FROM (SELECT DISTINCT user_id, account_hash FROM payouts
      WHERE type = 'card' AND status = 'ready') AS payouts)
  SELECT card.id, is_owner_free, card.approved_by IS NULL
    AND coalesce(card.amount_cents + unapproved_cents > payout_approval_above_cents, false)
    AS needs_approval
  FROM payees CROSS JOIN settings
  CROSS JOIN LATERAL (SELECT id, amount_cents, approved_by FROM payouts
    WHERE payouts.user_id = payees.user_id AND type = 'card' AND status = 'ready'
      AND payouts.account_hash IS NOT DISTINCT FROM payees.account_hash OFFSET 0) AS card)`;

/**
 * The larger of what the seller and the account in the row of `payouts` got in the last
 * APPROVAL_WINDOW_DAYS without a second person's approval, by card and in files, in EUR cents.
 */
const unapprovedCents = (sql: Sql, now: Date) => sql`
  greatest(${unapprovedOfSeller(sql, now)}, ${unapprovedOfAccount(sql, now)})`;

/**
 * What the seller in the row of `payouts` got so. A payout counts from when it was sent, whatever
 * its outcome, unless the provider itself reported that it failed or came back: otherwise one
 * person could have it paid again and again. Reads only an index, for each row of a list.
 */
export const unapprovedOfSeller = (sql: Sql, now: Date) => sql`
  (SELECT coalesce(sum(recent.amount_cents), 0)::bigint FROM payouts AS recent
    WHERE recent.user_id = payouts.user_id AND recent.unapproved_at > ${windowStart(now)})`;

/** The same of the account in the row of `payouts`, of all sellers together. */
export const unapprovedOfAccount = (sql: Sql, now: Date) => sql`
  (SELECT coalesce(sum(shared.amount_cents), 0)::bigint FROM payouts AS shared
    WHERE shared.unapproved_account_hash = payouts.account_hash
      AND shared.unapproved_at > ${windowStart(now)})`;

const windowStart = (now: Date) => new Date(now.getTime() - APPROVAL_WINDOW_DAYS * DAY_MS);
