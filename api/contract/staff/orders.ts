import { z } from "@hono/zod-openapi";
import { REFUND_DESTINATIONS } from "#domain/refunds.ts";
import { STAFF_LIST_SORTS, STAFF_SEARCH_LENGTH_MAX } from "#domain/staff-search.ts";
import { STAFF_ORDER_STATES } from "#domain/timeline.ts";
import { amountSchema, blankIsAbsent, idSchema, okEnvelope, pathTextSchema } from "../envelope.ts";
import { historyEnvelope, historyPageShape } from "../history.ts";
import { timelineEventSchema } from "../timeline.ts";

/** An order as staff see it; times are unix seconds. */
export const staffOrderSchema = z
  .object({
    id: idSchema,
    title: z.string(),
    slug: pathTextSchema,
    price: amountSchema,
    refunded: amountSchema,
    state: z.enum(STAFF_ORDER_STATES),
    currency: z.string(),
    user: z.object({ id: idSchema, email: z.string() }),
    created_at: z.number().int(),
  })
  .openapi("StaffOrder");

export const staffOrdersQuerySchema = z.object({
  ...historyPageShape,
  q: blankIsAbsent(z.string().max(STAFF_SEARCH_LENGTH_MAX)).openapi({
    type: "string",
    description:
      "An order's number, the start of an address or of a product's slug, a document's number " +
      "or the payment's reference.",
  }),
  state: blankIsAbsent(z.enum(STAFF_ORDER_STATES)),
  sort: blankIsAbsent(z.enum(STAFF_LIST_SORTS)),
});

export const staffOrdersResponseSchema = historyEnvelope(staffOrderSchema);
export const staffOrderResponseSchema = okEnvelope(
  staffOrderSchema.extend({
    licence: z.string(),
    timeline: z.array(timelineEventSchema),
    downloads_count: z.number().int(),
  }),
);

/** Preview of a refund, which changes nothing. */
export const refundPlanSchema = z
  .object({
    amount: amountSchema,
    left: amountSchema.openapi({ description: "Maximum refund." }),
    closes: z.boolean().openapi({ description: "Whether the order would be closed." }),
    to_wallet: amountSchema.openapi({ description: "Amount that stays on the balance." }),
    to_revenue: amountSchema.optional().openapi({
      description: "For a deleted account, which has no balance: amount that stays with the shop.",
    }),
    to_debt: amountSchema.openapi({
      description: "Amount applied to the user's outstanding debt.",
    }),
    sources: z.array(
      z.object({
        deposit_id: idSchema,
        provider: z.string(),
        amount: amountSchema,
        money: amountSchema,
        currency: z.string(),
      }),
    ),
  })
  .openapi("RefundPlan");
export const refundPlanResponseSchema = okEnvelope(refundPlanSchema);

const amountQuery = blankIsAbsent(z.string().max(20)).openapi({
  type: "string",
  description: "In the internal currency; defaults to the full remaining amount.",
});
export const orderRefundPlanQuerySchema = z.object({
  amount: amountQuery,
  destination: z.enum(REFUND_DESTINATIONS).default("wallet"),
});
export const depositRefundPlanQuerySchema = z.object({ amount: amountQuery });

export type StaffOrder = z.infer<typeof staffOrderSchema>;
export type StaffOrdersQuery = z.infer<typeof staffOrdersQuerySchema>;
export type StaffOrderDetail = z.infer<typeof staffOrderResponseSchema>["payload"];
export type RefundPlan = z.infer<typeof refundPlanSchema>;
