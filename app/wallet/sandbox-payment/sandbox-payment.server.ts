import { z } from "zod";
import { SANDBOX_DECISIONS } from "#api/contract/sandbox-payments.ts";

export const sandboxFormSchema = z.object({
  decision: z.enum(SANDBOX_DECISIONS, "decision_required"),
});

/** Back to a page of this site; any other target becomes the deposits. */
export function ownReturnPath(returnUrl: string): string | null {
  return returnUrl.startsWith("/") && !returnUrl.startsWith("//") ? returnUrl : null;
}

/** A possible payment token; nothing else is requested. */
export function isPaymentToken(token: string): boolean {
  return /^[\w-]{8,64}$/.test(token);
}
