import { DomainError, fieldError } from "#domain/errors.ts";
import {
  awaitsDecision,
  decisionsFor,
  NOTICE_STATUSES,
  STAFF_NOTICES_PER_PAGE,
  statusAfterDecision,
} from "#domain/notices.ts";
import type { ProductStatus } from "#domain/products.ts";
import { recordAction } from "../audit/audit.service.ts";
import { type DeskProduct, lockProducts } from "../catalog/desk/products.queries.ts";
import { listMissing, pickFields, writeProduct } from "../catalog/desk/products.service.ts";
import type {
  DecideNoticeBody,
  StaffNotice,
  StaffNoticesQuery,
} from "../contract/staff/notices.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { readStaffPage, toCounts } from "../staff/lists/staff-list.ts";
import { queueDecision } from "./notices.mails.ts";
import {
  countNotices,
  getSeller,
  insertDecision,
  listDecisions,
  listNoticeRows,
  lockNotice,
  type NoticeRow,
  setNoticeStatus,
} from "./notices.queries.ts";

/** Returns a page of notices, newest first, and the number in each status. */
export async function listStaffNotices(deps: ApiDeps, query: StaffNoticesQuery) {
  const { toMeta, ...page } = readStaffPage(query, STAFF_NOTICES_PER_PAGE);
  const { status = null } = query;
  const counts = toCounts(NOTICE_STATUSES, await countNotices(deps.database));
  const rows = await listNoticeRows(deps.database, status, page);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const meta = toMeta(status === null ? total : (counts[status] ?? 0));
  return { payload: rows.map(toRow), meta, counts };
}

/**
 * Returns one notice with everything that a decision needs; the view is logged. Throws
 * notice_not_found.
 */
export async function viewNotice(
  deps: ApiDeps,
  viewer: SessionUser,
  id: number,
): Promise<StaffNotice> {
  return inTransaction(deps.database, async (sql) => {
    const notice = await requireNotice(sql, id);
    const subject = { kind: "notice", id };
    await recordAction(sql, { actorId: viewer.id, action: "notice.view", subject });
    const product = await findProduct(sql, notice);
    const decisions = await listDecisions(sql, id);
    const isWaiting = awaitsDecision(notice.status);
    return {
      ...toRow(notice),
      product_id: notice.productId,
      explanation: notice.explanation,
      name: notice.name,
      email: notice.email,
      locale: notice.locale,
      has_seller: product !== null && (await getSeller(sql, product.id)) !== null,
      complaint: toComplaint(notice),
      decisions: decisions.map(({ decidedBy, decidedAt, ...decision }) => ({
        ...decision,
        by: decidedBy,
        at: decidedAt.toISOString(),
      })),
      choices: isWaiting ? decisionsFor(product) : [],
    };
  });
}

/**
 * Decides a notice once, and once more after a complaint. Takes the product off sale or restores
 * it, and mails the statement of reasons to the notice's sender and to the seller of a withdrawn
 * product (Art. 16(5), 17). Throws notice_not_found; notice_changed when it has been decided
 * meanwhile or is no longer in the status that was read; and validation_failed on `decision` when
 * the product's state does not allow it, or with what the product lacks to be published.
 */
export async function decideNotice(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  body: DecideNoticeBody,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const notice = await requireNotice(sql, id);
    const status = statusAfterDecision(notice.status);
    // A decision written before a complaint does not decide the complaint.
    const isOther = body.status !== undefined && body.status !== notice.status;
    if (status === null || isOther) throw new DomainError("notice_changed");
    const product = await findProduct(sql, notice);
    if (!decisionsFor(product).includes(body.decision)) {
      throw fieldError("decision", "decision_required");
    }
    const after = PRODUCT_STATUS[body.decision];
    if (product && after === "published") assertComplete(product);
    await insertDecision(sql, { ...body, noticeId: id, staffId: staff.id, decidedAt: deps.now() });
    await setNoticeStatus(sql, id, status);
    await recordAction(sql, {
      actorId: staff.id,
      action: "notice.decide",
      subject: { kind: "notice", id },
      before: { status: notice.status },
      after: { status, decision: body.decision },
    });
    if (product && after) {
      const fields = { ...pickFields(product), status: after };
      await writeProduct(deps, sql, { staff, product, fields, action: "product.notice" });
    }
    await mailDecision(deps, sql, { notice, body, isFinal: status === "final", product });
  });
}

/** The product's status after a decision that changes it. */
const PRODUCT_STATUS: Partial<Record<DecideNoticeBody["decision"], ProductStatus>> = {
  withdrawn: "withdrawn",
  restored: "published",
};

/**
 * Throws validation_failed with what the product lacks: a withdrawn one may be saved without the
 * parts that are sold.
 */
function assertComplete(product: DeskProduct): void {
  const missing = Object.values(listMissing(product)).flat();
  if (missing.length === 0) return;
  throw new DomainError("validation_failed", { fields: { decision: missing } });
}

async function mailDecision(
  deps: ApiDeps,
  sql: Sql,
  decided: {
    notice: NoticeRow;
    body: DecideNoticeBody;
    isFinal: boolean;
    product: DeskProduct | null;
  },
): Promise<void> {
  const { notice, body: decision, isFinal, product } = decided;
  const mail = { notice: { reference: notice.reference, title: notice.title }, decision, isFinal };
  if (notice.email !== null) {
    const to = { email: notice.email, locale: notice.locale, party: "notifier" } as const;
    await queueDecision(deps, sql, { ...mail, to });
  }
  const isAffected = decision.decision !== "no_action" || notice.complainedBy === "seller";
  const seller = product && isAffected ? await getSeller(sql, product.id) : null;
  if (seller) await queueDecision(deps, sql, { ...mail, to: { ...seller, party: "seller" } });
}

async function requireNotice(sql: Sql, id: number): Promise<NoticeRow> {
  const notice = await lockNotice(sql, { id });
  if (!notice) throw new DomainError("notice_not_found");
  return notice;
}

async function findProduct(sql: Sql, { productId }: NoticeRow): Promise<DeskProduct | null> {
  if (productId === null) return null;
  const [product] = await lockProducts(sql, [productId]);
  return product ?? null;
}

function toComplaint({ complaint, complainedBy, complainedAt }: NoticeRow) {
  if (complaint === null || complainedBy === null || complainedAt === null) return null;
  return { by: complainedBy, text: complaint, at: complainedAt.toISOString() };
}

function toRow({ id, reference, status, reason, title, slug, createdAt }: NoticeRow) {
  return { id, reference, status, reason, title, slug, created_at: createdAt.toISOString() };
}
