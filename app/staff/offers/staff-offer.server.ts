import { z } from "zod";
import { reviewOfferSchema } from "#api/contract/offers.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/** The contract's review as a form sends it: all values as text, the price as typed. */
const reviewSchema = z.object({
  decision: reviewOfferSchema.shape.decision,
  service_price: z.string().trim().max(20).optional(),
  message: reviewOfferSchema.shape.message,
  version: z.coerce.number().int().nonnegative().optional(),
});

export const reviewForm = defineForm(reviewSchema, {
  id: "review",
  failure: "request_failed",
});
