import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { sendWithdrawal } from "#app/api-client/withdrawals.server.ts";
import { readForm } from "#app/forms/parse-form.server.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { toReceiptPath } from "#app/request/withdrawal-receipt.ts";
import { NAME_LENGTH_MAX } from "#domain/accounts.ts";
import { REFUND_DESTINATIONS } from "#domain/refunds.ts";
import type { Route } from "./+types/withdraw";

const toOrder = (id: string) => `/dashboard?order=${encodeURIComponent(id)}`;

/** A GET has nothing to show: somebody came back from login, or typed the URL. */
export function loader({ context, params }: Route.LoaderArgs) {
  return redirectTo(context, toOrder(params.id));
}

/**
 * Withdraws from an order that is not open yet, in one step: for a signed-in user, identity and
 * order are known. Redirects to the receipt, or back to the order with the error.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { name, surname, email } = await requireUser(context);
  const form = await readForm(request);
  const destination = REFUND_DESTINATIONS.find((one) => one === form.get("destination"));
  try {
    const sent = await sendWithdrawal(getApi(context), {
      operation_id: String(form.get("operation_id")),
      subject: "order",
      contract: params.id,
      // The statement requires a name; a user without one is identified by e-mail.
      name: ([name, surname].filter(Boolean).join(" ") || email).slice(0, NAME_LENGTH_MAX),
      email,
      destination: destination ?? "source",
    });
    return redirectTo(context, toReceiptPath({ ...sent, destination }));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!(error instanceof ApiError)) {
      requireWebRequest(context).logError(`order ${params.id} could not be withdrawn from`, error);
    }
    const key = "errors.withdrawal_failed";
    return redirectTo(context, toOrder(params.id), {
      kind: "error",
      key,
      serverMessage: reasonOf(error),
    });
  }
}
