import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/**
 * The mails sent about orders and deposits. They are looked up from these, each through an index,
 * because scanning everybody's records would take far longer.
 */
export const ownMailsData: OwnData["lists"] = {
  mail_records: (sql, user, page) => sql`
    SELECT r.id, r.order_id, r.deposit_id, r.subject, r.queued_at, r.sent_at
    FROM mail_records r WHERE r.id IN (
      SELECT m.id FROM orders JOIN mail_records m ON m.order_id = orders.id
      WHERE orders.user_id = ${user.id}
      UNION ALL SELECT m.id FROM deposits JOIN mail_records m ON m.deposit_id = deposits.id
      WHERE deposits.user_id = ${user.id})
    ${ownPage(sql, sql`r.id`, page)}`,
};
