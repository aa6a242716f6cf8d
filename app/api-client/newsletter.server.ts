import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { readMessage } from "#app/api-client/transport/messages.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";

/** Subscribes; returns the server's message, or null if it has none. Throws ApiError 422, 429. */
export async function subscribe(api: ApiClient, email: string): Promise<ShownMessage | null> {
  let message: ShownMessage | null;
  try {
    message = readMessage(await api.send("POST", "/newsletter/subscribe", { email }));
  } catch (error) {
    throw isAboutAddress(reasonOf(error)) ? invalidAddress() : error;
  }
  if (isAboutAddress(message)) throw invalidAddress();
  return message;
}

/**
 * True for other servers' words for an invalid address, sometimes in a successful response (spec
 * §5).
 */
const isAboutAddress = (message: ShownMessage | null) =>
  message !== null && "text" in message && message.text.includes("must be a valid email");

function invalidAddress(): ApiError {
  const reason = { code: "email_invalid" } as const;
  return new ApiError(422, "validation_failed", reason, { fields: { email: [reason] } });
}

/** Throws ApiError 422 for a link that is no longer valid. */
export async function confirmSubscription(api: ApiClient, token: string): Promise<void> {
  await api.send("POST", "/newsletter/confirm", { token });
}

/** Unsubscribing twice is not an error. */
export async function unsubscribe(api: ApiClient, token: string): Promise<void> {
  await api.send("POST", "/newsletter/unsubscribe", { token });
}
