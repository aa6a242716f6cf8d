import { toDayText } from "#domain/dates.ts";
import type { DocumentKind, SeriesKind } from "#domain/documents.ts";
import type { DocumentSection, DocumentSheet } from "../contract/documents.ts";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Sql } from "../db/client.ts";
import type { DocumentData } from "./document-data.ts";

/** The subject of a document; exactly one of the ids is set. */
export type DocumentSubject = {
  orderId: number | null;
  depositId: number | null;
  payoutId: number | null;
};

export type NewDocument = DocumentSubject & {
  kind: DocumentKind;
  number: string;
  /** Null for kinds that use the number of their subject. */
  place: { series: SeriesKind; year: number; sequence: number } | null;
  userId: number;
  sourceId: number;
  locale: string;
  netCents: number;
  vatCents: number;
  grossCents: number;
  data: DocumentData;
  sheet: DocumentSheet;
  /** The hash of the texts that it contains in full, if any. */
  annexHash: string | null;
  issuedAt: Date;
};

export type DocumentRow = DocumentSubject & {
  id: number;
  kind: DocumentKind;
  number: string;
  sourceId: number;
  locale: string;
  grossCents: number;
  vatCents: number;
  data: DocumentData;
  sheet: DocumentSheet;
  issuedAt: Date;
};

const columns = (sql: Sql) => sql`
  id, kind, number, source_id AS "sourceId", order_id AS "orderId", deposit_id AS "depositId",
  payout_id AS "payoutId", locale, gross_cents AS "grossCents", vat_cents AS "vatCents", data, sheet,
  issued_at AS "issuedAt"`;

/** The texts that a document contains in full, or null. */
const annex = (sql: Sql) => sql`
  (SELECT sections FROM document_annexes WHERE hash = documents.annex_hash) AS annex`;
/** The parts of a document needed to render it. */
export type PrintedRow = Pick<DocumentRow, "number" | "sheet" | "issuedAt"> & {
  annex: DocumentSection[] | null;
};

/**
 * Prevents other transactions from issuing documents of the series until this one ends. Locking the
 * series' row would not work: there is one row per year, which depends on the time read afterwards.
 */
export async function lockSeries(sql: Sql, series: SeriesKind): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.documentSeries[series]})`;
}

/**
 * Returns the next number of a series. Its row stays locked until the transaction ends, and a
 * rollback releases the number for the next document (Directive 2006/112/EC Art. 226(2)).
 */
export async function takeNextNumber(sql: Sql, series: string, year: number): Promise<number> {
  const [row] = await sql<{ lastNumber: number }[]>`
    INSERT INTO document_series (series, year, last_number) VALUES (${series}, ${year}, 1)
    ON CONFLICT (series, year) DO UPDATE SET last_number = document_series.last_number + 1
    RETURNING last_number AS "lastNumber"`;
  if (!row) throw new Error(`the series ${series} gave no number`);
  return row.lastNumber;
}

/**
 * Inserts a document and returns its id. Throws a unique violation (23505) for a second one of the
 * same kind for the same source.
 */
export async function insertDocument(sql: Sql, document: NewDocument): Promise<number> {
  const { place } = document;
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO documents (kind, number, series, year, sequence, user_id, source_id, order_id,
      deposit_id, payout_id, locale, net_cents, vat_cents, gross_cents, data, sheet, annex_hash,
      issued_at)
    VALUES (${document.kind}, ${document.number}, ${place?.series ?? null}, ${place?.year ?? null},
      ${place?.sequence ?? null}, ${document.userId}, ${document.sourceId}, ${document.orderId},
      ${document.depositId}, ${document.payoutId}, ${document.locale}, ${document.netCents},
      ${document.vatCents}, ${document.grossCents}, ${sql.json(document.data)},
      ${sql.json(document.sheet)}, ${document.annexHash}, ${document.issuedAt})
    RETURNING id`;
  if (!row) throw new Error(`${document.number} was not stored`);
  return row.id;
}

