import { redirect } from "react-router";
import { z } from "zod";
import { SANDBOX_DECISIONS } from "#api/contract/sandbox-payments.ts";
import { decideSandboxPayment, getSandboxPayment } from "#app/api-client/wallet/deposits.server.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ifFound, orRejected } from "#app/request/or-rejected.ts";

export const sandboxFormSchema = z.object({
  decision: z.enum(SANDBOX_DECISIONS, "decision_required"),
});

type Decision = z.output<typeof sandboxFormSchema>["decision"];

/** The payment with this token; null if there is none. */
export async function findPayment(context: Context, token: string) {
  if (!isPaymentToken(token)) return null;
  const payment = await ifFound(getSandboxPayment(getApi(context), token));
  return payment && { ...payment, returnUrl: ownReturnPath(payment.returnUrl) };
}

/** Ends the payment with the payer's decision, and redirects. */
export async function decide(context: Context, token: string, decision: Decision) {
  const { pathname } = getUrl(context);
  const showPage = () => redirect(pathname, 303);
  if (!isPaymentToken(token)) return showPage();
  const deciding = decideSandboxPayment(getApi(context), token, decision);
  const decided = await orRejected(deciding, (error) => {
    // The payment was already decided (a double click, another tab) or is gone: its page says so.
    if (error.status === 409 || error.status === 404) return null;
    throw error;
  });
  // A dispute of a paid payment leads back to its page, where the next step is.
  if (decided === null || decision.startsWith("dispute")) return showPage();
  const path = ownReturnPath(decided.returnUrl);
  return path === null ? redirectTo(context, "/dashboard/deposits") : redirect(path, 303);
}

/**
 * The path of one of our own pages; null for any other target, which the list of deposits replaces.
 */
export function ownReturnPath(returnUrl: string): string | null {
  return returnUrl.startsWith("/") && !returnUrl.startsWith("//") ? returnUrl : null;
}

/** A possible payment token; nothing else is looked up. */
export function isPaymentToken(token: string): boolean {
  return /^[\w-]{8,64}$/.test(token);
}
