import { z } from "zod";
import { answerOfferSchema } from "#api/contract/offers.ts";

/** The contract's answer as a form sends it: every value a text, the price as people write it. */
export const answerFormSchema = z.object({
  decision: answerOfferSchema.shape.decision,
  service_price: z.string().trim().max(20).optional(),
  message: answerOfferSchema.shape.message,
  version: z.coerce.number().int().nonnegative().optional(),
});
export const ANSWER_FIELDS = ["decision", "service_price", "message", "version"] as const;
