import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { toNotFound } from "#app/middleware/guards.ts";
import type { Context } from "#app/middleware/web-context.ts";

/**
 * The promise's value, or the result of `reject` for an API error that rejects the request (below
 * 500). Throws everything else: redirects, bugs, an unavailable API, and what `reject` throws.
 */
export async function orRejected<Value, Other>(
  promise: Promise<Value>,
  reject: (error: ApiError) => Other | Promise<Other>,
): Promise<Value | Other> {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return reject(error);
  }
}

/** A screen's subject. Throws a redirect to the "not found" page if the API rejects the request. */
export function orNotFound<Value>(context: Context, promise: Promise<Value>): Promise<Value> {
  return orRejected(promise, () => {
    throw toNotFound(context);
  });
}

/**
 * A screen's subject, or null if the API has none (404), for a screen with its own message. Throws
 * everything else.
 */
export function ifFound<Value>(promise: Promise<Value>): Promise<Value | null> {
  return orRejected(promise, (error) => {
    if (error.status !== 404) throw error;
    return null;
  });
}
