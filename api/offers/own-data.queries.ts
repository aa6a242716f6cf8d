import type { Sql } from "../db/client.ts";
import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";
import { type OfferRow, offerColumns, ownOfferColumns } from "./offers.queries.ts";

/** Offers and our reviews of them. */
export const ownOffersData: OwnData["lists"] = {
  offers: (sql, user, page) => sql`
    SELECT ${ownOfferColumns(sql)}
    FROM offers WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
};

/** The user's offers that have a file. */
export async function listOffersWithFile(sql: Sql, userId: number): Promise<OfferRow[]> {
  return sql<OfferRow[]>`
    SELECT ${offerColumns(sql)} FROM offers
    WHERE user_id = ${userId} AND file_key IS NOT NULL ORDER BY offers.id`;
}
