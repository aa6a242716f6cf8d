import type { VerificationStatus } from "#domain/accounts.ts";
import { DomainError } from "#domain/errors.ts";
import { type STAFF_DATE_SORTS, type StaffSearch, toLikePart } from "#domain/staff-search.ts";
import type {
  AddressDocumentType,
  Decision,
  DocumentPart,
  IdDocumentType,
  SentVerificationStatus,
} from "#domain/verification.ts";
import { userIdsByEmail } from "../accounts/accounts.queries.ts";
import type { QueuePlace } from "../contract/staff/reviews.ts";
import type { Sql } from "../db/client.ts";
import { type DueBy, isDue } from "../db/due-times.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByOrder,
  toHistoryRows,
} from "../db/history.queries.ts";

export type NewVerification = {
  userId: number;
  operationId: string;
  bodyHash: string;
  fullName: string;
  nationality: string;
  phone: string;
  dateOfBirth: string;
  address: string;
  city: string;
  state: string | null;
  country: string;
  documentType: IdDocumentType;
  addressDocumentType: AddressDocumentType;
  locale: string;
  now: Date;
};

export type VerificationRow = Omit<NewVerification, "operationId" | "now"> & {
  id: number;
  email: string;
  isDisabled: boolean;
  status: Exclude<VerificationStatus, "none">;
  reason: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** The email address of the staff member who decided. */
  decidedBy: string | null;
};

export type DocumentRow = {
  fileKey: string;
  part: DocumentPart;
  widthPx: number;
  heightPx: number;
};

const columns = (sql: Sql) => sql`
  v.id, v.user_id AS "userId", u.email,
  u.disabled_at IS NOT NULL AS "isDisabled", v.body_hash AS "bodyHash", v.full_name AS "fullName",
  v.nationality, v.phone, to_char(v.date_of_birth, 'YYYY-MM-DD') AS "dateOfBirth", v.address,
  v.city, v.state, v.country, v.document_type AS "documentType",
  v.address_document_type AS "addressDocumentType", v.locale, v.status, v.reason,
  v.created_at AS "createdAt", v.decided_at AS "decidedAt", staff.email AS "decidedBy"`;

const tables = (sql: Sql) => sql`
  verifications v JOIN users u ON u.id = v.user_id LEFT JOIN users staff ON staff.id = v.decided_by`;

/**
 * Locks the user, so that submissions and decisions are serialized. Null if the user is deleted.
 */
export async function lockStatus(sql: Sql, userId: number): Promise<VerificationStatus | null> {
  const [row] = await sql<{ status: VerificationStatus }[]>`
    SELECT verification_status AS status FROM users
    WHERE id = ${userId} AND deleted_at IS NULL FOR UPDATE`;
  return row?.status ?? null;
}

export async function getStatus(sql: Sql, userId: number): Promise<VerificationStatus | null> {
  const [row] = await sql<{ status: VerificationStatus }[]>`
    SELECT verification_status AS status FROM users
    WHERE id = ${userId} AND deleted_at IS NULL`;
  return row?.status ?? null;
}

/** Sets the profile's status, in the same transaction as the verification's. */
export async function setStatus(
  sql: Sql,
  userId: number,
  status: VerificationStatus,
): Promise<void> {
  await sql`UPDATE users SET verification_status = ${status} WHERE id = ${userId}`;
}

