import { createContext } from "react-router";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { Context } from "#app/middleware/web-context.ts";
import type { ErrorCode } from "#domain/messages.ts";

const deletedContext = createContext(false);

/**
 * Whether a form failed because its record no longer exists, which the API reports as `code`.
 * Records this for the loader of the same request, which then shows the form again, as typed,
 * instead of the "not found" page.
 */
export function markIfDeleted(context: Context, error: unknown, code: ErrorCode): boolean {
  const isDeleted = error instanceof ApiError && error.code === code;
  if (isDeleted) markDeleted(context);
  return isDeleted;
}

/**
 * Returns the record of a form; marks it as deleted if it no longer exists. Throws what `reading`
 * throws.
 */
export async function orMarkDeleted<Value>(
  context: Context,
  reading: Promise<Value>,
  code: ErrorCode,
): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    markIfDeleted(context, error, code);
    throw error;
  }
}

/** Records that the form's record no longer exists, for a form that reports this itself. */
export function markDeleted(context: Context): void {
  context.set(deletedContext, true);
}

/** True if the record of this request's form no longer exists. */
export function isRecordDeleted(context: Context): boolean {
  return context.get(deletedContext);
}
