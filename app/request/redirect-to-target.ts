import { redirect } from "react-router";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { PaymentTarget } from "#app/api-client/transport/payment-target.server.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { ERRORS } from "#domain/messages.ts";

/**
 * Redirects to a provider's page; null if the server returns none. Throws ApiError
 * payment_unavailable for a disallowed site.
 */
export function redirectToTarget(
  context: Context,
  { redirectUrl, rejectedOrigin }: PaymentTarget,
): Response | null {
  if (redirectUrl !== null) return redirect(redirectUrl, 303);
  if (rejectedOrigin === null) return null;
  const hint = new Error(`payments may not lead to ${rejectedOrigin}: see PAYMENT_ORIGINS`);
  requireWebRequest(context).logError("a server named a page that is not allowed", hint);
  const code = "payment_unavailable";
  throw new ApiError(ERRORS[code].status, code, { code });
}
