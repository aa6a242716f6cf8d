import { createContext, type RouterContextProvider } from "react-router";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";

type Context = Readonly<RouterContextProvider>;

const goneContext = createContext(false);

/**
 * Whether a form failed because its record no longer exists. Noted for the loader of the same
 * request, which shows the form again, as typed, instead of the page "not found".
 */
export function noteGone(context: Context, error: unknown): boolean {
  const isGone = error instanceof ApiError && error.status === 404;
  if (isGone) context.set(goneContext, true);
  return isGone;
}

/** The record that a form is about; when it no longer exists, that is noted. Throws as `reading`. */
export async function orNoteGone<Value>(context: Context, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    noteGone(context, error);
    throw error;
  }
}

/** True once this request's form had no record any more. */
export function wasGone(context: Context): boolean {
  return context.get(goneContext);
}
