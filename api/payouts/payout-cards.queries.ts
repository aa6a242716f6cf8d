import { ENDED_PAYOUT_STATUSES } from "#domain/payouts.ts";
import type { SavedContact } from "../accounts/contact.queries.ts";
import type { Sql } from "../db/client.ts";
import { type DueBy, isDue } from "../db/due-times.ts";
import type { PayoutCard } from "../providers/payouts/payouts.ts";

/** Entered before a visit, then stored with the offer. */
export type SellerContact = SavedContact & { email: string };

/** The card details that may be displayed. */
export type ShownCard = Omit<PayoutCard, "token">;

/** A visit to the provider's page where a card is entered, for one offer and one session. */
export type CardVisitRow = {
  id: number;
  userId: number;
  offerId: number;
  provider: string;
  /** Null if the process died before the page was opened. */
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

/** Stores a new visit before the provider's page is opened; returns its id. */
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

/** A provider's page; no card can be entered there after it expires. */
export type CardPage = { provider: string; providerRef: string; expiresAt: Date };

/**
 * Stores the provider's reference of a visit's page. False when the visit was deleted with its
 * account in the meantime: a card entered on the page is then unowned, and the job deletes it from
 * `dueAt` on.
 */
export async function setProviderRef(
  sql: Sql,
  id: number,
  { provider, providerRef, expiresAt }: CardPage,
  dueAt: Date,
): Promise<boolean> {
  const result = await sql`
    WITH named AS (UPDATE payout_cards SET provider_ref = ${providerRef} WHERE id = ${id}
      RETURNING id)
    INSERT INTO unowned_cards (provider, provider_ref, expires_at, due_at)
      SELECT ${provider}, ${providerRef}, ${expiresAt}::timestamptz, ${dueAt}::timestamptz
      WHERE NOT EXISTS (SELECT 1 FROM named)`;
  return result.count === 0;
}

/** A visit of this user; null for another user's. */
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
 * Marks a visit as used: its card is stored, and its contact details are with the offer. False when
 * it was already used.
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

/** True if this user was sent to that page. */
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

export type CardTokenRow = { userId: number; tokenEncrypted: Buffer };

/** The encrypted token of a card; null once it was erased along with its owner's account. */
export async function getCardToken(sql: Sql, id: number): Promise<CardTokenRow | null> {
  const [row] = await sql<CardTokenRow[]>`
    SELECT user_id AS "userId", token_sealed AS "tokenEncrypted" FROM payout_cards
    WHERE id = ${id} AND token_sealed IS NOT NULL`;
  return row ?? null;
}

/**
 * A card to delete at its provider because it has no owner here any more. It is identified by the
 * provider's page for an unused visit, where a card may have been entered, otherwise by the token,
 * encrypted for its former owner.
 */
export type UnownedCard = { id: number; provider: string } & (
  | { providerRef: string; expiresAt: Date; userId: null; tokenEncrypted: null }
  | ({ providerRef: null; expiresAt: null } & CardTokenRow)
);

const unownedColumns = (sql: Sql) => sql`
  unowned_cards.id, unowned_cards.provider, unowned_cards.provider_ref AS "providerRef",
  unowned_cards.expires_at AS "expiresAt", unowned_cards.user_id AS "userId",
  unowned_cards.token_sealed AS "tokenEncrypted"`;

/**
 * Erases the card tokens of a deleted account, or of payouts completed before a time, and records
 * them as unowned, for the job to delete from `dueAt` on. Brand and last digits stay.
 */
export async function eraseCards(
  sql: Sql,
  filter: { userId: number } | { before: Date },
  dueAt: Date,
): Promise<UnownedCard[]> {
  const isMeant =
    "userId" in filter
      ? sql`user_id = ${filter.userId}`
      : sql`id IN (SELECT card_id FROM payouts
          WHERE changed_at < ${filter.before} AND status IN ${sql(ENDED_PAYOUT_STATUSES)})`;
  return sql<UnownedCard[]>`
    WITH known AS (SELECT id, user_id, provider, token_sealed FROM payout_cards
      WHERE ${isMeant} AND token_sealed IS NOT NULL FOR UPDATE),
    erased AS (UPDATE payout_cards SET token_sealed = NULL FROM known
      WHERE payout_cards.id = known.id RETURNING known.*)
    INSERT INTO unowned_cards (provider, user_id, token_sealed, due_at)
      SELECT provider, user_id, token_sealed, ${dueAt} FROM erased
    RETURNING ${unownedColumns(sql)}`;
}

/**
 * Deletes the unused visits of one user, or those that expired before a time. Records the cards
 * that may have been entered there as unowned, for the job to delete from `dueAt` on.
 */
export async function deleteUnusedVisits(
  sql: Sql,
  filter: { userId: number } | { before: Date },
  dueAt: Date,
): Promise<UnownedCard[]> {
  return sql<UnownedCard[]>`
    WITH ended AS (DELETE FROM payout_cards WHERE used_at IS NULL AND ${
      "userId" in filter ? sql`user_id = ${filter.userId}` : sql`expires_at < ${filter.before}`
    } RETURNING provider, provider_ref, expires_at)
    INSERT INTO unowned_cards (provider, provider_ref, expires_at, due_at)
      SELECT provider, provider_ref, expires_at, ${dueAt} FROM ended WHERE provider_ref IS NOT NULL
    RETURNING ${unownedColumns(sql)}`;
}

/**
 * Claims the due unowned cards for this process, longest waiting first. The next due time is
 * written first, so that a card that fails does not block the others.
 */
export async function claimUnownedCards(
  sql: Sql,
  { dueAt, limit, ...due }: DueBy & { dueAt: Date; limit: number },
): Promise<UnownedCard[]> {
  return sql<UnownedCard[]>`
    WITH due AS (SELECT id FROM unowned_cards WHERE ${isDue(sql, sql`due_at`, due)}
      ORDER BY due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE unowned_cards SET due_at = ${dueAt} FROM due WHERE unowned_cards.id = due.id
    RETURNING ${unownedColumns(sql)}`;
}

/** Forgets a card that its provider has deleted, or a page on which none was entered. */
export async function deleteUnownedCard(sql: Sql, id: number): Promise<void> {
  await sql`DELETE FROM unowned_cards WHERE id = ${id}`;
}
