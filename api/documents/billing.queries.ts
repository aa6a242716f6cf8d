import type { Sql } from "../db/client.ts";

export type BillingRow = { companyName: string; vatId: string | null };

export async function getBillingDetails(sql: Sql, userId: number): Promise<BillingRow | null> {
  const [row] = await sql<BillingRow[]>`
    SELECT company_name AS "companyName", vat_id AS "vatId" FROM billing_details
    WHERE user_id = ${userId}`;
  return row ?? null;
}

/** Stores them; nothing for an account that was deleted meanwhile. */
export async function putBillingDetails(
  sql: Sql,
  userId: number,
  details: BillingRow & { now: Date },
): Promise<void> {
  await sql`
    INSERT INTO billing_details (user_id, company_name, vat_id, updated_at)
    SELECT id, ${details.companyName}, ${details.vatId}, ${details.now}::timestamptz
    FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET company_name = EXCLUDED.company_name,
      vat_id = EXCLUDED.vat_id, updated_at = EXCLUDED.updated_at`;
}

export async function deleteBillingDetails(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM billing_details WHERE user_id = ${userId}`;
}
