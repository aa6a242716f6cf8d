import type { Sql } from "../db/client.ts";

/** Returns true when one of the hashes is of a network that the user recently signed in from. */
export async function hasKnownNetwork(
  sql: Sql,
  filter: { userId: number; hashes: Buffer[]; now: Date },
): Promise<boolean> {
  // The driver does not support arrays of bytea; a user has only a handful of rows.
  const hexes = filter.hashes.map((hash) => hash.toString("hex"));
  const rows = await sql`
    SELECT 1 FROM known_networks
    WHERE user_id = ${filter.userId} AND encode(network_hash, 'hex') = ANY(${hexes}::text[])
      AND expires_at > ${filter.now} LIMIT 1`;
  return rows.length > 0;
}

/** Returns true when the account has any known network to compare with. */
export async function hasAnyNetwork(sql: Sql, userId: number, now: Date): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM known_networks WHERE user_id = ${userId} AND expires_at > ${now} LIMIT 1`;
  return rows.length > 0;
}

/** Returns the address to notify and its language. Throws if there is no such user. */
export async function getOwner(
  sql: Sql,
  userId: number,
): Promise<{ email: string; locale: string | null }> {
  const [row] = await sql<{ email: string; locale: string | null }[]>`
    SELECT email, locale FROM users WHERE id = ${userId}`;
  if (!row) throw new Error(`user ${userId} is missing`);
  return row;
}

/** Adds a network or renews it. Keeps only the user's `networksMax` most recent ones. */
export async function upsertKnownNetwork(
  sql: Sql,
  network: { userId: number; hash: Buffer; expiresAt: Date; networksMax: number },
): Promise<void> {
  const { userId, hash, expiresAt, networksMax } = network;
  await sql`
    INSERT INTO known_networks (user_id, network_hash, expires_at)
    VALUES (${userId}, ${hash}, ${expiresAt})
    ON CONFLICT (user_id, network_hash) DO UPDATE SET expires_at = EXCLUDED.expires_at`;
  await sql`
    DELETE FROM known_networks WHERE user_id = ${userId} AND network_hash IN (
      SELECT network_hash FROM known_networks WHERE user_id = ${userId}
      ORDER BY expires_at DESC, network_hash OFFSET ${networksMax})`;
}

/** Deletes networks not used for a sign-in for a long time; returns the number deleted. */
export async function deleteExpiredNetworks(sql: Sql, now: Date): Promise<number> {
  const result = await sql`DELETE FROM known_networks WHERE expires_at <= ${now}`;
  return result.count;
}

export async function deleteKnownNetworks(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM known_networks WHERE user_id = ${userId}`;
}
