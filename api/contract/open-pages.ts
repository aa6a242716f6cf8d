import { z } from "@hono/zod-openapi";
import { idSchema } from "./envelope.ts";

/** What a payer who left a deposit's payment page can still do; an absent field means no. */
export const openPageShape = {
  can_continue: z.boolean().optional().openapi({
    description: "True while its payment page is open: see `POST /deposit/{id}/continue`.",
  }),
  can_cancel: z.boolean().optional().openapi({
    description: "True while it can be cancelled: see `POST /deposit/{id}/cancel`.",
  }),
};

export const continuedDepositResponseSchema = z
  .object({ status: z.literal("OK"), redirect_url: z.string() })
  .openapi("ContinuedDeposit");

export const canceledDepositResponseSchema = z
  .object({
    status: z.literal("OK"),
    order: z.object({
      id: idSchema,
      status: z.string().openapi({ description: "One of: failed, success, processing" }),
    }),
  })
  .openapi("CanceledDeposit");
