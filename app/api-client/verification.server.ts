import {
  type DecideVerificationBody,
  type QueuedVerification,
  type StaffVerification,
  staffVerificationResponseSchema,
  staffVerificationsResponseSchema,
  type VerificationBody,
  type VerificationPayload,
  verificationResponseSchema,
} from "#api/contract/verification.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";

/** Where the user's verification stands, and what was sent last. */
export async function getVerification(api: ApiClient): Promise<VerificationPayload> {
  return parseResponse(verificationResponseSchema, await api.get("/user/verification")).payload;
}

/**
 * Sends a verification with its files. Throws ApiError 422 (fields, operation_conflict), 409
 * verification_in_progress and verification_approved, 413, 429.
 */
export async function sendVerification(api: ApiClient, body: VerificationBody): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) if (value) form.set(name, value);
  await api.sendForm("/user/verification", form);
}

/** A page of what waits for the team, the oldest first. */
export async function listVerifications(
  api: ApiClient,
  page: number,
): Promise<{ verifications: QueuedVerification[]; page: number; lastPage: number }> {
  const body = await api.get("/staff/verifications", { page });
  const { payload, meta } = parseResponse(staffVerificationsResponseSchema, body);
  return { verifications: payload, page: meta.current_page, lastPage: meta.last_page };
}

/** Throws ApiError 404. */
export async function getStaffVerification(api: ApiClient, id: string): Promise<StaffVerification> {
  const body = await api.get(`/staff/verifications/${encodeURIComponent(id)}`);
  return parseResponse(staffVerificationResponseSchema, body).payload;
}

/** A scan's response, to be passed on as it streams. Throws ApiError 404. */
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