/** Returns the document of this kind for a source; null if there is none. */
export async function findDocument(
  sql: Sql,
  kind: DocumentKind,
  sourceId: number,
): Promise<DocumentRow | null> {
  const [row] = await sql<DocumentRow[]>`
    SELECT ${columns(sql)} FROM documents WHERE kind = ${kind} AND source_id = ${sourceId}`;
  return row ?? null;
}

/**
 * Returns the statement for an offer, regardless of the payout it was issued with; null if there is
 * none.
 */
export async function findStatement(sql: Sql, offerId: number): Promise<DocumentRow | null> {
  const [row] = await sql<DocumentRow[]>`
    SELECT ${columns(sql)} FROM documents
    WHERE kind = 'self_billing'
      AND payout_id IN (SELECT id FROM payouts WHERE offer_id = ${offerId})`;
  return row ?? null;
}

/** Returns the total that credit notes have reversed of an order's invoice, in EUR cents. */
export async function sumCredited(sql: Sql, orderId: number): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    SELECT coalesce(sum(gross_cents), 0)::bigint AS cents
    FROM documents WHERE kind = 'credit_note' AND order_id = ${orderId}`;
  return row?.cents ?? 0;
}

/** Returns one of the user's own documents; null for another user's. */
export async function getDocument(
  sql: Sql,
  userId: number,
  id: number,
): Promise<(DocumentRow & PrintedRow) | null> {
  const [row] = await sql<(DocumentRow & PrintedRow)[]>`
    SELECT ${columns(sql)}, ${annex(sql)} FROM documents
    WHERE id = ${id} AND user_id = ${userId}`;
  return row ?? null;
}

/** Lists documents for mail attachments, in the order of the given ids. */
export async function listSheets(sql: Sql, ids: readonly number[]): Promise<PrintedRow[]> {
  return sql<PrintedRow[]>`
    SELECT number, sheet, issued_at AS "issuedAt", ${annex(sql)} FROM documents
    WHERE id = ANY(${sql.array([...ids])}::bigint[]) ORDER BY array_position(
      ${sql.array([...ids])}::bigint[], id)`;
}

export type DocumentFilter = {
  orderId: number | null;
  depositIds: readonly number[];
  payoutIds: readonly number[];
};

/**
 * Lists the user's documents for an order, deposits or payouts, in order of issue. A payout that
 * repeats a returned one shows the statement for its offer.
 */
export async function listDocuments(
  sql: Sql,
  userId: number,
  filter: DocumentFilter,
): Promise<DocumentRow[]> {
  return sql<DocumentRow[]>`
    SELECT ${columns(sql)} FROM documents
    WHERE user_id = ${userId} AND (order_id = ${filter.orderId}
      OR deposit_id = ANY(${sql.array([...filter.depositIds])}::bigint[])
      OR payout_id IN (SELECT any_payout.id FROM payouts
        JOIN payouts any_payout ON any_payout.offer_id = payouts.offer_id
        WHERE payouts.id = ANY(${sql.array([...filter.payoutIds])}::bigint[])))
    ORDER BY id`;
}

/** The party other than the shop: the buyer, or the seller in self-billing. */
const personOf = (sql: Sql) => sql`CASE kind WHEN 'self_billing' THEN 'seller' ELSE 'buyer' END`;

/**
 * Removes personal data from documents of earlier days; numbers, amounts and countries stay. What
 * counts is the printed date, which may be in a different year than the issue time in UTC. It is
 * never before the UTC date (domain/company-days.ts), so recent documents can be excluded by issue
 * time without reading their `data`.
 */
export async function anonymizeParties(sql: Sql, before: Date): Promise<void> {
  const person = personOf(sql);
  const blank = sql.json({ name: "", lines: [], vatId: null, regNumber: null });
  await sql`
    UPDATE documents SET
      data = jsonb_set(data, ARRAY[${person}], (data -> (${person})) || ${blank}::jsonb),
      sheet = jsonb_set(sheet,
        ARRAY['parties', CASE kind WHEN 'self_billing' THEN '0' ELSE '1' END, 'lines'], '[]')
    WHERE issued_at < ${before} AND data ->> 'issuedOn' < ${toDayText(before)}
      AND data -> (${person}) ->> 'name' <> ''`;
}
