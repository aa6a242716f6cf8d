import { z } from "zod";
import { okEnvelope } from "#api/contract/envelope.ts";
import { type WishlistItem, wishlistResponseSchema } from "#api/contract/wishlist.ts";
import { isRecord, readField, readFlag, readId } from "#app/api-client/transport/json.server.ts";
import { readMessage } from "#app/api-client/transport/messages.server.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { toCard } from "./catalog.server.ts";

export type WishlistItemView = ReturnType<typeof toWishlistItem>;

/**
 * The ids of the user's favorites, newest first, for hearts: of everything else a list says about
 * its products nothing is read. Throws a 502 response for what is no list.
 */
export async function listFavoriteIdsOf(api: ApiClient): Promise<string[]> {
  const { payload } = parseResponse(favoriteIdsSchema, await api.get("/wishlist"));
  return payload.map(({ id }) => String(id));
}

const favoriteIdsSchema = okEnvelope(z.array(z.object({ id: z.union([z.string(), z.number()]) })));

/** So many turns at most until it is on the list: clicks of the same user may cross. */
const TOGGLES_MAX = 5;

/** The user's favorites, newest first. */
export async function listWishlist(api: ApiClient): Promise<WishlistItemView[]> {
  const { payload } = parseResponse(wishlistResponseSchema, await api.get("/wishlist"));
  return payload.map((item) => toWishlistItem(api, item));
}

/**
 * Sees to it that a product is on the list. The contract can only turn it around (spec §7), so an
 * response that it is off means that it was there before: then it is turned back. A form that is sent
 * twice does what it says. Returns the server's message, if it has one. Throws ApiError 404,
 * 409 wishlist_full, 410 product_withdrawn.
 */
export async function addToWishlist(
  api: ApiClient,
  productId: string,
): Promise<ShownMessage | null> {
  for (let turn = 0; turn < TOGGLES_MAX; turn++) {
    const body = await api.send("POST", `/wishlist/toggle/${encodeURIComponent(productId)}`, {});
    const isOn = readFlag(readField(body, "in_wishlist")) ?? (await isListed(api, productId));
    if (isOn) return readMessage(body);
  }
  throw new Error(`product ${productId} did not stay on the wishlist`);
}

/** For servers that do not say what a toggle led to. A list that cannot be read contradicts nothing. */
async function isListed(api: ApiClient, productId: string): Promise<boolean> {
  const body = await api.get("/wishlist").catch(() => null);
  const list = isRecord(body) && Array.isArray(body.payload) ? body.payload : null;
  return list?.some((item) => isRecord(item) && readId(item.id) === productId) ?? true;
}

/**
 * Sees to it that a product is not on the list. Returns the server's message, if it has one. Throws
 * ApiError 404 for a product that does not exist.
 */
export async function removeFromWishlist(
  api: ApiClient,
  productId: string,
): Promise<ShownMessage | null> {
  const path = `/wishlist/${encodeURIComponent(productId)}`;
  return readMessage(await api.send("DELETE", path, {}));
}

function toWishlistItem(api: ApiClient, item: WishlistItem) {
  return { ...toCard(api, item), isForSale: item.is_for_sale ?? true };
}
