import type { Sql } from "../db/client.ts";

/**
 * Why a payout's money must stay here for now, a PayoutHold or null: the staff disabled the
 * account, a payment is disputed, something is owed (I17), or the payout is to a card, above the
 * limit of the settings, and no second person has approved it. One that its provider has been
 * called for needs no approval any more.
 */
export const holdOf = (sql: Sql) => sql`
  CASE
    WHEN EXISTS (SELECT 1 FROM users owner
      WHERE owner.id = payouts.user_id AND owner.disabled_at IS NOT NULL) THEN 'disabled'
    WHEN EXISTS (SELECT 1 FROM disputes
      WHERE disputes.user_id = payouts.user_id AND disputes.status = 'open') THEN 'dispute'
    WHEN EXISTS (SELECT 1 FROM ledger_accounts debt WHERE debt.user_id = payouts.user_id
      AND debt.kind = 'debt' AND debt.balance_cents < 0) THEN 'debt'
    WHEN ${needsApproval(sql)} THEN 'approval'
  END`;

/** True of a payout that may be sent. */
export const isNotOnHold = (sql: Sql) => sql`(${holdOf(sql)}) IS NULL`;

/** True of a ready payout to a card that waits for a second person, whatever else holds it. */
export const needsApproval = (sql: Sql) => sql`
  (payouts.type = 'card' AND payouts.status = 'ready' AND payouts.approved_by IS NULL
    AND EXISTS (SELECT 1 FROM settings
      WHERE payouts.amount_cents > settings.payout_approval_above_cents))`;
