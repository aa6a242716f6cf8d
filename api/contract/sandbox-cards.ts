import { z } from "@hono/zod-openapi";
import { amountSchema, okEnvelope } from "./envelope.ts";

/** The sandbox payout provider's page. Card numbers are only sent to it, never returned. */
export const sandboxCardSchema = z
  .object({
    amount: amountSchema,
    currency: z.string(),
    status: z.enum(["open", "given", "canceled"]),
    return_url: z.string().openapi({ description: "Return URL for the seller." }),
  })
  .openapi("SandboxCard");

/** The card details of spec §3. */
const typed = z.string().max(100, "text_too_long").default("");

const sandboxCardFormShape = {
  decision: z.enum(["save", "cancel"], "decision_required").default("save"),
  number: typed.openapi({ description: "One of the sandbox's test cards; any other is rejected." }),
  holder: typed,
  exp_month: typed,
  exp_year: typed,
};
export const sandboxCardFormSchema = z.object(sandboxCardFormShape).openapi("SandboxCardForm");

export const sandboxCardResponseSchema = okEnvelope(sandboxCardSchema);
export type SandboxCard = z.infer<typeof sandboxCardSchema>;
export type SandboxCardForm = z.infer<typeof sandboxCardFormSchema>;
