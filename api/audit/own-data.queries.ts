import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** Staff actions on the account and views of it, without the staff member's name. */
export const ownAuditData: OwnData["lists"] = {
  audit_log: (sql, user, page) => sql`
    SELECT log.id, log.at, log.action, log.reason FROM audit_log log
    WHERE log.subject_kind = 'user' AND log.subject_id = ${String(user.id)}
      ${ownPage(sql, sql`log.id`, page)}`,
};
