import type { Sql } from "../db/client.ts";

/** A buyer's billing details. A VAT ID requires a company; an address is complete or null. */
export type BillingRow = {
  companyName: string | null;
  vatId: string | null;
  address: string | null;
  city: string | null;
  postCode: string | null;
  country: string | null;
};

/** Returns the billing details of a user; null when none are stored. */
export async function getBillingDetails(sql: Sql, userId: number): Promise<BillingRow | null> {
  const [row] = await sql<BillingRow[]>`
    SELECT company_name AS "companyName", vat_id AS "vatId", address, city,
      post_code AS "postCode", country
    FROM billing_details WHERE user_id = ${userId}`;
  return row ?? null;
}

/** Stores the billing details; does nothing for an account that was deleted meanwhile. */
export async function putBillingDetails(
  sql: Sql,
  userId: number,
  details: BillingRow & { now: Date },
): Promise<void> {
  await sql`
    INSERT INTO billing_details
      (user_id, company_name, vat_id, address, city, post_code, country, updated_at)
    SELECT id, ${details.companyName}::text, ${details.vatId}::text, ${details.address}::text,
      ${details.city}::text, ${details.postCode}::text, ${details.country}::text,
      ${details.now}::timestamptz
    FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET company_name = EXCLUDED.company_name,
      vat_id = EXCLUDED.vat_id, address = EXCLUDED.address, city = EXCLUDED.city,
      post_code = EXCLUDED.post_code, country = EXCLUDED.country,
      updated_at = EXCLUDED.updated_at`;
}

/** Deletes the billing details with the account; issued documents keep their own copy. */
export async function deleteBillingDetails(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM billing_details WHERE user_id = ${userId}`;
}
