import { z } from "@hono/zod-openapi";
import { amountSchema, okEnvelope } from "./envelope.ts";

/** The sandbox provider's own hosted page (design §4): what it shows and what a payer may choose. */
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
      .openapi({ description: "Of a paid payment; null while nobody disputes it." }),
    description: z.string(),
    return_url: z.string().openapi({ description: "Where the payer goes when done." }),
  })
  .openapi("SandboxPayment");

export const sandboxDecisionSchema = z
  .object({ decision: z.enum(SANDBOX_DECISIONS) })
  .openapi("SandboxDecision");

export const sandboxPaymentResponseSchema = okEnvelope(sandboxPaymentSchema);

export type SandboxPayment = z.infer<typeof sandboxPaymentSchema>;
export type SandboxDecision = (typeof SANDBOX_DECISIONS)[number];
