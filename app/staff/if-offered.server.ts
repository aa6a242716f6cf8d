import { isMissingCall } from "#app/api-client/transport/api-error.server.ts";

/** The API's response, or null from a third-party server without this call. */
export async function ifOffered<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (isMissingCall(error)) return null;
    throw error;
  }
}
