import { DomainError } from "#domain/errors.ts";
import { WISHLIST_SIZE_MAX } from "#domain/wishlist.ts";
import { toProduct } from "../catalog/cards.ts";
import type { WishlistItem } from "../contract/wishlist.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import * as queries from "./wishlist.queries.ts";

/**
 * The user's favorites, newest first (spec §7 GET /wishlist). A withdrawn product stays listed, so
 * that it does not disappear without explanation, but its image is no longer public.
 */
export async function listWishlist(
  deps: ApiDeps,
  userId: number,
  locale: string,
): Promise<WishlistItem[]> {
  const rows = await queries.listItems(deps.database, userId, locale);
  return rows.map((row) => {
    const isForSale = row.status === "published";
    return {
      ...toProduct(isForSale ? row : { ...row, hash: null }),
      is_for_sale: isForSale,
    };
  });
}

/**
 * Toggles a product on the list (spec §7 wishlist/toggle); returns whether it is on the list now.
 * Concurrent requests are serialized. Throws product_not_found, product_withdrawn and wishlist_full
 * if it cannot be added, unauthenticated if the user is deleted.
 */
export async function toggleWishlist(
  deps: ApiDeps,
  userId: number,
  productId: number,
): Promise<boolean> {
  return inTransaction(deps.database, async (sql) => {
    if (!(await queries.lockWishlist(sql, userId))) throw new DomainError("unauthenticated");
    if (await queries.deleteItem(sql, userId, productId)) return false;
    const status = await queries.getProductStatus(sql, productId);
    if (status === null || status === "draft") throw new DomainError("product_not_found");
    if (status !== "published") throw new DomainError("product_withdrawn");
    if ((await queries.countItems(sql, userId)) >= WISHLIST_SIZE_MAX) {
      throw new DomainError("wishlist_full");
    }
    await queries.insertItem(sql, userId, productId);
    return true;
  });
}

/**
 * Removes a product from the list (spec §7 DELETE /wishlist). Idempotent. Throws product_not_found
 * if the product does not exist.
 */
export async function removeFromWishlist(
  deps: ApiDeps,
  userId: number,
  productId: number,
): Promise<void> {
  if (await queries.deleteItem(deps.database, userId, productId)) return;
  const status = await queries.getProductStatus(deps.database, productId);
  if (status === null || status === "draft") throw new DomainError("product_not_found");
}
