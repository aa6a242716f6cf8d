import type { Sql } from "../db/client.ts";
import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";
import { type OfferRow, offerColumns } from "./offers.queries.ts";

/** Offers with our reviews of them. */
export const ownOffersData: OwnData["lists"] = {
  offers: (sql, user, page) => sql`
    SELECT id, locale, title, description, add_text, category_id,
      ARRAY(SELECT style_id FROM offer_styles WHERE offer_id = offers.id ORDER BY position)
        AS style_ids,
      user_price_cents, service_price_cents, status, message, answered_at, decided_at, contact,
      file_format, created_at
    FROM offers WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
};

/** The user's offers that have a file. */
export async function listOffersWithFile(sql: Sql, userId: number): Promise<OfferRow[]> {
  return sql<OfferRow[]>`
    SELECT ${offerColumns(sql)} FROM offers
    WHERE user_id = ${userId} AND file_key IS NOT NULL ORDER BY offers.id`;
}
