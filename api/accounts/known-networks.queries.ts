import type { Sql } from "../db/client.ts";

/** True when one of the hashes is a network that the user signed in from lately. */
export async function hasKnownNetwork(
  sql: Sql,
  filter: { userId: number; hashes: Buffer[]; now: Date },
): Promise<boolean> {
  // The driver has no arrays of bytea; one user has a handful of rows.
  const hexes = filter.hashes.map((hash) => hash.toString("hex"));
  const rows = await sql`
    SELECT 1 FROM known_networks
    WHERE user_id = ${filter.userId} AND encode(network_hash, 'hex') = ANY(${hexes}::text[])
      AND expires_at > ${filter.now} LIMIT 1`;
  return rows.length > 0;
}

/** True when the account knows any network to compare another with. */
export async function hasAnyNetwork(sql: Sql, userId: number, now: Date): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM known_networks WHERE user_id = ${userId} AND expires_at > ${now} LIMIT 1`;
  return rows.length > 0;
}

/** Who is to be notified, and in which language. Throws when there is no such user. */
export async function getOwner(
  sql: Sql,
  userId: number,
): Promise<{ email: string; locale: string | null }> {
  const [row] = await sql<{ email: string; locale: string | null }[]>`
    SELECT email, locale FROM users WHERE id = ${userId}`;
  if (!row) throw new Error(`user ${userId} is missing`);
  return row;
}

/** Keeps a network, or prolongs it. Of all the user's only the `networksMax` most recent stay. */
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

/** Deletes networks that nobody has signed in from for long; returns how many. */
export async function deleteExpiredNetworks(sql: Sql, now: Date): Promise<number> {
  const result = await sql`DELETE FROM known_networks WHERE expires_at <= ${now}`;
  return result.count;
}

export async function deleteKnownNetworks(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM known_networks WHERE user_id = ${userId}`;
}
