import type { RouterContextProvider } from "react-router";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { listWishlist, type WishlistItemView } from "#app/api-client/wishlist.server.ts";
import { getApi, getShellUser } from "#app/middleware/session-relay.ts";

type Context = Readonly<RouterContextProvider>;

const asked = new WeakMap<ApiClient, Promise<WishlistItemView[]>>();

/** The user's favorites, asked once for each request however many parts of the page want them. */
export function getWishlist(context: Context): Promise<WishlistItemView[]> {
  const api = getApi(context);
  const list = asked.get(api) ?? listWishlist(api);
  asked.set(api, list);
  return list;
}

/** Which hearts of the page are filled: the ids of a member's favorites; a guest has none. */
export async function listFavoriteIds(context: Context): Promise<string[]> {
  if (!(await getShellUser(context))) return [];
  return (await getWishlist(context)).map((item) => item.id);
}
