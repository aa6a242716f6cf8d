import type { ContactBody } from "#api/contract/contact.ts";
import {
  type ComplaintBody,
  type NoticeBody,
  noticeResponseSchema,
} from "#api/contract/notices.ts";
import { ApiError, isMissingCall } from "#app/api-client/transport/api-error.server.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { isRecord } from "#domain/json.ts";
import { CONTACT_REFERENCE_PATTERN } from "#domain/references.ts";

/**
 * Sends a message to staff; returns its reference if the server sends one. Throws ApiError 422
 * (fields), 429; contact_failed (502) for a server without this call.
 */
export async function sendContactMessage(
  api: ApiClient,
  body: ContactBody,
): Promise<string | null> {
  const response = await api.send("POST", "/contact", body).catch((error: unknown) => {
    // Spec §7 has no path for it: a server without this call returns a routing error.
    throw isMissingCall(error)
      ? new ApiError(502, "contact_failed", { code: "contact_failed" })
      : error;
  });
  return isRecord(response) ? toReference(response.reference) : null;
}

/** A message's reference; null for any other value, which must not be displayed as one. */
export function toReference(text: unknown): string | null {
  return typeof text === "string" && CONTACT_REFERENCE_PATTERN.test(text) ? text : null;
}

/** Reports illegal content; returns the reference. Throws ApiError 422 (fields), 429. */
export async function sendNotice(api: ApiClient, body: NoticeBody): Promise<string> {
  const response = parseResponse(noticeResponseSchema, await api.send("POST", "/notices", body));
  return response.payload.reference;
}

/** Throws ApiError notice_not_found (404), notice_complaint_over (409), 422 (fields), 429. */
export async function sendComplaint(api: ApiClient, body: ComplaintBody): Promise<void> {
  await api.send("POST", "/notices/complaint", body);
}
