import { z } from "@hono/zod-openapi";
import { productSchema } from "./catalog.ts";
import { idSchema, okEnvelope } from "./envelope.ts";

/** The item's id is the product's (spec §3 Wishlist item). */
export const wishlistItemSchema = z
  .object({
    ...productSchema.shape,
    id: idSchema,
    is_for_sale: z.boolean().optional().openapi({
      description: "False once the product is withdrawn; it stays on the list, without pictures.",
    }),
  })
  .openapi("WishlistItem");

export const wishlistResponseSchema = okEnvelope(z.array(wishlistItemSchema));
export const wishlistToggleResponseSchema = okEnvelope(
  z.object({
    in_wishlist: z.boolean(),
    message: z.string().optional(),
    code: z.string().optional(),
  }),
);
export const wishlistRemoveResponseSchema = okEnvelope(
  z.object({ message: z.string().optional(), code: z.string().optional() }).optional(),
);

export type WishlistItem = z.infer<typeof wishlistItemSchema>;
