import { z } from "@hono/zod-openapi";
import { amountSchema, okEnvelope } from "./envelope.ts";

/** The sandbox provider's hosted page (design §4): its content and the payer's choices. */
export const SANDBOX_DECISIONS = [
  "pay",
  "pay_later",
  "decline",
  "cancel",
  "dispute",
  "dispute_won",
  "dispute_lost",
] as const;

export const sandboxPaymentSchema = z
  .object({
    amount: amountSchema,
    currency: z.string(),
    method: z.string(),
    status: z.enum(["open", "pending", "paid", "failed", "canceled", "expired"]),
    dispute: z
      .enum(["opened", "won", "lost"])
      .nullish()
      .openapi({ description: "Dispute of a paid payment; null if none." }),
    description: z.string(),
    return_url: z.string().openapi({ description: "Return URL for the payer." }),
  })
  .openapi("SandboxPayment");

export const sandboxDecisionSchema = z
  .object({ decision: z.enum(SANDBOX_DECISIONS, "decision_required") })
  .openapi("SandboxDecision");

export const sandboxPaymentResponseSchema = okEnvelope(sandboxPaymentSchema);

export type SandboxPayment = z.infer<typeof sandboxPaymentSchema>;
export type SandboxDecision = (typeof SANDBOX_DECISIONS)[number];
