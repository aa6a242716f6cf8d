import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

export const ownRefundsData: OwnData["lists"] = {
  refunds: (sql, user, page) => sql`
    SELECT id, order_id, deposit_id, amount_cents, money_cents, status, reason, created_at, changed_at
    FROM refunds WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
  disputes: (sql, user, page) => sql`
    SELECT id, deposit_id, money_cents, amount_cents, status, opened_at, closed_at FROM disputes
    WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
};
