import { ROW_ID } from "#domain/ids.ts";
import type { NoticeDecision, NoticeParty, NoticeReason, NoticeStatus } from "#domain/notices.ts";
import type { Sql } from "../db/client.ts";

export type NoticeRow = {
  id: number;
  operationId: string;
  reference: string;
  productId: number | null;
  slug: string;
  title: string;
  reason: NoticeReason;
  explanation: string;
  name: string | null;
  email: string | null;
  userId: number | null;
  locale: string;
  status: NoticeStatus;
  complaint: string | null;
  complainedBy: NoticeParty | null;
  complainedAt: Date | null;
  createdAt: Date;
};

export type NewNotice = Omit<
  NoticeRow,
  "id" | "status" | "complaint" | "complainedBy" | "complainedAt"
>;

const columns = (sql: Sql) => sql`
  id, operation_id AS "operationId", reference, product_id AS "productId", slug, title, reason,
  explanation, name, email, user_id AS "userId", locale, status, complaint,
  complained_by AS "complainedBy", complained_at AS "complainedAt", created_at AS "createdAt"`;

/** Inserts a notice; returns false when this operation has already created one. */
export async function insertNotice(sql: Sql, notice: NewNotice): Promise<boolean> {
  const result = await sql`
    INSERT INTO content_notices (operation_id, reference, product_id, slug, title, reason,
      explanation, name, email, user_id, locale, created_at)
    VALUES (${notice.operationId}, ${notice.reference}, ${notice.productId}, ${notice.slug},
      ${notice.title}, ${notice.reason}, ${notice.explanation}, ${notice.name}, ${notice.email},
      ${notice.userId}, ${notice.locale}, ${notice.createdAt})
    ON CONFLICT (operation_id) DO NOTHING`;
  return result.count === 1;
}

/** Returns the notice that this operation sent; null if there is none. */
export async function getNoticeOfOperation(
  sql: Sql,
  operationId: string,
): Promise<NoticeRow | null> {
  const [row] = await sql<NoticeRow[]>`
    SELECT ${columns(sql)} FROM content_notices WHERE operation_id = ${operationId}`;
  return row ?? null;
}

/**
 * Locks the subject of a notice: anything that is or was for sale, by any key that opens its page
 * (its slug, a former slug, or its id). It cannot be deleted until the transaction ends.
 */
export async function lockNoticedProduct(
  sql: Sql,
  key: string,
): Promise<{ id: number; titles: Record<string, string> } | null> {
  const id = ROW_ID.test(key) ? key : null;
  const [row] = await sql<{ id: number; titles: Record<string, string> }[]>`
    SELECT id, titles FROM products
    WHERE status <> 'draft' AND id IN (
      SELECT id FROM products WHERE slug = ${key}
      UNION ALL SELECT product_id FROM former_product_slugs WHERE slug = ${key}
      UNION ALL SELECT ${id}::bigint)
    ORDER BY slug = ${key} DESC LIMIT 1 FOR KEY SHARE`;
  return row ?? null;
}

export async function lockNotice(
  sql: Sql,
  key: { id: number } | { reference: string },
): Promise<NoticeRow | null> {
  const which = "id" in key ? sql`id = ${key.id}` : sql`reference = ${key.reference}`;
  const [row] = await sql<NoticeRow[]>`
    SELECT ${columns(sql)} FROM content_notices WHERE ${which} FOR UPDATE`;
  return row ?? null;
}

/** Condition for the status to filter by; none for null. */
const ofStatus = (sql: Sql, status: NoticeStatus | null) =>
  status === null ? sql`` : sql`WHERE status = ${status}`;

/** Lists a page of notices, newest first. */
export async function listNoticeRows(
  sql: Sql,
  status: NoticeStatus | null,
  page: { limit: number; offset: number },
): Promise<NoticeRow[]> {
  return sql<NoticeRow[]>`
    SELECT ${columns(sql)} FROM content_notices ${ofStatus(sql, status)}
    ORDER BY id DESC LIMIT ${page.limit} OFFSET ${page.offset}`;
}

export async function countNotices(sql: Sql): Promise<{ status: NoticeStatus; count: number }[]> {
  return sql<{ status: NoticeStatus; count: number }[]>`
    SELECT status, count(*)::int AS count FROM content_notices GROUP BY status`;
}

export type DecisionRow = {
  decision: NoticeDecision;
  ground: string;
  statement: string;
  decidedBy: string | null;
  decidedAt: Date;
};

export async function listDecisions(sql: Sql, noticeId: number): Promise<DecisionRow[]> {
  return sql<DecisionRow[]>`
    SELECT d.decision, d.ground, d.statement, u.email AS "decidedBy", d.decided_at AS "decidedAt"
    FROM notice_decisions d LEFT JOIN users u ON u.id = d.decided_by
    WHERE d.notice_id = ${noticeId} ORDER BY d.id`;
}

export async function insertDecision(
  sql: Sql,
  decision: Omit<DecisionRow, "decidedBy"> & { noticeId: number; staffId: number },
): Promise<void> {
  await sql`
    INSERT INTO notice_decisions (notice_id, decision, ground, statement, decided_by, decided_at)
    VALUES (${decision.noticeId}, ${decision.decision}, ${decision.ground}, ${decision.statement},
      ${decision.staffId}, ${decision.decidedAt})`;
}

export async function setNoticeStatus(sql: Sql, id: number, status: NoticeStatus): Promise<void> {
  await sql`UPDATE content_notices SET status = ${status} WHERE id = ${id}`;
}

export async function reopenNotice(
  sql: Sql,
  id: number,
  complaint: { text: string; by: NoticeParty; now: Date },
): Promise<void> {
  await sql`
    UPDATE content_notices SET status = 'reopened', complaint = ${complaint.text},
      complained_by = ${complaint.by}, complained_at = ${complaint.now}
    WHERE id = ${id}`;
}

/**
 * Returns the seller of the design that became this product, with the offer's language; null for a
 * product of our own.
 */
export async function getSeller(
  sql: Sql,
  productId: number,
): Promise<{ email: string; locale: string } | null> {
  const [row] = await sql<{ email: string; locale: string }[]>`
    SELECT users.email, offers.locale FROM products
      JOIN offers ON offers.id = products.offer_id JOIN users ON users.id = offers.user_id
    WHERE products.id = ${productId} AND users.deleted_at IS NULL`;
  return row ?? null;
}

/** Unlinks notices from an account that is deleted; like messages, they are kept. */
export async function unlinkNotices(sql: Sql, userId: number): Promise<void> {
  await sql`UPDATE content_notices SET user_id = NULL WHERE user_id = ${userId}`;
}

/**
 * Deletes notices, with their decisions, whose last decision is older; returns the number deleted.
 */
export async function deleteNoticesBefore(sql: Sql, before: Date): Promise<number> {
  const result = await sql`
    DELETE FROM content_notices n WHERE status IN ('decided', 'final') AND NOT EXISTS (
      SELECT 1 FROM notice_decisions WHERE notice_id = n.id AND decided_at >= ${before})`;
  return result.count;
}
