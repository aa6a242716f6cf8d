import { z } from "@hono/zod-openapi";
import { PRODUCT_STATUSES } from "#domain/products.ts";
import { CHOSEN_SHELVES, SHELF_SIZE_MAX } from "#domain/shelves.ts";
import { idSchema, okEnvelope, rowIdInBodySchema } from "../envelope.ts";

const shelfProductSchema = z
  .object({
    id: idSchema,
    slug: z.string(),
    title: z.string(),
    status: z
      .enum(PRODUCT_STATUSES)
      .openapi({ description: "Only published products are visible." }),
    picture: z.string().nullable().openapi({ description: "Hash of its picture." }),
  })
  .openapi("ShelfProduct");

const shelfSchema = z.object({
  chosen: z.array(shelfProductSchema),
  fallback: z.array(shelfProductSchema).openapi({
    description: "Fallback without a choice.",
  }),
});

export const shelvesResponseSchema = okEnvelope(
  z.object({ hero: shelfSchema, featured: shelfSchema }).openapi("Shelves"),
);

const ids = z
  .array(rowIdInBodySchema("choice_required"))
  .max(SHELF_SIZE_MAX)
  .refine((list) => new Set(list.map(String)).size === list.length);
export const arrangeShelfSchema = z
  .object({
    shelf: z.enum(CHOSEN_SHELVES),
    ids: ids.openapi({
      description: "All products of the shelf, in order; empty for the fallback.",
    }),
    seen: ids.openapi({
      description: "The shelf as read; after a concurrent change the error is `shelf_changed`.",
    }),
  })
  .openapi("ArrangeShelf");

export type Shelves = z.infer<typeof shelvesResponseSchema>["payload"];
export type ArrangeShelfBody = z.infer<typeof arrangeShelfSchema>;
