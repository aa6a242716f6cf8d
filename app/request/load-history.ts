import {
  type HistoryCursor,
  type HistoryList,
  readCursor,
} from "#app/api-client/history.server.ts";
import { ApiError, isMissingCall } from "#app/api-client/transport/api-error.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import type { MessageCode } from "#domain/messages.ts";
import { redirectTo } from "./flash-toast.ts";
import { orMessage, orNull } from "./or-null.ts";

/** `rowCount`: the number of rows of the page, if missing entries were left out of its items. */
type Page<Item> = HistoryList<Item> & { rowCount?: number };
type Read<Item> = (cursor: HistoryCursor) => Promise<Page<Item>>;

/**
 * The requested page of a history; null if it cannot be loaded. From beyond either end, throws a
 * redirect to the first page: entries may have been deleted, and a first page is full.
 */
export async function loadHistory<Item>(
  context: Context,
  path: string,
  read: Read<Item>,
): Promise<HistoryList<Item> | null> {
  const cursor = readCursor(getUrl(context).searchParams);
  return assertWithin(
    context,
    path,
    cursor,
    await orNull(context, path, readPage(context, path, cursor, read)),
  );
}

/**
 * The same, with `toMessage`'s message if it cannot be loaded (spec §8). `isOffered` is false if the
 * server lacks the call, so that trying again would not help.
 */
export async function loadHistoryOrMessage<Item>(
  context: Context,
  path: string,
  read: Read<Item>,
  toMessage: (error: unknown) => MessageCode | ShownMessage,
): Promise<{ value: HistoryList<Item> | null; message: string | null; isOffered: boolean }> {
  const cursor = readCursor(getUrl(context).searchParams);
  let isOffered = true;
  const page = readPage(context, path, cursor, read).catch((error: unknown) => {
    isOffered = !isMissingCall(error);
    throw error;
  });
  const { value, message } = await orMessage(context, path, page, toMessage);
  return { value: await assertWithin(context, path, cursor, value), message, isOffered };
}

function readPage<Item>(context: Context, path: string, cursor: HistoryCursor, read: Read<Item>) {
  const isFirst = cursor.before === null && cursor.after === null;
  return isFirst ? read(cursor) : orFirstPage(context, path, read(cursor));
}

/** Throws a redirect to the first page, `path`, if the API rejects the URL's cursor. */
export async function orFirstPage<Value>(
  context: Context,
  path: string,
  promise: Promise<Value>,
): Promise<Value> {
  try {
    return await promise;
  } catch (error) {
    const isCursorRejected = error instanceof ApiError && error.code === "validation_failed";
    throw isCursorRejected ? await redirectTo(context, path) : error;
  }
}

async function assertWithin<Item>(
  context: Context,
  path: string,
  cursor: HistoryCursor,
  list: Page<Item> | null,
): Promise<HistoryList<Item> | null> {
  if (list === null) return null;
  const isBeyondEnd = cursor.before !== null && (list.rowCount ?? list.items.length) === 0;
  const isFirst = cursor.after !== null && list.newer === null;
  if (isBeyondEnd || isFirst) throw await redirectTo(context, path);
  return list;
}
