import { z } from "zod";
import { SANDBOX_DECISIONS } from "#api/contract/sandbox-payments.ts";

export const sandboxFormSchema = z.object({
  decision: z.enum(SANDBOX_DECISIONS, "decision_required"),
});

/** Back to a page of our own; what leads elsewhere leads to the deposits instead. */
export function ownReturnPath(returnUrl: string): string | null {
  return returnUrl.startsWith("/") && !returnUrl.startsWith("//") ? returnUrl : null;
}

/** A token that can name a payment; anything else is not asked about. */
export function isPaymentToken(token: string): boolean {
  return /^[\w-]{8,64}$/.test(token);
}
