import type { Sql } from "../../db/client.ts";

export type EmailVerification = {
  email: string;
  isNewAccount: boolean;
  mailedAt: Date;
  expiresAt: Date;
};

/**
 * Returns the address waiting for confirmation, even if expired; null if no link was ever mailed.
 */
export async function getEmailVerification(
  sql: Sql,
  userId: number,
): Promise<EmailVerification | null> {
  const [row] = await sql<EmailVerification[]>`
    SELECT email, is_new_account AS "isNewAccount", mailed_at AS "mailedAt",
      expires_at AS "expiresAt"
    FROM email_verifications WHERE user_id = ${userId}`;
  return row ?? null;
}

/** Stores the address to confirm, replacing the previous one. */
export async function upsertEmailVerification(
  sql: Sql,
  userId: number,
  { email, isNewAccount, mailedAt, expiresAt }: EmailVerification,
): Promise<void> {
  await sql`
    INSERT INTO email_verifications (user_id, email, is_new_account, mailed_at, expires_at)
    VALUES (${userId}, ${email}, ${isNewAccount}, ${mailedAt}, ${expiresAt})
    ON CONFLICT (user_id) DO UPDATE SET email = EXCLUDED.email,
      is_new_account = email_verifications.is_new_account OR EXCLUDED.is_new_account,
      mailed_at = EXCLUDED.mailed_at, expires_at = EXCLUDED.expires_at`;
}

export async function deleteEmailVerification(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM email_verifications WHERE user_id = ${userId}`;
}

/** Deletes the pending new address, because the requester may not be the owner. */
export async function cancelEmailChange(sql: Sql, userId: number): Promise<void> {
  await sql`
    DELETE FROM email_verifications v USING users u
    WHERE v.user_id = ${userId} AND u.id = v.user_id AND u.email <> v.email`;
}

/** Deletes new addresses that were not confirmed in time; returns the number deleted. */
export async function deleteLapsedEmailChanges(sql: Sql, now: Date): Promise<number> {
  const result = await sql`
    DELETE FROM email_verifications v USING users u
    WHERE u.id = v.user_id AND u.email <> v.email AND v.expires_at <= ${now}`;
  return result.count;
}

/**
 * Sets `email` as the user's confirmed address. Throws a unique violation (23505) if another
 * account has it.
 */
export async function setConfirmedEmail(
  sql: Sql,
  userId: number,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await sql`
    UPDATE users SET email = ${email}, email_verified_at = ${now} WHERE id = ${userId}`;
}

/** Returns true when the address belongs to another account. */
export async function isEmailTaken(sql: Sql, userId: number, email: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM users WHERE email = ${email} AND id <> ${userId}`;
  return rows.length > 0;
}
