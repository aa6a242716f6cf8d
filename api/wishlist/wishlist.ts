import type { Noun } from "../noun.ts";
import { ownWishlistData } from "./own-data.queries.ts";
import { deleteWishlist } from "./wishlist.queries.ts";
import { wishlistRoutes } from "./wishlist.routes.ts";

/** Members' favorite products (spec §4 Wishlist, §7). */
export const wishlist: Noun = {
  name: "wishlist",
  routes: [{ at: "/api", routes: wishlistRoutes }],
  accountDeletion: { erase: ({ sql, user }) => deleteWishlist(sql, user.id) },
  ownData: { lists: ownWishlistData },
};
