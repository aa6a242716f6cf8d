import { isCountryCode } from "#domain/countries.ts";
import { DomainError, type FieldErrors } from "#domain/errors.ts";
import {
  mayVerificationBecome,
  reviewedBy,
  VERIFICATION_REQUIRED,
  validateBirthDate,
} from "#domain/verification.ts";
import { waitAfterCommit } from "../after-commit.ts";
import type {
  SentVerification,
  VerificationBody,
  VerificationPayload,
} from "../contract/verification.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import type { ByteCipher } from "../http/encryption.ts";
import { mayMail } from "../mails/unproven-mails.ts";
import { assertSameOperation } from "../operations.ts";
import {
  hashSubmission,
  readDocuments,
  removeDocuments,
  storeDocuments,
  takeDocuments,
  UNOWNED_KEPT_MS,
} from "./documents.ts";
import { queueVerificationMail } from "./verification.mails.ts";
import {
  attachDocuments,
  getSentHash,
  getStatus,
  insertVerification,
  listOfUser,
  lockStatus,
  setStatus,
  type VerificationRow,
} from "./verification.queries.ts";

/**
 * The status of the user's verification, and their latest submission (spec §4 Verification). Throws
 * unauthenticated when the account was deleted meanwhile.
 */
export async function readVerification(
  deps: ApiDeps,
  userId: number,
): Promise<VerificationPayload> {
  return readIn(deps.database, userId);
}

async function readIn(sql: Sql, userId: number): Promise<VerificationPayload> {
  const status = await getStatus(sql, userId);
  if (status === null) throw new DomainError("unauthenticated");
  const [last] = await listOfUser(sql, userId);
  return { status, verification: last ? toSent(last) : null };
}

/**
 * Accepts a verification: decodes, re-encodes and encrypts its documents, then stores its fields,
 * the status and the mail atomically. Idempotent by operation and body. Throws validation_failed,
 * operation_conflict, verification_in_progress, verification_approved, storage_unavailable,
 * unauthenticated when the account was deleted meanwhile.
 */
export async function sendVerification(
  deps: ApiDeps,
  cipher: ByteCipher,
  user: SessionUser,
  { body, locale }: { body: VerificationBody; locale: string },
): Promise<VerificationPayload> {
  assertFields(body, deps.now());
  const uploaded = await takeDocuments(body);
  const bodyHash = hashSubmission(body, uploaded);
  const operation = { userId: user.id, operationId: body.operation_id, bodyHash };
  // Checked before any expensive work, and again under the lock.
  const known = await inTransaction(deps.database, (sql) => findSent(sql, operation));
  if (known) return known;
  const fileKeys = await storeDocuments(deps, cipher, await readDocuments(uploaded));
  const { verification, isDuplicate } = await inTransaction(deps.database, async (sql) => {
    const sent = await findSent(sql, operation);
    if (sent) return { verification: sent, isDuplicate: true };
    const sentAt = deps.now();
    const id = await insertVerification(sql, {
      ...operation,
      fullName: body.full_name,
      nationality: body.nationality,
      phone: body.phone,
      dateOfBirth: body.date_of_birth,
      address: body.address,
      city: body.city,
      state: body.state || null,
      country: body.country,
      documentType: body.document_type,
      addressDocumentType: body.address_document_type,
      locale,
      now: sentAt,
    });
    const attached = { fileKeys, now: sentAt, withinMs: UNOWNED_KEPT_MS / 2 };
    await attachDocuments(sql, id, attached);
    await setStatus(sql, user.id, "in_progress");
    const person = { userId: user.id, email: user.email, fullName: body.full_name, locale };
    if (await mayMail(deps, sql, { userId: user.id, to: user.email })) {
      await queueVerificationMail(deps, sql, person, { kind: "received", sentAt });
    }
    return { verification: await readIn(sql, user.id), isDuplicate: false };
  });
  // After a failure the job removes them: a commit whose response was lost may have succeeded.
  if (isDuplicate) {
    const removing = removeDocuments(deps, fileKeys).catch((error: unknown) => {
      deps.log.warn({ err: error }, "documents that were sent twice were not removed");
    });
    await waitAfterCommit(removing);
  }
  return verification;
}

/** This operation's earlier submission, or null if the user may submit now; locks the user. */
async function findSent(
  sql: Sql,
  operation: { userId: number; operationId: string; bodyHash: string },
): Promise<VerificationPayload | null> {
  const status = await lockStatus(sql, operation.userId);
  if (status === null) throw new DomainError("unauthenticated");
  const bodyHash = await getSentHash(sql, operation.userId, operation.operationId);
  if (bodyHash !== null) {
    assertSameOperation({ bodyHash }, { bodyHash: operation.bodyHash });
    return readIn(sql, operation.userId);
  }
  if (mayVerificationBecome(status, "in_progress")) return null;
  throw new DomainError(
    status === "approved" ? "verification_approved" : "verification_in_progress",
  );
}

/** Checks that a schema cannot express. Throws validation_failed for all that fail at once. */
function assertFields(body: VerificationBody, now: Date): void {
  const birthDate = validateBirthDate(body.date_of_birth, now);
  const wrong: FieldErrors = {
    ...(birthDate === null ? {} : { date_of_birth: [birthDate] }),
    ...(isCountryCode(body.nationality)
      ? {}
      : { nationality: [{ code: VERIFICATION_REQUIRED.nationality }] }),
    ...(isCountryCode(body.country) ? {} : { country: [{ code: VERIFICATION_REQUIRED.country }] }),
  };
  if (Object.keys(wrong).length === 0) return;
  throw new DomainError("validation_failed", { fields: wrong });
}

export function toSent(row: VerificationRow): SentVerification {
  return {
    id: row.id,
    full_name: row.fullName,
    date_of_birth: row.dateOfBirth,
    nationality: row.nationality,
    phone: row.phone,
    address: row.address,
    city: row.city,
    state: row.state,
    country: row.country,
    document_type: row.documentType,
    address_document_type: row.addressDocumentType,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    expected_by: reviewedBy(row.createdAt),
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
  };
}
