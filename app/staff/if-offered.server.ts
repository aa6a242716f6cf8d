import { ApiError } from "#app/api-client/transport/api-error.server.ts";

/** What the API says, or null from a server of somebody else's that has no such call. */
export async function ifOffered<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return null;
    throw error;
  }
}
