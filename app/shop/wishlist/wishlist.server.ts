import type { RouterContextProvider } from "react-router";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import {
  describeWishlist,
  listWishlistRows,
  type WishlistItemView,
  type WishlistRow,
} from "#app/api-client/wishlist.server.ts";
import { getApi, getShellUser } from "#app/middleware/session-relay.ts";

type Context = Readonly<RouterContextProvider>;

const asked = new WeakMap<ApiClient, Promise<WishlistRow[]>>();

/** The user's favorites, asked once for each request however many parts of the page want them. */
function getRows(context: Context): Promise<WishlistRow[]> {
  const api = getApi(context);
  const list = asked.get(api) ?? listWishlistRows(api);
  asked.set(api, list);
  return list;
}

/** The user's favorites, as their screen shows them. */
export async function getWishlist(context: Context): Promise<WishlistItemView[]> {
  return describeWishlist(getApi(context), await getRows(context));
}

/** Which hearts of the page are filled: the ids of a member's favorites; a guest has none. */
export async function listFavoriteIds(context: Context): Promise<string[]> {
  if (!(await getShellUser(context))) return [];
  return (await getRows(context)).map(({ id }) => String(id));
}
