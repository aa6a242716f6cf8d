import { isMissingCall } from "#app/api-client/transport/api-error.server.ts";

/**
 * For a part that its screen can do without: the API's response, or null from a third-party server
 * without this call. A screen that is nothing without the call leaves it to staff-errors.tsx.
 */
export async function ifOffered<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (isMissingCall(error)) return null;
    throw error;
  }
}
