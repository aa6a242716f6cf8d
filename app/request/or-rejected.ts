import type { RouterContextProvider } from "react-router";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { toNotFound } from "#app/middleware/guards.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * What was asked for, or what `reject` makes of the API's error when it rejects the request (below
 * 500). Throws all else: redirects, bugs, an API that is away, and what `reject` throws itself.
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

/** What a screen is about. Throws a redirect to the page "not found" when the API rejects it. */
export function orNotFound<Value>(context: Context, promise: Promise<Value>): Promise<Value> {
  return orRejected(promise, () => {
    throw toNotFound(context);
  });
}

/**
 * What a screen is about, or null when the API knows none (404): for a screen that says so itself.
 * Throws all else.
 */
export function ifFound<Value>(promise: Promise<Value>): Promise<Value | null> {
  return orRejected(promise, (error) => {
    if (error.status !== 404) throw error;
    return null;
  });
}
