import type { Sql } from "../db/client.ts";
import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** Financial documents, and the billing details used for later ones. */
export const ownDocumentsData: OwnData["lists"] = {
  documents: (sql, user, page) => sql`
    SELECT id, kind, number, order_id, deposit_id, payout_id, locale, net_cents, vat_cents,
      gross_cents, data, issued_at
    FROM documents WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
  billing_details: (sql, user) => sql`
    SELECT company_name, vat_id, address, city, post_code, country, updated_at
    FROM billing_details WHERE user_id = ${user.id}`,
};

/** Lists the ids and numbers of a user's documents. */
export async function listOwnDocuments(
  sql: Sql,
  userId: number,
): Promise<{ id: number; number: string }[]> {
  return sql<{ id: number; number: string }[]>`
    SELECT id, number FROM documents WHERE user_id = ${userId} ORDER BY id`;
}
