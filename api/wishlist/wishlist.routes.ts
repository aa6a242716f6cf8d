import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  wishlistRemoveResponseSchema,
  wishlistResponseSchema,
  wishlistToggleResponseSchema,
} from "../contract/wishlist.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { describeNotice } from "../http/messages.ts";
import { errorResponses, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { listWishlist, removeFromWishlist, toggleWishlist } from "./wishlist.service.ts";

const shared = { tags: ["wishlist"], security: memberSecurity, middleware: membersOnly };
const params = z.object({ productId: z.string().regex(/^[1-9]\d{0,14}$/) });

const listRoute = createRoute({
  ...shared,
  method: "get",
  path: "/wishlist",
  operationId: "getWishlist",
  summary: "List favorites",
  description: "Returns the signed-in user's favorites, newest first.",
  responses: { 200: jsonResponse("Products", wishlistResponseSchema), ...errorResponses(401) },
});

const toggleRoute = createRoute({
  ...shared,
  method: "post",
  path: "/wishlist/toggle/{productId}",
  operationId: "toggleWishlistItem",
  summary: "Add or remove a favorite",
  description: "Adds the product to the favorites, or removes it if it is one.",
  request: { params },
  responses: {
    200: jsonResponse("Whether the product is a favorite now", wishlistToggleResponseSchema),
    ...errorResponses(401, 404, 409, 410, 419, 429),
  },
});

const removeRoute = createRoute({
  ...shared,
  method: "delete",
  path: "/wishlist/{productId}",
  operationId: "removeWishlistItem",
  summary: "Remove a favorite",
  description: "Removes the product from the favorites. Idempotent.",
  request: { params },
  responses: {
    200: jsonResponse("The product is not a favorite", wishlistRemoveResponseSchema),
    ...errorResponses(401, 404, 419, 429),
  },
});

/** Favorites (spec §4 Wishlist, §7), with the messages of spec §8. */
export function wishlistRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) => {
    const payload = await listWishlist(deps, requireUser(c).id, c.get("locale"));
    return c.json({ ...OK, payload, message: "Wishlist fetched successfully" }, 200);
  });
  routes.openapi(toggleRoute, async (c) => {
    const productId = Number(c.req.valid("param").productId);
    const isOnIt = await toggleWishlist(deps, requireUser(c).id, productId);
    const payload = { in_wishlist: isOnIt, ...describeNotice("wishlist_updated") };
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(removeRoute, async (c) => {
    await removeFromWishlist(deps, requireUser(c).id, Number(c.req.valid("param").productId));
    return c.json({ ...OK, payload: describeNotice("wishlist_item_removed") }, 200);
  });
  return routes;
}
