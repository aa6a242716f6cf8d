import { ApiError } from "#app/api-client/transport/api-error.server.ts";

/** The API's response, or null from a third-party server without this call. */
export async function ifOffered<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return null;
    throw error;
  }
}
