import { randomInt } from "node:crypto";
import { normalizeEmail } from "#domain/accounts.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { localize } from "#domain/localized-texts.ts";
import { mayComplain, NOTICE_RECEIPTS_PER_DAY_MAX } from "#domain/notices.ts";
import { createContactReference } from "#domain/references.ts";
import { lockMember } from "../accounts/accounts.queries.ts";
import type { ComplaintBody, NoticeBody } from "../contract/notices.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { countRequest, type RateLimit } from "../http/rate-limit.ts";
import { assertSameOperation } from "../operations.ts";
import { isComplaintKey } from "./complaint-key.ts";
import { queueNoticeReceipt } from "./notices.mails.ts";
import {
  getNoticeOfOperation,
  insertNotice,
  listDecisions,
  lockNotice,
  lockNoticedProduct,
  reopenNotice,
} from "./notices.queries.ts";

export const noticeReceiptsLimit: RateLimit = {
  name: "notice receipt",
  max: NOTICE_RECEIPTS_PER_DAY_MAX,
  windowSeconds: 24 * 60 * 60,
};

/**
 * Stores a notice and mails its receipt (Regulation (EU) 2022/2065 Art. 16); idempotent by
 * operation. Returns its reference. Notices caught by the honeypot are dropped silently, with a
 * reference like any other. Throws validation_failed on `product` if the shop does not have it, and
 * operation_conflict for an id that belongs to a different notice.
 */
export async function receiveNotice(
  deps: ApiDeps,
  sender: { user: SessionUser | null; locale: string },
  body: NoticeBody,
): Promise<string> {
  const reference = createContactReference(randomInt);
  if (body.website) {
    deps.log.info("a notice of a robot was dropped");
    return reference;
  }
  await requireProduct(deps.database, body.product);
  const email = body.email ?? null;
  const hasReceipt =
    email !== null &&
    !(await countRequest(deps, noticeReceiptsLimit, normalizeEmail(email))).isOver;
  const { locale, user } = sender;
  return inTransaction(deps.database, async (sql) => {
    const product = await requireProduct(sql, body.product);
    const title = localize(product.titles, locale) || body.product;
    const userId = user && (await lockMember(sql, user.id));
    const sent = {
      slug: body.product,
      reason: body.reason,
      explanation: body.explanation,
      name: body.name ?? null,
      email,
    };
    const isNew = await insertNotice(sql, {
      ...sent,
      operationId: body.operation_id,
      reference,
      productId: product.id,
      title,
      userId,
      locale,
      createdAt: deps.now(),
    });
    if (!isNew) {
      const known = await getNoticeOfOperation(sql, body.operation_id);
      assertSameOperation(known, { ...sent, ...(user && { userId }) });
      return known.reference;
    }
    if (hasReceipt) await queueNoticeReceipt(deps, sql, { email, locale, reference, title });
    return reference;
  });
}

async function requireProduct(sql: Sql, slug: string) {
  const product = await lockNoticedProduct(sql, slug);
  if (!product) throw fieldError("product", "product_required");
  return product;
}

/**
 * Reopens a decided notice for one more decision (Art. 20). Idempotent. Throws notice_not_found
 * without the key from the decision mail, and notice_complaint_over if there has already been a
 * complaint or the period is over.
 */
export async function receiveComplaint(deps: ApiDeps, body: ComplaintBody): Promise<void> {
  const { notice: reference, by, key, complaint } = body;
  if (!isComplaintKey(deps, { reference, by, key })) throw new DomainError("notice_not_found");
  await inTransaction(deps.database, async (sql) => {
    const notice = await lockNotice(sql, { reference });
    if (!notice) throw new DomainError("notice_not_found");
    if (notice.complainedBy === by && notice.complaint === complaint) return;
    const decidedAt = (await listDecisions(sql, notice.id)).at(-1)?.decidedAt ?? null;
    const now = deps.now();
    if (!mayComplain({ status: notice.status, decidedAt }, now)) {
      throw new DomainError("notice_complaint_over");
    }
    await reopenNotice(sql, notice.id, { text: complaint, by, now });
  });
}
