import { createContext } from "react-router";
import type { Context } from "./web-context.ts";

const oneVisitorContext = createContext(false);
const oneStepContext = createContext(false);

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

/**
 * Keeps this request's page out of the browser's own cache too: it shows a form that was kept for
 * its next step. Back would otherwise show it again once that step was taken.
 */
export function markOneStep(context: Context): void {
  context.set(oneStepContext, true);
}

/** True once this request's page shows a form that was kept for its next step. */
export function isOneStep(context: Context): boolean {
  return context.get(oneStepContext);
}
