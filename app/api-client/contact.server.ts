import type { ContactBody } from "#api/contract/contact.ts";
import { isRecord } from "#app/api-client/transport/json.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { CONTACT_REFERENCE_PATTERN } from "#domain/site.ts";

/** Sends a message to the staff; its number, if the server gives one. Throws ApiError 422 (fields), 429. */
export async function sendContactMessage(
  api: ApiClient,
  body: ContactBody,
): Promise<string | null> {
  const response = await api.send("POST", "/contact", body);
  return isRecord(response) ? toReference(response.reference) : null;
}

/** The number of a message; null for anything else, which must not be shown as one. */
export function toReference(text: unknown): string | null {
  return typeof text === "string" && CONTACT_REFERENCE_PATTERN.test(text) ? text : null;
}
