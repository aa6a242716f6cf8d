import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { readMessage } from "#app/api-client/transport/messages.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";

/** Subscribes; returns the server's message, null when it has none. Throws ApiError 422, 429. */
export async function subscribe(api: ApiClient, email: string): Promise<ShownMessage | null> {
  const message = readMessage(await api.send("POST", "/newsletter/subscribe", { email }));
  // Some servers report this in a successful response (spec §5).
  if (message && "text" in message && message.text.includes("must be a valid email")) {
    throw new ApiError(422, "validation_failed", { code: "email_invalid" });
  }
  return message;
}

/** Throws ApiError 422 for a link that is no longer valid. */
export async function confirmSubscription(api: ApiClient, token: string): Promise<void> {
  await api.send("POST", "/newsletter/confirm", { token });
}

/** Unsubscribing twice is not an error. */
export async function unsubscribe(api: ApiClient, token: string): Promise<void> {
  await api.send("POST", "/newsletter/unsubscribe", { token });
}
