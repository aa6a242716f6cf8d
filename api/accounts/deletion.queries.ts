import { deletedEmail } from "#domain/accounts.ts";
import type { Sql } from "../db/client.ts";

/** What the books need of a payer (docs/decisions/0013): who it was and from which country. */
const KEPT_CONTACT = ["first_name", "last_name", "country"];

/** Reports about the user's deposits wait until the transaction ends. */
export async function lockDeposits(sql: Sql, userId: number): Promise<void> {
  await sql`SELECT 1 FROM deposits WHERE user_id = ${userId} ORDER BY id FOR UPDATE`;
}

/**
 * True while money may be on its way: a page at the provider is open, being opened or being decided
 * about. Asked behind the user's lock: no deposit can be started after it (insertDeposit).
 */
export async function hasPendingDeposit(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM deposits
    WHERE user_id = ${userId} AND status = 'pending' LIMIT 1`;
  return rows.length > 0;
}

/** Leaves of a user what the books name: a number, and that the account was deleted. */
export async function anonymiseUser(sql: Sql, userId: number, now: Date): Promise<void> {
  await sql`
    UPDATE users SET email = ${deletedEmail(userId)}, password_hash = '', role = 'member',
      name = NULL, surname = NULL, phone = NULL, locale = NULL, email_verified_at = NULL,
      verification_status = 'none', deleted_at = ${now}
    WHERE id = ${userId}`;
}

/** Of a deposit that was booked the books' part stays; of any other nothing. */
export async function thinOutContacts(sql: Sql, userId: number): Promise<void> {
  await sql`
    UPDATE deposits SET contact = CASE WHEN status = 'success' THEN coalesce(
      (SELECT jsonb_object_agg(key, value) FROM jsonb_each(contact)
        WHERE key = ANY(${KEPT_CONTACT})), '{}') ELSE '{}' END
    WHERE user_id = ${userId}`;
}

/**
 * What is the user's own and nobody else's: favourites, the newsletter, links to reset a password,
 * networks. Messages lose their link to the account.
 */
export async function deleteBelongings(
  sql: Sql,
  user: { id: number; email: string },
): Promise<void> {
  await sql`DELETE FROM wishlist_items WHERE user_id = ${user.id}`;
  await sql`DELETE FROM newsletter_subscribers WHERE email = ${user.email}`;
  await sql`DELETE FROM password_resets WHERE user_id = ${user.id}`;
  await sql`DELETE FROM known_networks WHERE user_id = ${user.id}`;
  await sql`DELETE FROM password_reset_requests WHERE email = ${user.email}`;
  // They hold a name and an address: with the link the account would have an owner again.
  await sql`UPDATE contact_messages SET user_id = NULL WHERE user_id = ${user.id}`;
}
