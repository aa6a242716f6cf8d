import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

export const ownWishlistData: OwnData["lists"] = {
  wishlist_items: (sql, user, page) => sql`
    SELECT w.id, w.product_id, p.slug, w.created_at
    FROM wishlist_items w JOIN products p ON p.id = w.product_id
    WHERE w.user_id = ${user.id} ${ownPage(sql, sql`w.id`, page)}`,
};
