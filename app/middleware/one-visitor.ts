import { createContext, type RouterContextProvider } from "react-router";

type Context = Readonly<RouterContextProvider>;

const oneVisitorContext = createContext(false);

/**
 * Keeps this request's page out of every cache: something on it is for one visitor alone, although
 * no session is. An idempotency key that two visitors have would make their forms one.
 */
export function keepForOneVisitor(context: Context): void {
  context.set(oneVisitorContext, true);
}

/** True once something on this request's page is for its visitor alone. */
export function isForOneVisitor(context: Context): boolean {
  return context.get(oneVisitorContext);
}
