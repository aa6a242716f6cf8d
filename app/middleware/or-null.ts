import type { RouterContextProvider } from "react-router";
import { noteFailure } from "./degraded.ts";

/**
 * What was asked for, or null when it cannot be had: for screens that show a message of their own
 * (spec §8) and keep the rest of the page. The cause is logged, and the page is not cached;
 * redirects go on.
 */
export async function orNull<Value>(
  context: Readonly<RouterContextProvider>,
  what: string,
  promise: Promise<Value>,
): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Response) throw error;
    noteFailure(context, `${what} could not be loaded`, error);
    return null;
  }
}
