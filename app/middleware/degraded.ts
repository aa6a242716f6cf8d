import type { RouterContextProvider } from "react-router";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { requireWebRequest, type WebRequest } from "./web-context.ts";

type Context = Readonly<RouterContextProvider>;

const degraded = new WeakSet<WebRequest>();

/**
 * Logs that a part of the page could not be loaded, and keeps the page, which does without that
 * part, out of every cache: what is missing now may be there at the next request.
 */
export function noteFailure(context: Context, message: string, error: unknown): void {
  const request = requireWebRequest(context);
  request.logError(message, error);
  // A server that says "not found" has no such part: its pages are whole without.
  if (!(error instanceof ApiError && error.status === 404)) degraded.add(request);
}

/** True once a part of this request's page could not be loaded. */
export function isDegraded(context: Context): boolean {
  return degraded.has(requireWebRequest(context));
}

/** For a part that a page stands without when it cannot be had (spec §8): `fallback` then, noted. */
export async function orElse<Value>(
  context: Context,
  name: string,
  promise: Promise<Value>,
  fallback: Value,
): Promise<Value> {
  try {
    return await promise;
  } catch (error) {
    noteFailure(context, `${name} could not be loaded`, error);
    return fallback;
  }
}
