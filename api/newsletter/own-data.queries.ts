import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** The subscription of the address, once it is proven to be the person’s own. */
export const ownNewsletterData: OwnData["lists"] = {
  newsletter_subscribers: (sql, user, page) => sql`
    SELECT id, email, locale, created_at, confirmed_at FROM newsletter_subscribers
    WHERE ${user.isEmailVerified} AND email = ${user.email} ${ownPage(sql, sql`id`, page)}`,
  newsletter_deliveries: (sql, user, page) => sql`
    SELECT d.id, d.issue_id, d.status
    FROM newsletter_deliveries d JOIN newsletter_subscribers s ON s.id = d.subscriber_id
    WHERE ${user.isEmailVerified} AND s.email = ${user.email} ${ownPage(sql, sql`d.id`, page)}`,
};
