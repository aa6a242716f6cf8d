import type { Sql } from "../db/client.ts";

export async function insertResetRequest(
  sql: Sql,
  request: { email: string; locale: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO password_reset_requests (email, locale, created_at)
    VALUES (${request.email}, ${request.locale}, ${request.now})`;
}

/** Removes and returns the oldest request, in the caller's transaction; null when there is none. */
export async function claimResetRequest(
  sql: Sql,
): Promise<{ email: string; locale: string } | null> {
  const [row] = await sql<{ email: string; locale: string }[]>`
    DELETE FROM password_reset_requests WHERE id = (
      SELECT id FROM password_reset_requests ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING email, locale`;
  return row ?? null;
}

/** Stores the hash of a user's new token, which invalidates the previous one. */
export async function replaceReset(
  sql: Sql,
  reset: { userId: number; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO password_resets (user_id, token_hash, expires_at)
    VALUES (${reset.userId}, ${reset.tokenHash}, ${reset.expiresAt})
    ON CONFLICT (user_id) DO UPDATE
      SET token_hash = EXCLUDED.token_hash, expires_at = EXCLUDED.expires_at`;
}

/**
 * Returns the user whose password the token may set; null if it is unknown, used, expired or
 * someone else's.
 */
export async function getResetUser(
  sql: Sql,
  link: { tokenHash: Buffer; email: string; now: Date },
): Promise<number | null> {
  const [row] = await sql<{ userId: number }[]>`
    SELECT u.id AS "userId" FROM password_resets r JOIN users u ON u.id = r.user_id
    WHERE r.token_hash = ${link.tokenHash} AND r.expires_at > ${link.now}
      AND u.email = ${link.email} AND u.deleted_at IS NULL`;
  return row?.userId ?? null;
}

/** Deletes a user's token once it is used, or once the account it was issued for has changed. */
export async function deleteReset(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM password_resets WHERE user_id = ${userId}`;
}

/** Deletes expired tokens; returns the number deleted. */
export async function deleteExpiredResets(sql: Sql, now: Date): Promise<number> {
  const result = await sql`DELETE FROM password_resets WHERE expires_at <= ${now}`;
  return result.count;
}

/** Deletes the user's token and pending requests. */
export async function deleteResetsOf(sql: Sql, user: { id: number; email: string }): Promise<void> {
  await deleteReset(sql, user.id);
  await sql`DELETE FROM password_reset_requests WHERE email = ${user.email}`;
}
