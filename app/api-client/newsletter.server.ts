import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { readMessage } from "#app/api-client/transport/json.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";

/** Asks for the newsletter; returns the server's message, null when it has none. Throws ApiError 422, 429. */
export async function subscribe(api: ApiClient, email: string): Promise<string | null> {
  const body = await api.send("POST", "/newsletter/subscribe", { email });
  const message = readMessage(body);
  // Some servers say so in an answer that claims to be fine (spec §5).
  if (message?.includes("must be a valid email")) {
    throw new ApiError(422, "validation_failed", "Please enter a valid email address");
  }
  return message;
}

/** Throws ApiError 422 for a link that is no longer valid. */
export async function confirmSubscription(api: ApiClient, token: string): Promise<void> {
  await api.send("POST", "/newsletter/confirm", { token });
}

/** Leaving twice is no error. */
export async function unsubscribe(api: ApiClient, token: string): Promise<void> {
  await api.send("POST", "/newsletter/unsubscribe", { token });
}
