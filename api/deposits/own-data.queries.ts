import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** Deposits with their contact details. */
export const ownDepositsData: OwnData["lists"] = {
  deposits: (sql, user, page) => sql`
    SELECT id, amount_cents, currency, internal_amount_cents, method, status, provider, provider_ref,
      contact, locale, created_at, cancel_requested_at, settled_at
    FROM deposits WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
};
