import { z } from "@hono/zod-openapi";
import { amountSchema, idSchema, okEnvelope } from "./envelope.ts";

export const purchaseSchema = z
  .object({
    prompt_id: z
      .union([z.number().int().positive(), z.string().regex(/^\d{1,15}$/)])
      .openapi({ description: "The product's id." }),
    expected_price: amountSchema.optional().openapi({
      description: "The price the buyer saw; another price now answers `price_changed`.",
    }),
  })
  .openapi("Purchase");

export const orderSchema = z
  .object({
    id: idSchema,
    title: z.string(),
    price: amountSchema,
    currency: z.string(),
    image: z.string().nullish(),
    description: z.string().nullish(),
    created_at: z.string(),
    slug: z.string().nullish(),
    prompt: z.string().nullish().openapi({ description: "The bought prompt; owner only." }),
    licence: z.string().nullish(),
  })
  .openapi("Order");

export const purchaseAnswerSchema = okEnvelope(
  z.object({ order: orderSchema, already_owned: z.boolean() }),
);
export const purchaseHistoryAnswerSchema = okEnvelope(z.array(orderSchema));

export const downloadQuerySchema = z.object({
  format: z.string().max(10).optional(),
  size: z.string().max(20).optional(),
});

export type PurchaseBody = z.infer<typeof purchaseSchema>;
export type Order = z.infer<typeof orderSchema>;
