import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** Messages sent while signed in, and the replies. */
export const ownContactData: OwnData["lists"] = {
  contact_messages: (sql, user, page) => sql`
    SELECT id, reference, details, message, locale, status, created_at FROM contact_messages
    WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
  contact_replies: (sql, user, page) => sql`
    SELECT r.id, r.message_id, r.body, r.created_at
    FROM contact_replies r JOIN contact_messages m ON m.id = r.message_id
    WHERE m.user_id = ${user.id} ${ownPage(sql, sql`r.id`, page)}`,
};
