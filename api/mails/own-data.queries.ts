import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** The mails sent about orders and deposits. */
export const ownMailsData: OwnData["lists"] = {
  mail_records: (sql, user, page) => sql`
    SELECT r.id, r.order_id, r.deposit_id, r.subject, r.queued_at, r.sent_at
    FROM mail_records r LEFT JOIN orders ON orders.id = r.order_id
      LEFT JOIN deposits ON deposits.id = r.deposit_id
    WHERE coalesce(orders.user_id, deposits.user_id) = ${user.id}
      ${ownPage(sql, sql`r.id`, page)}`,
};
