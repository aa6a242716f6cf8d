import { createContext } from "react-router";
import type { Context } from "./web-context.ts";

const oneVisitorContext = createContext(false);

/**
 * Keeps this request's page out of every cache: it contains something for one visitor only,
 * although there is no session. If two visitors shared an idempotency key, their forms would count
 * as one.
 */
export function markPersonalized(context: Context): void {
  context.set(oneVisitorContext, true);
}

/** True once this request's page contains something for its visitor only. */
export function isForOneVisitor(context: Context): boolean {
  return context.get(oneVisitorContext);
}
