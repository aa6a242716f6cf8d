import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { noteFailure } from "#app/middleware/degraded.ts";
import { getMessage } from "#app/middleware/locale.ts";
import type { Context } from "#app/middleware/web-context.ts";
import type { MessageCode } from "#domain/messages.ts";

/**
 * The promise's value, or null if it fails: for screens that show their own message (spec §8) and
 * the rest of the page. The cause is logged, and the page is not cached; redirects are rethrown.
 */
export async function orNull<Value>(
  context: Context,
  name: string,
  promise: Promise<Value>,
): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Response) throw error;
    noteFailure(context, `${name} could not be loaded`, error);
    return null;
  }
}

/**
 * The promise's value, or `toMessage`'s message about its failure (spec §8), in the reader's
 * language. The cause is logged; redirects are rethrown.
 */
export async function orMessage<Value>(
  context: Context,
  name: string,
  promise: Promise<Value>,
  toMessage: (error: unknown) => MessageCode | ShownMessage,
): Promise<{ value: Value; message: null } | { value: null; message: string }> {
  try {
    return { value: await promise, message: null };
  } catch (error) {
    if (error instanceof Response) throw error;
    noteFailure(context, `${name} could not be loaded`, error);
    return { value: null, message: getMessage(context)(toMessage(error)) };
  }
}

/** For an optional part of a page (spec §8): `fallback` if it is unavailable. Never throws. */
export async function orElse<Value, Fallback = Value>(
  context: Context,
  name: string,
  promise: Promise<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  try {
    return await promise;
  } catch (error) {
    noteFailure(context, `${name} could not be loaded`, error);
    return fallback;
  }
}
