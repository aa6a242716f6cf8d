import type { VerificationStatus } from "#domain/accounts.ts";
import type { OfferStatus, OfferUploadFormat } from "#domain/offers.ts";
import type { Sql } from "../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByKey,
  toHistoryRows,
} from "../db/history.queries.ts";
import { takeUnownedFile } from "./unowned-files.queries.ts";

export type OfferRow = {
  id: number;
  userId: number;
  operationId: string | null;
  bodyHash: string;
  /** The language of mails to the owner. */
  locale: string;
  title: string;
  description: string | null;
  addText: string | null;
  categoryId: number;
  styleIds: number[];
  userPriceCents: number;
  servicePriceCents: number | null;
  status: OfferStatus;
  version: number;
  /** The message staff sent with the review. */
  message: string | null;
  reviewedAt: Date | null;
  contact: Record<string, string> | null;
  /** The folder of the original and its copies; null without an image. */
  fileKey: string | null;
  fileFormat: OfferUploadFormat | null;
  shownFormat: "jpg" | "png" | null;
  createdAt: Date;
};

/** All columns of an offer. */
export const offerColumns = (sql: Sql) => sql`
  offers.id, offers.user_id AS "userId", operation_id AS "operationId", body_hash AS "bodyHash",
  offers.locale, title, description, add_text AS "addText", category_id AS "categoryId",
  ARRAY(SELECT style_id FROM offer_styles WHERE offer_id = offers.id ORDER BY position)
    AS "styleIds",
  user_price_cents AS "userPriceCents", service_price_cents AS "servicePriceCents", status,
  version, message, answered_at AS "reviewedAt", contact, file_key AS "fileKey",
  file_format AS "fileFormat", shown_format AS "shownFormat", offers.created_at AS "createdAt"`;

/** An offer's columns in its owner's data export, named as in the table. */
export const ownOfferColumns = (sql: Sql) => sql`
  id, locale, title, description, add_text, category_id,
  ARRAY(SELECT style_id FROM offer_styles WHERE offer_id = offers.id ORDER BY position)
    AS style_ids,
  user_price_cents, service_price_cents, status, message, answered_at, decided_at, contact,
  file_format, created_at`;

/** The columns that hold an offer's submitted data. */
export type SentOffer = Pick<
  OfferRow,
  "title" | "description" | "addText" | "categoryId" | "styleIds" | "userPriceCents"
>;

export type NewOffer = SentOffer &
  Pick<OfferRow, "userId" | "operationId" | "bodyHash" | "locale"> & {
    file: { key: string; format: OfferUploadFormat; shownFormat: "jpg" | "png" } | null;
    now: Date;
  };

/**
 * Returns the new offer's id; null if this operation has already created one, or a concurrent
 * request is creating it. Throws storage_unavailable if the files are removed in the meantime.
 */
export async function insertOffer(sql: Sql, offer: NewOffer): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO offers (user_id, operation_id, body_hash, locale, title, description, add_text,
      category_id, user_price_cents, file_key, file_format, shown_format, created_at)
    VALUES (${offer.userId}, ${offer.operationId}, ${offer.bodyHash}, ${offer.locale},
      ${offer.title}, ${offer.description}, ${offer.addText}, ${offer.categoryId},
      ${offer.userPriceCents}, ${offer.file?.key ?? null}, ${offer.file?.format ?? null},
      ${offer.file?.shownFormat ?? null}, ${offer.now})
    ON CONFLICT (user_id, operation_id) DO NOTHING RETURNING id`;
  if (!row) return null;
  if (offer.file) await takeUnownedFile(sql, offer.file.key);
  await sql`
    INSERT INTO offer_styles (offer_id, style_id, position)
    SELECT ${row.id}, chosen.id, chosen.position
    FROM unnest(${offer.styleIds}::bigint[]) WITH ORDINALITY AS chosen (id, position)`;
  return row.id;
}

/** Only the owner's; null for another user's offer. */
export async function getOffer(sql: Sql, userId: number, id: number): Promise<OfferRow | null> {
  const [row] = await sql<OfferRow[]>`
    SELECT ${offerColumns(sql)} FROM offers WHERE user_id = ${userId} AND offers.id = ${id}`;
  return row ?? null;
}

/** The offer of this user created by this operation; null if none. */
export async function getOfferOfOperation(
  sql: Sql,
  userId: number,
  operationId: string,
): Promise<OfferRow | null> {
  const [row] = await sql<OfferRow[]>`
    SELECT ${offerColumns(sql)} FROM offers
    WHERE user_id = ${userId} AND operation_id = ${operationId}`;
  return row ?? null;
}

/** Any user's offer, for staff. */
export async function getAnyOffer(sql: Sql, id: number): Promise<OfferRow | null> {
  const [row] = await sql<
    OfferRow[]
  >`SELECT ${offerColumns(sql)} FROM offers WHERE offers.id = ${id}`;
  return row ?? null;
}

/** Locks an offer until the transaction ends, so that decisions are serialized. */
export async function lockOffer(sql: Sql, id: number): Promise<OfferRow | null> {
  const [row] = await sql<OfferRow[]>`
    SELECT ${offerColumns(sql)} FROM offers WHERE offers.id = ${id} FOR UPDATE`;
  return row ?? null;
}

/** A page of the user's offers, newest first; or only the one with the given id. */
export async function listOffers(
  sql: Sql,
  userId: number,
  { id }: { id?: number },
  page: HistoryPage,
): Promise<HistoryRows<OfferRow>> {
  const rows = await sql<OfferRow[]>`
    SELECT ${offerColumns(sql)} FROM offers
    WHERE user_id = ${userId} ${id === undefined ? sql`` : sql`AND offers.id = ${id}`}
      ${pageByKey(sql, sql`offers.id`, page)}`;
  return toHistoryRows(rows, page);
}

/** True while an offer has this file. */
export async function isFileKeyUsed(sql: Sql, key: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM offers WHERE file_key = ${key} LIMIT 1`;
  return rows.length > 0;
}

