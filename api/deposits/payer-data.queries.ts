import type { Sql } from "../db/client.ts";

/** The payer data that the ledger needs (docs/decisions/0013): name and country. */
const KEPT_CONTACT = ["first_name", "last_name", "country"];

/** Removes the contact details of all earlier deposits except pending ones. */
export async function anonymizePayers(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE deposits SET contact = '{}'
    WHERE created_at < ${before} AND status <> 'pending' AND contact <> '{}'`;
  await sql`
    UPDATE deposit_settlements SET evidence = '' WHERE created_at < ${before} AND evidence <> ''`;
  await sql`
    UPDATE deposit_endings SET evidence = '' WHERE created_at < ${before} AND evidence <> ''`;
}

/**
 * Removes the contact details of a user's deposits; a posted one keeps the part that the ledger
 * needs.
 */
export async function redactContacts(sql: Sql, userId: number): Promise<void> {
  await sql`
    UPDATE deposits SET contact = CASE WHEN status = 'success' THEN coalesce(
      (SELECT jsonb_object_agg(key, value) FROM jsonb_each(contact)
        WHERE key = ANY(${KEPT_CONTACT})), '{}') ELSE '{}' END
    WHERE user_id = ${userId}`;
}
