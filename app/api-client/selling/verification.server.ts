import {
  type DecideVerificationBody,
  type QueuedVerification,
  type SentVerification,
  type StaffVerification,
  staffVerificationResponseSchema,
  staffVerificationsResponseSchema,
  type VerificationBody,
  verificationResponseSchema,
} from "#api/contract/verification.ts";
import {
  type HistoryCursor,
  toHistoryList,
  toHistoryQuery,
} from "#app/api-client/history.server.ts";
import { toQueuePlace } from "#app/api-client/staff/reviews.server.ts";
import { isMissingCall } from "#app/api-client/transport/api-error.server.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { toDay } from "#domain/dates.ts";

/** A verification as used by screens; countries by their codes. */
export type SentVerificationView = ReturnType<typeof toSent>;

/**
 * The status of the user's verification, and the latest submission; null for a server without this
 * call (spec §7 has none).
 */
export async function getVerification(api: ApiClient) {
  let body: unknown;
  try {
    body = await api.get("/user/verification");
  } catch (error) {
    if (isMissingCall(error)) return null;
    throw error;
  }
  const { status, verification } = parseResponse(verificationResponseSchema, body).payload;
  return { status, sent: verification && toSent(verification) };
}

/**
 * Submits a verification with its files. Throws ApiError 422 (fields, operation_conflict), 409
 * verification_in_progress and verification_approved, 413, 429.
 */
export async function sendVerification(api: ApiClient, body: VerificationBody): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) if (value) form.set(name, value);
  await api.sendForm("/user/verification", form);
}

/**
 * A page of verifications with one status, and the count of each status if the server reports it.
 */
export async function listVerifications(
  api: ApiClient,
  search: Partial<Record<"status" | "q" | "sort", string>>,
  cursor: HistoryCursor,
) {
  const body = await api.get("/staff/verifications", { ...toHistoryQuery(cursor), ...search });
  const { payload, meta, counts } = parseResponse(staffVerificationsResponseSchema, body);
  const list = toHistoryList(payload.map(toQueued), meta, cursor, ({ id }) => id);
  return { ...list, counts: counts ?? null };
}

/** Throws ApiError 404. */
export async function getStaffVerification(api: ApiClient, id: string) {
  const body = await api.get(`/staff/verifications/${encodeURIComponent(id)}`);
  return toStaffVerification(parseResponse(staffVerificationResponseSchema, body).payload);
}

/** A scan's response, as a stream. Throws ApiError 404. */
export function downloadDocument(api: ApiClient, id: string, part: string): Promise<Response> {
  const path = `/staff/verifications/${encodeURIComponent(id)}/documents`;
  return api.download(`${path}/${encodeURIComponent(part)}`, {});
}

/** Throws ApiError 404, 409 verification_decided, 422 (fields). */
export async function decideVerification(
  api: ApiClient,
  id: string,
  body: DecideVerificationBody,
): Promise<void> {
  await api.send("POST", `/staff/verifications/${encodeURIComponent(id)}/decide`, body);
}

function toSent(sent: SentVerification) {
  return {
    id: String(sent.id),
    fullName: sent.full_name,
    bornOn: toDay(sent.date_of_birth),
    nationality: sent.nationality,
    phone: sent.phone,
    address: sent.address,
    city: sent.city,
    state: sent.state ?? "",
    country: sent.country,
    documentType: sent.document_type,
    addressDocumentType: sent.address_document_type,
    status: sent.status,
    sentOn: toDay(sent.created_at),
    replyBy: toDay(sent.expected_by),
    decidedOn: sent.decided_at ? toDay(sent.decided_at) : null,
    /** Why it was rejected. */
    reason: sent.reason,
  };
}

function toQueued(queued: QueuedVerification) {
  return {
    id: String(queued.id),
    fullName: queued.full_name,
    email: queued.email,
    country: queued.country,
    documentType: queued.document_type,
    sentAt: queued.created_at,
    replyBy: toDay(queued.expected_by),
    decidedOn: queued.decided_at ? toDay(queued.decided_at) : null,
  };
}

function toStaffVerification(verification: StaffVerification) {
  return {
    ...toSent(verification),
    email: verification.email,
    isDisabled: verification.is_disabled ?? false,
    locale: verification.locale,
    decidedBy: verification.decided_by,
    queue: verification.queue ? toQueuePlace(verification.queue) : null,
    documents: verification.documents.map(({ part, width_px: width, height_px: height }) => ({
      part,
      width,
      height,
    })),
    earlier: verification.earlier.map(({ id, reason }) => ({ id: String(id), reason })),
  };
}
