import { DAY_MS } from "#domain/dates.ts";
import { APPROVAL_WINDOW_DAYS } from "#domain/payouts.ts";
import type { Sql } from "../db/client.ts";

/**
 * Why a payout must not be sent for now, a PayoutHold or null: staff disabled the account, a
 * payment is disputed, the owner has a debt (I17), or a card payout needs a second person's
 * approval.
 */
export const holdOf = (sql: Sql, now: Date) => sql`
  coalesce(${ownerHold(sql)}, CASE WHEN ${needsApproval(sql, now)} THEN 'approval' END)`;

const ownerHold = (sql: Sql) => sql`
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

/** True for a payout that may be sent. */
export const isNotOnHold = (sql: Sql, now: Date) => sql`
  (${isOwnerFree(sql)} AND NOT ${needsApproval(sql, now)})`;

/**
 * True for a ready card payout that needs a second person's approval, regardless of other holds:
 * together with what its seller got without one, it exceeds the limit in the settings.
 */
export const needsApproval = (sql: Sql, now: Date) => sql`
  (payouts.type = 'card' AND payouts.status = 'ready' AND payouts.approved_by IS NULL
    AND EXISTS (SELECT 1 FROM settings WHERE payout_approval_above_cents IS NOT NULL
      AND payouts.amount_cents + ${unapprovedCents(sql, now)} > payout_approval_above_cents))`;

/**
 * What the seller in the row of `payouts` got in the last APPROVAL_WINDOW_DAYS without a second
 * person's approval, by card and in files, in EUR cents. A payout counts from when it was sent,
 * whatever its outcome, unless the provider itself reported that it failed or came back: otherwise
 * one person could have it paid again and again. Reads only an index, for each row of a list.
 */
export const unapprovedCents = (sql: Sql, now: Date) => sql`
  (SELECT coalesce(sum(recent.amount_cents), 0)::bigint FROM payouts AS recent
    WHERE recent.user_id = payouts.user_id
      AND recent.unapproved_at > ${new Date(now.getTime() - APPROVAL_WINDOW_DAYS * DAY_MS)})`;
