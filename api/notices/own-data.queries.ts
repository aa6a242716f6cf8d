import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** Notices sent while signed in, and the decisions on them. */
export const ownNoticesData: OwnData["lists"] = {
  content_notices: (sql, user, page) => sql`
    SELECT id, reference, product_id, slug, title, reason, explanation, name, email, locale, status,
      CASE WHEN complained_by = 'notifier' THEN complaint END AS complaint, created_at
    FROM content_notices WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
  notice_decisions: (sql, user, page) => sql`
    SELECT d.id, d.notice_id, d.decision, d.ground, d.statement, d.decided_at
    FROM notice_decisions d JOIN content_notices n ON n.id = d.notice_id
    WHERE n.user_id = ${user.id} ${ownPage(sql, sql`d.id`, page)}`,
};
