import type { RouterContextProvider } from "react-router";
import { requireWebRequest, type WebRequest } from "./web-context.ts";

type Context = Readonly<RouterContextProvider>;

const requests = new WeakSet<WebRequest>();

/**
 * Keeps this request's page out of every cache: something on it is for one visitor alone, although
 * no session is. An idempotency key that two visitors have would make their forms one.
 */
export function keepForOneVisitor(context: Context): void {
  requests.add(requireWebRequest(context));
}

/** True once something on this request's page is for its visitor alone. */
export function isForOneVisitor(context: Context): boolean {
  return requests.has(requireWebRequest(context));
}