export async function insertVerification(sql: Sql, sent: NewVerification): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO verifications (user_id, operation_id, body_hash, full_name, nationality, phone,
      date_of_birth, address, city, state, country, document_type, address_document_type, locale,
      created_at)
    VALUES (${sent.userId}, ${sent.operationId}, ${sent.bodyHash}, ${sent.fullName},
      ${sent.nationality}, ${sent.phone}, ${sent.dateOfBirth}, ${sent.address}, ${sent.city},
      ${sent.state}, ${sent.country}, ${sent.documentType}, ${sent.addressDocumentType},
      ${sent.locale}, ${sent.now})
    RETURNING id`;
  if (!row) throw new Error("the verification was not made");
  return row.id;
}

/** The body hash of this operation's submission; null if it has none. */
export async function getSentHash(
  sql: Sql,
  userId: number,
  operationId: string,
): Promise<string | null> {
  const [row] = await sql<{ bodyHash: string }[]>`
    SELECT body_hash AS "bodyHash" FROM verifications
    WHERE user_id = ${userId} AND operation_id = ${operationId}`;
  return row?.bodyHash ?? null;
}

/** The user's verifications, latest first. */
export async function listOfUser(sql: Sql, userId: number): Promise<VerificationRow[]> {
  return sql<VerificationRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE v.user_id = ${userId} ORDER BY v.id DESC`;
}

export async function getVerification(sql: Sql, id: number): Promise<VerificationRow | null> {
  const [row] = await sql<VerificationRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE v.id = ${id}`;
  return row ?? null;
}

function matches(sql: Sql, { id, prefix }: StaffSearch) {
  const part = prefix === null ? null : toLikePart(prefix);
  return sql`AND v.id IN (
    SELECT ${id}::bigint WHERE ${id}::bigint IS NOT NULL
    UNION SELECT id FROM verifications WHERE lower(full_name) LIKE ${part}::text
    UNION SELECT id FROM verifications WHERE user_id IN (${userIdsByEmail(sql, prefix)}))`;
}

/**
 * A page of one status, sorted by submission date or, by default, pending ones longest waiting
 * first and others latest decision first.
 */
export async function listByStatus(
  sql: Sql,
  filter: {
    status: SentVerificationStatus;
    search: StaffSearch | null;
    sort: (typeof STAFF_DATE_SORTS)[number] | null;
  },
  page: HistoryPage,
): Promise<HistoryRows<VerificationRow>> {
  const { status, search } = filter;
  const sort = filter.sort ?? (status === "in_progress" ? "date" : null);
  const order = {
    table: "verifications",
    column: sort === null ? "decided_at" : "created_at",
    isDescending: sort !== "date",
  };
  const rows = await sql<VerificationRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)}
    WHERE v.status = ${status} ${search ? matches(sql, search) : sql``}
      ${pageByOrder(sql, { ...order, as: "v" }, page)}`;
  return toHistoryRows(rows, page);
}

/** Number of verifications per status. */
export async function countVerifications(
  sql: Sql,
): Promise<{ status: SentVerificationStatus; count: number }[]> {
  return sql<{ status: SentVerificationStatus; count: number }[]>`
    SELECT status, count(*)::int AS count FROM verifications GROUP BY status`;
}

/** A verification's position among the pending ones; null once decided. */
export async function getVerificationPlace(sql: Sql, id: number): Promise<QueuePlace | null> {
  const [row] = await sql<QueuePlace[]>`
    SELECT
      (SELECT id FROM verifications WHERE status = 'in_progress'
        AND (created_at, id) < (me.created_at, me.id)
        ORDER BY created_at DESC, id DESC LIMIT 1) AS previous,
      (SELECT id FROM verifications WHERE status = 'in_progress'
        AND (created_at, id) > (me.created_at, me.id) ORDER BY created_at, id LIMIT 1) AS next,
      (SELECT count(*)::int FROM verifications WHERE status = 'in_progress'
        AND (created_at, id) <= (me.created_at, me.id)) AS position,
      (SELECT count(*)::int FROM verifications WHERE status = 'in_progress') AS total
    FROM verifications AS me WHERE id = ${id} AND status = 'in_progress'`;
  return row ?? null;
}

/** Records a decision. False if there already is one. */
export async function decide(
  sql: Sql,
  id: number,
  change: { decision: Decision; reason: string | null; staffId: number; now: Date },
): Promise<boolean> {
  const result = await sql`
    UPDATE verifications SET status = ${change.decision}, reason = ${change.reason},
      decided_at = ${change.now}, decided_by = ${change.staffId}
    WHERE id = ${id} AND status = 'in_progress'`;
  return result.count === 1;
}

