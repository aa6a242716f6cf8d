import { cardColumns, type ProductRow } from "../catalog/catalog.queries.ts";
import type { Sql } from "../db/client.ts";

export type WishlistRow = ProductRow & { status: string };

/**
 * The user's favorites, newest first. Excludes drafts, even those added before they became drafts.
 */
export async function listItems(sql: Sql, userId: number, locale: string): Promise<WishlistRow[]> {
  return sql<WishlistRow[]>`
    SELECT ${cardColumns(sql, locale)}, p.status
    FROM wishlist_items w JOIN products p ON p.id = w.product_id
    LEFT JOIN pictures pic ON pic.hash = p.picture_hash
    WHERE w.user_id = ${userId} AND p.status <> 'draft'
    ORDER BY w.id DESC`;
}

/** The ids of the products of `listItems` as a JSON array, in the same order. */
export const favoriteIds = (sql: Sql, userId: ReturnType<Sql>) => sql`
  coalesce((SELECT json_agg(w.product_id ORDER BY w.id DESC)
    FROM wishlist_items w JOIN products p ON p.id = w.product_id
    WHERE w.user_id = ${userId} AND p.status <> 'draft'), '[]')`;

/** Serializes changes of a user's list until the transaction ends; false if the user is deleted. */
export async function lockWishlist(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  return rows.length > 0;
}

export async function countItems(sql: Sql, userId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM wishlist_items WHERE user_id = ${userId}`;
  return row?.count ?? 0;
}

export async function insertItem(sql: Sql, userId: number, productId: number): Promise<void> {
  await sql`
    INSERT INTO wishlist_items (user_id, product_id) VALUES (${userId}, ${productId})
    ON CONFLICT (user_id, product_id) DO NOTHING`;
}

/** Removes a product from the list. False if it was not on it. */
export async function deleteItem(sql: Sql, userId: number, productId: number): Promise<boolean> {
  const rows = await sql`
    DELETE FROM wishlist_items WHERE user_id = ${userId} AND product_id = ${productId}
    RETURNING id`;
  return rows.length > 0;
}

/** The status of a product, which cannot be deleted until the transaction ends; null if none. */
export async function getProductStatus(sql: Sql, productId: number): Promise<string | null> {
  const [row] = await sql<{ status: string }[]>`
    SELECT status FROM products WHERE id = ${productId} FOR KEY SHARE`;
  return row?.status ?? null;
}

export async function deleteWishlist(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM wishlist_items WHERE user_id = ${userId}`;
}
