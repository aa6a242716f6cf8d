import { isMissingCall } from "#app/api-client/transport/api-error.server.ts";

/**
 * For an optional part of a screen: the API's response, or null if a third-party server lacks this
 * call. A screen that cannot do without the call leaves the error to staff-errors.tsx.
 */
export async function ifOffered<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (isMissingCall(error)) return null;
    throw error;
  }
}
