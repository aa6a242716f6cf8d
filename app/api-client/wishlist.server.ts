import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { readField, readFlag, readId } from "#app/api-client/transport/json.server.ts";
import { readMessage } from "#app/api-client/transport/messages.server.ts";
import { mapRows, parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { isRecord } from "#domain/json.ts";
import { getProduct, isProductForSale, toCard } from "./catalog.server.ts";
import { type HistoryCursor, type HistoryList, toHistoryList } from "./history.server.ts";
import {
  favoriteRowsSchema,
  type ProductRow,
  type WishlistRow,
  wishlistRowsSchema,
} from "./schemas/response-schemas.server.ts";

export type WishlistItemView = ReturnType<typeof toWishlistItem>;
/** Required fields of a product in a wishlist: at least an id (spec §3). */
export type { WishlistRow };

/**
 * The ids of the user's favorites, newest first, for hearts; ignores all other data in the list.
 * Throws a 502 response for anything but a list.
 */
export async function listFavoriteIdsOf(api: ApiClient): Promise<string[]> {
  const { payload } = parseResponse(favoriteRowsSchema, await api.get("/wishlist"));
  return payload.map(({ id }) => String(id));
}

/**
 * Maximum toggles until the product is on the list, because clicks of the same user may interleave.
 */
const TOGGLES_MAX = 5;

/** The user's favorites, newest first, as the server lists them. */
export async function listWishlistRows(api: ApiClient): Promise<WishlistRow[]> {
  return parseResponse(wishlistRowsSchema, await api.get("/wishlist")).payload;
}

/** A page of them: all at once, unless some are ids only, whose products are fetched one by one. */
export function pageWishlist(
  rows: readonly WishlistRow[],
  cursor: HistoryCursor,
): HistoryList<WishlistRow> {
  if (rows.every(isWhole)) return { items: [...rows], newer: null, older: null };
  return toHistoryList([...rows], undefined, cursor, ({ id }) => String(id));
}

/**
 * The rows of a page as used by screens. A list may contain only ids (spec §3): then each product
 * is fetched by its id (spec §7). Omits deleted ones.
 */
export async function describeWishlist(
  api: ApiClient,
  rows: readonly WishlistRow[],
): Promise<WishlistItemView[]> {
  const whole = mapRows(rows.filter(isWhole), (row) => toWishlistItem(api, row));
  const ids = rows.filter((row) => !isWhole(row)).map(({ id }) => String(id));
  const found = await Promise.all(ids.map((id) => findItem(api, id)));
  const items = new Map([...whole, ...found.flat()].map((item) => [item.id, item]));
  return rows.flatMap(({ id }) => items.get(String(id)) ?? []);
}

type WholeRow = WishlistRow & ProductRow;

const isWhole = (row: WishlistRow): row is WholeRow =>
  row.title !== undefined && row.price !== undefined;

async function findItem(api: ApiClient, id: string): Promise<WishlistItemView[]> {
  try {
    const product = await getProduct(api, id);
    if (!product) return [];
    const { slug, title, titleLanguage, priceCents, isForSale } = product;
    const { picture, thumbUrl, imageUrl } = product;
    // The heart sends the list's id, whatever id the product itself has.
    const images = { picture, thumbUrl, imageUrl };
    return [{ id, slug, title, titleLanguage, priceCents, ...images, isForSale }];
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/**
 * Ensures that a product is on the wishlist. The contract can only toggle (spec §7), so the
 * response "off" means that it was on before: then it is toggled back, which makes the form
 * idempotent. Returns the server's message, if it has one. Throws ApiError 404, 409 wishlist_full,
 * 410 product_withdrawn.
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

/**
 * For servers that do not report the result of a toggle. If the server rejects the read, or sends
 * something other than a list, this counts as success. Throws redirects, and errors of an
 * unavailable API.
 */
async function isListed(api: ApiClient, productId: string): Promise<boolean> {
  const body = await api.get("/wishlist").catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  const list = isRecord(body) && Array.isArray(body.payload) ? body.payload : null;
  return list?.some((item) => isRecord(item) && readId(item.id) === productId) ?? true;
}

/**
 * Ensures that a product is not on the wishlist. Returns the server's message, if it has one.
 * Throws ApiError 404 for a product that does not exist.
 */
export async function removeFromWishlist(
  api: ApiClient,
  productId: string,
): Promise<ShownMessage | null> {
  const path = `/wishlist/${encodeURIComponent(productId)}`;
  return readMessage(await api.send("DELETE", path, {}));
}

function toWishlistItem(api: ApiClient, item: WholeRow) {
  return { ...toCard(api, item), isForSale: isProductForSale(item) };
}
