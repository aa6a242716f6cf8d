import { DomainError } from "#domain/errors.ts";
import { parseStaffSearch } from "#domain/staff-search.ts";
import {
  type DocumentPart,
  mayVerificationBecome,
  SENT_VERIFICATION_STATUSES,
} from "#domain/verification.ts";
import { recordAction } from "../audit/audit.service.ts";
import type {
  DecideVerificationBody,
  QueuedVerification,
  StaffVerification,
  StaffVerificationsQuery,
} from "../contract/verification.ts";
import { inTransaction } from "../db/client.ts";
import { readHistoryPage } from "../db/history.queries.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import type { ByteCipher } from "../http/encryption.ts";
import { assertNotOwn } from "../own-records.ts";
import { releasePayouts } from "../payouts/payouts.service.ts";
import { toCounts } from "../staff/lists/staff-list.ts";
import { queueVerificationMail } from "./verification.mails.ts";
import {
  countVerifications,
  decide,
  getDocument,
  getVerification,
  getVerificationPlace,
  insertView,
  listByStatus,
  listDocuments,
  listOfUser,
  lockStatus,
  setStatus,
  type VerificationRow,
} from "./verification.queries.ts";
import { toSent } from "./verification.service.ts";

/**
 * A page of verifications in one status that match the search, and the count per status. Pending
 * ones are sorted longest waiting first, others latest decision first.
 */
export async function listVerifications(deps: ApiDeps, query: StaffVerificationsQuery) {
  const filter = {
    status: query.status ?? "in_progress",
    search: parseStaffSearch(query.q),
    sort: query.sort ?? null,
  };
  const counts = toCounts(SENT_VERIFICATION_STATUSES, await countVerifications(deps.database));
  const { rows, ...meta } = await listByStatus(deps.database, filter, readHistoryPage(query));
  return { payload: rows.map(toQueued), meta, counts };
}

/**
 * The list's columns. Reading the list is not logged, so it leaves out what only a decision needs.
 */
function toQueued(row: VerificationRow & { email: string }): QueuedVerification {
  const sent = toSent(row);
  return {
    id: sent.id,
    full_name: sent.full_name,
    country: sent.country,
    document_type: sent.document_type,
    status: sent.status,
    email: row.email,
    created_at: sent.created_at,
    expected_by: sent.expected_by,
    decided_at: sent.decided_at,
  };
}

/** One verification with everything a decision needs; the view is logged. Throws not_found. */
export async function requireVerification(
  deps: ApiDeps,
  viewer: SessionUser,
  id: number,
): Promise<StaffVerification> {
  const row = await getVerification(deps.database, id);
  if (!row) throw new DomainError("not_found");
  await recordAction(deps.database, {
    actorId: viewer.id,
    action: "verification.view",
    subject: { kind: "verification", id },
  });
  const documents = await listDocuments(deps.database, id);
  const all = await listOfUser(deps.database, row.userId);
  return {
    ...toSent(row),
    email: row.email,
    is_disabled: row.isDisabled,
    locale: row.locale,
    decided_by: row.decidedBy,
    queue: await getVerificationPlace(deps.database, id),
    documents: documents.map(({ part, widthPx, heightPx }) => ({
      part,
      width_px: widthPx,
      height_px: heightPx,
    })),
    earlier: all
      .filter((other) => other.id < id)
      .map(toSent)
      .map(({ id, status, decided_at, reason }) => ({ id, status, decided_at, reason })),
  };
}

/**
 * Decrypts a scan for one view by staff, which is logged. Throws not_found if it does not exist
 * (any more).
 */
export async function openDocument(
  deps: ApiDeps,
  cipher: ByteCipher,
  viewer: SessionUser,
  params: { verificationId: number; part: DocumentPart },
): Promise<Buffer> {
  const document = await getDocument(deps.database, params.verificationId, params.part);
  const encrypted = document && (await deps.files.get(document.fileKey));
  if (!encrypted) throw new DomainError("not_found");
  await inTransaction(deps.database, async (sql) => {
    await insertView(sql, { ...params, viewerId: viewer.id, now: deps.now() });
    await recordAction(sql, {
      actorId: viewer.id,
      action: "verification.view_document",
      subject: { kind: "verification", id: params.verificationId },
      after: { part: params.part },
    });
  });
  const jpeg = cipher.decrypt(document.fileKey, encrypted);
  // Damaged, or encrypted with a secret that is no longer configured (see docs/operations.md).
  if (!jpeg) throw new Error(`the document ${document.fileKey} cannot be opened`);
  return jpeg;
}

/**
 * Decides on a verification once, and sets the user's status and queues a mail; a second decision
 * is rejected. Staff cannot decide on their own. Throws not_found, forbidden, verification_decided.
 */
export async function decideVerification(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  body: DecideVerificationBody,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const row = await getVerification(sql, id);
    if (!row) throw new DomainError("not_found");
    assertNotOwn(staff.id, row.userId);
    const status = await lockStatus(sql, row.userId);
    if (status === null) throw new DomainError("not_found");
    const { decision } = body;
    const reason = decision === "rejected" ? (body.reason ?? "") : null;
    const change = { decision, reason, staffId: staff.id, now: deps.now() };
    const isFirst = mayVerificationBecome(status, decision) && (await decide(sql, id, change));
    if (!isFirst) throw new DomainError("verification_decided");
    await recordAction(sql, {
      actorId: staff.id,
      action: "verification.decide",
      subject: { kind: "verification", id },
      before: { status },
      after: { status: decision },
    });
    await setStatus(sql, row.userId, decision);
    if (decision === "approved") await releasePayouts(sql, row.userId, deps.now());
    await queueVerificationMail(
      deps,
      sql,
      row,
      reason === null ? { kind: "approved" } : { kind: "rejected", reason },
    );
  });
}
