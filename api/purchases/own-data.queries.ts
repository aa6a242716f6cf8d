import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/**
 * Orders and downloads. Excludes the bought content: it would be delivered through the export while
 * an order's delivery is still closed.
 */
export const ownPurchasesData: OwnData["lists"] = {
  orders: (sql, user, page) => sql`
    SELECT id, product_id, slug, titles, descriptions, style, price_cents, currency, licence,
      consented_at, consent_version, consent_locale, refunded_at, created_at
    FROM orders WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
  order_downloads: (sql, user, page) => sql`
    SELECT id, order_id, format, size, created_at FROM order_downloads
    WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
  purchase_intents: (sql, user, page) => sql`
    SELECT i.deposit_id AS id, i.product_id, i.price_cents, i.rate_basis_points, i.consented_at, i.consent_version,
      i.consent_locale, i.tried_at
    FROM purchase_intents i JOIN deposits ON deposits.id = i.deposit_id
    WHERE deposits.user_id = ${user.id} ${ownPage(sql, sql`i.deposit_id`, page)}`,
};