/** Registers a file about to be written, which is not attached to a verification yet. */
export async function insertDocument(sql: Sql, document: DocumentRow, now: Date): Promise<void> {
  await sql`
    INSERT INTO verification_documents (file_key, part, width_px, height_px, created_at)
    VALUES (${document.fileKey}, ${document.part}, ${document.widthPx}, ${document.heightPx},
      ${now})`;
}

/**
 * Attaches files to a verification. Throws storage_unavailable unless all were registered within
 * `withinMs` of now: the job has removed the others, or may be about to.
 */
export async function attachDocuments(
  sql: Sql,
  verificationId: number,
  { fileKeys, now, withinMs }: { fileKeys: readonly string[]; now: Date; withinMs: number },
): Promise<void> {
  const from = new Date(now.getTime() - withinMs);
  const to = new Date(now.getTime() + withinMs);
  const { count } = await sql`
    UPDATE verification_documents SET verification_id = ${verificationId}
    WHERE file_key IN ${sql([...fileKeys])} AND created_at BETWEEN ${from} AND ${to}`;
  if (count < fileKeys.length) throw new DomainError("storage_unavailable");
}

export async function listDocuments(sql: Sql, verificationId: number): Promise<DocumentRow[]> {
  return sql<DocumentRow[]>`
    SELECT file_key AS "fileKey", part, width_px AS "widthPx", height_px AS "heightPx"
    FROM verification_documents WHERE verification_id = ${verificationId}
    ORDER BY array_position(
      ARRAY['document_front', 'document_back', 'address_document'], part)`;
}

export async function getDocument(
  sql: Sql,
  verificationId: number,
  part: DocumentPart,
): Promise<DocumentRow | null> {
  const [row] = await sql<DocumentRow[]>`
    SELECT file_key AS "fileKey", part, width_px AS "widthPx", height_px AS "heightPx"
    FROM verification_documents WHERE verification_id = ${verificationId} AND part = ${part}`;
  return row ?? null;
}

/**
 * Files to delete, by key after `afterKey`: those decided on long enough ago, and those never
 * attached.
 */
export async function listDeletableDocuments(
  sql: Sql,
  filter: { decidedBefore: Date; unowned: DueBy; afterKey: string; limit: number },
): Promise<string[]> {
  const { now, longestMs } = filter.unowned;
  const dueAt = new Date(now.getTime() - longestMs);
  const rows = await sql<{ fileKey: string }[]>`
    SELECT file_key AS "fileKey" FROM verification_documents d
      JOIN verifications v ON v.id = d.verification_id
    WHERE v.decided_at < ${filter.decidedBefore} AND file_key > ${filter.afterKey}
    UNION ALL
    SELECT file_key FROM verification_documents
    WHERE verification_id IS NULL AND ${isDue(sql, sql`created_at`, { dueAt, now, longestMs })}
      AND file_key > ${filter.afterKey}
    ORDER BY "fileKey" LIMIT ${filter.limit}`;
  return rows.map(({ fileKey }) => fileKey);
}

export async function deleteDocument(sql: Sql, fileKey: string): Promise<void> {
  await sql`DELETE FROM verification_documents WHERE file_key = ${fileKey}`;
}

/**
 * Deletes a user's verifications when the account is deleted. This orphans their documents, and the
 * job removes them. Deleting the user's row has the same effect.
 */
export async function deleteVerifications(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM verifications WHERE user_id = ${userId}`;
}

/** The access log: who viewed which document, and when. */
export async function insertView(
  sql: Sql,
  view: { verificationId: number; part: DocumentPart; viewerId: number; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO verification_views (verification_id, part, viewer_id, viewed_at)
    VALUES (${view.verificationId}, ${view.part}, ${view.viewerId}, ${view.now})`;
}
