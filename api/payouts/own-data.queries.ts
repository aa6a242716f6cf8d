import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** Payouts, with accounts and cards masked as in the UI. */
export const ownPayoutsData: OwnData["lists"] = {
  payouts: (sql, user, page) => sql`
    SELECT id, offer_id, amount_cents, full_name, iban_masked, type, card_id, status, created_at,
      changed_at
    FROM payouts WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
  payout_events: (sql, user, page) => sql`
    SELECT e.id, e.payout_id, e.status, e.created_at
    FROM payout_events e JOIN payouts ON payouts.id = e.payout_id
    WHERE payouts.user_id = ${user.id} ${ownPage(sql, sql`e.id`, page)}`,
  payout_cards: (sql, user, page) => sql`
    SELECT id, offer_id, provider, contact, brand, last4, exp_month, exp_year, created_at
    FROM payout_cards WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
};
