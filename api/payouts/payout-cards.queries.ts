import { ENDED_PAYOUT_STATUSES } from "#domain/payouts.ts";
import type { SavedContact } from "../accounts/contact.queries.ts";
import type { Sql } from "../db/client.ts";
import type { PayoutCard } from "../providers/payouts/payouts.ts";

/** Entered before a visit, and kept with the offer after it. */
export type SellerContact = SavedContact & { email: string };

/** The parts of a card that may be shown. */
export type ShownCard = Omit<PayoutCard, "token">;

/** A visit to a provider's page, for one offer and one session. */
export type CardVisitRow = {
  id: number;
  userId: number;
  offerId: number;
  provider: string;
  /** Null when the process died before the page existed. */
  providerRef: string | null;
  sessionHash: Buffer;
  /** Entered before the visit; null once it is used. */
  contact: SellerContact | null;
  seenVersion: number | null;
  seenPriceCents: number | null;
  expiresAt: Date;
  usedAt: Date | null;
};

const columns = (sql: Sql) => sql`
  id, user_id AS "userId", offer_id AS "offerId", provider, provider_ref AS "providerRef",
  session_hash AS "sessionHash", contact, seen_version AS "seenVersion",
  seen_price_cents AS "seenPriceCents", expires_at AS "expiresAt", used_at AS "usedAt"`;

/** Stores a new visit, before the provider's page exists; returns its id. */
export async function insertCardVisit(
  sql: Sql,
  visit: Omit<CardVisitRow, "id" | "providerRef" | "usedAt"> & { stateHash: Buffer; now: Date },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO payout_cards (user_id, offer_id, provider, state_hash, session_hash, contact,
      seen_version, seen_price_cents, created_at, expires_at)
    VALUES (${visit.userId}, ${visit.offerId}, ${visit.provider}, ${visit.stateHash},
      ${visit.sessionHash}, ${visit.contact === null ? null : sql.json(visit.contact)},
      ${visit.seenVersion}, ${visit.seenPriceCents}, ${visit.now}, ${visit.expiresAt})
    RETURNING id`;
  if (!row) throw new Error("the visit was not made");
  return row.id;
}

/** Stores the provider's reference of a visit's page. */
export async function setProviderRef(sql: Sql, id: number, providerRef: string): Promise<void> {
  await sql`UPDATE payout_cards SET provider_ref = ${providerRef} WHERE id = ${id}`;
}

/** Only the user's own. */
export async function getCardVisit(
  sql: Sql,
  userId: number,
  stateHash: Buffer,
): Promise<CardVisitRow | null> {
  const [row] = await sql<CardVisitRow[]>`
    SELECT ${columns(sql)} FROM payout_cards
    WHERE state_hash = ${stateHash} AND user_id = ${userId}`;
  return row ?? null;
}

/**
 * Marks a visit as used: its card is stored, the contact is with the offer. False when it was used
 * before.
 */
export async function useCardVisit(
  sql: Sql,
  id: number,
  card: ShownCard & { tokenEncrypted: Buffer; now: Date },
): Promise<boolean> {
  const result = await sql`
    UPDATE payout_cards SET used_at = ${card.now}, contact = NULL,
      token_sealed = ${card.tokenEncrypted}, brand = ${card.brand}, last4 = ${card.last4},
      exp_month = ${card.expMonth}, exp_year = ${card.expYear}
    WHERE id = ${id} AND used_at IS NULL`;
  return result.count === 1;
}

/** True when this user was sent to that page. */
export async function isCardPageOf(
  sql: Sql,
  userId: number,
  page: { provider: string; providerRef: string },
): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM payout_cards WHERE user_id = ${userId} AND provider = ${page.provider}
      AND provider_ref = ${page.providerRef}`;
  return rows.length > 0;
}

export type CardTokenRow = { userId: number; provider: string; tokenEncrypted: Buffer };

/** The encrypted token of a card; null once it was erased with its owner's account. */
export async function getCardToken(sql: Sql, id: number): Promise<CardTokenRow | null> {
  const [row] = await sql<CardTokenRow[]>`
    SELECT user_id AS "userId", provider, token_sealed AS "tokenEncrypted" FROM payout_cards
    WHERE id = ${id} AND token_sealed IS NOT NULL`;
  return row ?? null;
}

/**
 * Removes the card tokens of a deleted account, or of payouts completed before a time, and returns
 * them, so that their providers can delete them too. Brand and last digits stay.
 */
export async function eraseCards(
  sql: Sql,
  filter: { userId: number } | { before: Date },
): Promise<CardTokenRow[]> {
  const isMeant =
    "userId" in filter
      ? sql`user_id = ${filter.userId}`
      : sql`id IN (SELECT card_id FROM payouts
          WHERE changed_at < ${filter.before} AND status IN ${sql(ENDED_PAYOUT_STATUSES)})`;
  return sql<CardTokenRow[]>`
    WITH known AS (SELECT id, user_id, provider, token_sealed FROM payout_cards
      WHERE ${isMeant} AND token_sealed IS NOT NULL FOR UPDATE)
    UPDATE payout_cards SET token_sealed = NULL FROM known WHERE payout_cards.id = known.id
    RETURNING known.user_id AS "userId", known.provider, known.token_sealed AS "tokenEncrypted"`;
}

export type EndedVisit = Pick<CardVisitRow, "provider" | "providerRef">;

/** Deletes unused visits: of one user, or those that expired before a time. */
export async function deleteUnusedVisits(
  sql: Sql,
  filter: { userId: number } | { before: Date },
): Promise<EndedVisit[]> {
  return sql<EndedVisit[]>`
    DELETE FROM payout_cards WHERE used_at IS NULL AND ${
      "userId" in filter ? sql`user_id = ${filter.userId}` : sql`expires_at < ${filter.before}`
    }
    RETURNING provider, provider_ref AS "providerRef"`;
}