/**
 * Changes an offer that still has the status `from`, and returns false if it does not. Omitted
 * fields stay unchanged.
 */
export async function changeOffer(
  sql: Sql,
  id: number,
  change: { from: OfferStatus; to: OfferStatus; now: Date } & (
    | { by: "team"; actorId: number; servicePriceCents: number | null; message: string | null }
    | { by: "owner"; contact: Record<string, string> | null; locale: string }
  ),
): Promise<boolean> {
  const columnsOfSide =
    change.by === "team"
      ? sql`service_price_cents = ${change.servicePriceCents}, message = ${change.message},
          version = version + 1, answered_at = ${change.now},
          -- Keeps who set the price when only the message is corrected later.
          answered_by = CASE WHEN service_price_cents = ${change.servicePriceCents}
            THEN coalesce(answered_by, ${change.actorId}) ELSE ${change.actorId} END`
      : sql`contact = ${change.contact === null ? null : sql.json(change.contact)},
          locale = ${change.locale}, decided_at = ${change.now}`;
  const result = await sql`
    UPDATE offers SET status = ${change.to}, ${columnsOfSide}
    WHERE id = ${id} AND status = ${change.from}`;
  return result.count === 1;
}

/** Replaces the contact details of an accepted offer when it is paid out again. */
export async function setContact(
  sql: Sql,
  id: number,
  contact: Record<string, string>,
): Promise<void> {
  await sql`UPDATE offers SET contact = ${sql.json(contact)} WHERE id = ${id}`;
}

export type OfferOwner = {
  id: number;
  email: string;
  name: string | null;
  verificationStatus: VerificationStatus;
};

/** Returns an offer's owner, with their verification share-locked until the transaction ends. */
export async function lockOwner(sql: Sql, userId: number): Promise<OfferOwner | null> {
  const [row] = await sql<OfferOwner[]>`
    SELECT id, email, nullif(concat_ws(' ', name, surname), '') AS name,
      verification_status AS "verificationStatus"
    FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR SHARE`;
  return row ?? null;
}

/** Whether the category exists, and those style ids that do not. */
export async function listUnknownGroups(
  sql: Sql,
  groups: { categoryId: number; styleIds: number[] },
): Promise<{ isCategoryKnown: boolean; unknownStyleIds: number[] }> {
  const [row] = await sql<{ isCategoryKnown: boolean; unknownStyleIds: number[] }[]>`
    SELECT EXISTS (SELECT 1 FROM categories WHERE id = ${groups.categoryId}) AS "isCategoryKnown",
      ARRAY(SELECT chosen FROM unnest(${groups.styleIds}::bigint[]) AS chosen
        WHERE NOT EXISTS (SELECT 1 FROM styles WHERE id = chosen)) AS "unknownStyleIds"`;
  return row ?? { isCategoryKnown: false, unknownStyleIds: groups.styleIds };
}

/**
 * Deletes the offers of a deleted account, except those we bought, which keep only the contact data
 * the ledger needs. Returns the keys of files that no offer references any more.
 */
export async function deleteOffers(sql: Sql, userId: number): Promise<string[]> {
  await sql`
    UPDATE offers SET message = NULL, contact = (
      SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(contact)
      WHERE key IN ('first_name', 'last_name', 'country'))
    WHERE user_id = ${userId} AND status = 'approved'`;
  await sql`
    DELETE FROM offer_styles USING offers
    WHERE offer_id = offers.id AND user_id = ${userId} AND status <> 'approved'`;
  const gone = await sql<{ key: string | null }[]>`
    DELETE FROM offers WHERE user_id = ${userId} AND status <> 'approved'
    RETURNING file_key AS key`;
  const kept = await sql<{ key: string | null }[]>`
    SELECT file_key AS key FROM offers WHERE user_id = ${userId}`;
  const keptKeys = new Set(kept.map(({ key }) => key));
  return [...new Set(gone.map(({ key }) => key))].filter(
    (key): key is string => key !== null && !keptKeys.has(key),
  );
}

/** Removes the contact details of offers decided before the given time. */
export async function anonymizeSellers(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE offers SET contact = '{}'
    WHERE status = 'approved' AND decided_at < ${before} AND contact <> '{}'`;
}
