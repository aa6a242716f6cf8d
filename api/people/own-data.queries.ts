import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** Balance adjustments, without the staff members involved. */
export const ownCorrectionsData: OwnData["lists"] = {
  balance_adjustments: (sql, user, page) => sql`
    SELECT id, amount_cents, reason, status, requested_at, decided_at FROM balance_adjustments
    WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
};
