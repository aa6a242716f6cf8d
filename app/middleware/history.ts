import type { RouterContextProvider } from "react-router";
import type { HistoryCursor, HistoryList } from "#app/api-client/history.server.ts";
import { readCursor } from "#app/api-client/history.server.ts";
import { orNull } from "./or-null.ts";
import { getUrl } from "./session-relay.ts";
import { redirectTo } from "./toast.ts";

/**
 * The page of a history that the address asks for; null when it cannot be had. Throws a redirect to
 * the first page from beyond either end: what was there may be gone, and a first page is a full one.
 */
export async function loadHistory<Item>(
  context: Readonly<RouterContextProvider>,
  path: string,
  read: (cursor: HistoryCursor) => Promise<HistoryList<Item>>,
): Promise<HistoryList<Item> | null> {
  const cursor = readCursor(getUrl(context).searchParams);
  const list = await orNull(context, path, read(cursor));
  if (list === null) return null;
  const isBeyondEnd = cursor.before !== null && list.items.length === 0;
  const isFirst = cursor.after !== null && list.newer === null;
  if (isBeyondEnd || isFirst) throw await redirectTo(context, path);
  return list;
}
