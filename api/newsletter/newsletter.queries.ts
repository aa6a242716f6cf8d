import type { Sql } from "../db/client.ts";

export type Subscriber = { token: string; isConfirmed: boolean };

/**
 * Stores the address and records that a subscription mail is sent to it. Returns null when one was
 * sent after `quietSince`, so that the form cannot be used to flood a mailbox.
 */
export async function recordSubscription(
  sql: Sql,
  subscription: { email: string; token: string; locale: string; now: Date; quietSince: Date },
): Promise<Subscriber | null> {
  const [row] = await sql<Subscriber[]>`
    INSERT INTO newsletter_subscribers AS s (email, token, locale, created_at, mailed_at)
    VALUES (${subscription.email}, ${subscription.token}, ${subscription.locale}, ${subscription.now}, ${subscription.now})
    ON CONFLICT (email) DO UPDATE SET mailed_at = ${subscription.now},
      locale = CASE WHEN s.confirmed_at IS NULL THEN EXCLUDED.locale ELSE s.locale END
      WHERE s.mailed_at <= ${subscription.quietSince}
    RETURNING token, confirmed_at IS NOT NULL AS "isConfirmed"`;
  return row ?? null;
}

/**
 * Confirms a subscription; returns true when the token is a subscriber's. Confirming again has no
 * effect.
 */
export async function confirmSubscriber(
  sql: Sql,
  { token, now, mailedSince }: { token: string; now: Date; mailedSince: Date },
): Promise<boolean> {
  const result = await sql`
    UPDATE newsletter_subscribers SET confirmed_at = coalesce(confirmed_at, ${now})
    WHERE token = ${token} AND (confirmed_at IS NOT NULL OR mailed_at > ${mailedSince})`;
  return result.count > 0;
}

/**
 * Returns a subscriber's id, locked until the transaction ends, so that no delivery to them is
 * claimed meanwhile. Null if there is none.
 */
export async function lockSubscriber(
  sql: Sql,
  by: { token: string } | { email: string },
): Promise<number | null> {
  const is = "token" in by ? sql`token = ${by.token}` : sql`email = ${by.email}`;
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM newsletter_subscribers WHERE ${is} FOR UPDATE`;
  return row?.id ?? null;
}

export async function deleteSubscriber(sql: Sql, id: number): Promise<void> {
  await sql`DELETE FROM newsletter_subscribers WHERE id = ${id}`;
}

/** Deletes unconfirmed addresses; returns the number deleted. */
export async function deleteUnconfirmed(sql: Sql, mailedBefore: Date): Promise<number> {
  const result = await sql`
    DELETE FROM newsletter_subscribers
    WHERE confirmed_at IS NULL AND mailed_at <= ${mailedBefore}`;
  return result.count;
}
