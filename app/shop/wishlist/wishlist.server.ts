import type { HistoryCursor, HistoryList } from "#app/api-client/history.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import {
  describeWishlist,
  listWishlistRows,
  pageWishlist,
  type WishlistItemView,
  type WishlistRow,
} from "#app/api-client/wishlist.server.ts";
import { getApi, getShellUser } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";

const rowsByApi = new WeakMap<ApiClient, Promise<WishlistRow[]>>();

/** The user's favorites, loaded once per request, no matter how many parts of the page use them. */
function getRows(context: Context): Promise<WishlistRow[]> {
  const api = getApi(context);
  const list = rowsByApi.get(api) ?? listWishlistRows(api);
  rowsByApi.set(api, list);
  return list;
}

/** A page of the user's favorites, as used by their screen; deleted products are only counted. */
export async function getWishlist(
  context: Context,
  cursor: HistoryCursor,
): Promise<HistoryList<WishlistItemView> & { rowCount: number }> {
  const page = pageWishlist(await getRows(context), cursor);
  const items = await describeWishlist(getApi(context), page.items);
  return { ...page, items, rowCount: page.items.length };
}

/** The filled hearts of the page: the ids of a member's favorites; empty for a guest. */
export async function listFavoriteIds(context: Context): Promise<string[]> {
  if (!(await getShellUser(context))) return [];
  return (await getRows(context)).map(({ id }) => String(id));
}
