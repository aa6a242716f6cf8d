import type { Sql } from "../../db/client.ts";
import { ownPage } from "../../db/own-page.ts";
import type { DataSubject, OwnData } from "../../noun.ts";

/** Returns the person whom the archive is about; null when the account is gone. */
export async function getDataSubject(sql: Sql, userId: number): Promise<DataSubject | null> {
  const [row] = await sql<DataSubject[]>`
    SELECT id, email, email_verified_at IS NOT NULL AS "isEmailVerified" FROM users
    WHERE id = ${userId} AND deleted_at IS NULL`;
  return row ?? null;
}

/** The account, its sessions and the records of its sign-ins. */
export const ownAccountData: OwnData["lists"] = {
  users: (sql, user, page) => sql`
    SELECT id, email, role, staff_role, name, surname, phone, address, city, post_code, country,
      locale, email_verified_at, verification_status, disabled_at, created_at,
      terms_accepted_at, terms_locale, terms_age_years
    FROM users WHERE id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
  sessions: (sql, user) => sql`
    SELECT is_remembered, created_at, last_seen_at, expires_at FROM sessions
    WHERE user_id = ${user.id} ORDER BY created_at`,
  email_verifications: (sql, user) => sql`
    SELECT email, mailed_at, expires_at FROM email_verifications WHERE user_id = ${user.id}`,
  known_networks: (sql, user) => sql`
    SELECT expires_at FROM known_networks WHERE user_id = ${user.id} ORDER BY expires_at`,
};
