import { createContext } from "react-router";
import { isMissingCall } from "#app/api-client/transport/api-error.server.ts";
import { type Context, requireWebRequest } from "./web-context.ts";

const degradedContext = createContext(false);

/**
 * Logs that a part of the page could not be loaded, and keeps the incomplete page out of every
 * cache: the part may be available on the next request.
 */
export function noteFailure(context: Context, message: string, error: unknown): void {
  requireWebRequest(context).logError(message, error);
  // A server that lacks the call does not have this part: its pages are complete without it.
  if (!isMissingCall(error)) noteDegraded(context);
}

/** Records that a part of this request's page is missing for a reason other than a failure. */
export function noteDegraded(context: Context): void {
  context.set(degradedContext, true);
}

/** True once a part of this request's page could not be loaded. */
export function isDegraded(context: Context): boolean {
  return context.get(degradedContext);
}
