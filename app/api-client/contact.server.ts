import type { ContactBody } from "#api/contract/contact.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";

/** Sends a message to the staff. Throws ApiError 422 (fields), 429. */
export async function sendContactMessage(api: ApiClient, body: ContactBody): Promise<void> {
  await api.send("POST", "/contact", body);
}
