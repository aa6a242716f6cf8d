import type { User } from "#app/api-client/accounts.server.ts";
import { sendWithdrawal } from "#app/api-client/withdrawals.server.ts";
import { readForm } from "#app/forms/parse-form.server.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { signQuery } from "#app/request/signed-query.ts";
import { toReceiptPath } from "#app/request/withdrawal-receipt.ts";
import { orToast } from "#app/shop/or-toast.server.ts";
import { toOrderPath } from "#app/shop/order-path.ts";
import { NAME_LENGTH_MAX } from "#domain/accounts.ts";
import { REFUND_DESTINATIONS, type RefundDestination } from "#domain/refunds.ts";
import type { Route } from "./+types/withdraw";

/** There is nothing to show: somebody came back from login, or typed the address. */
export function loader({ context, params }: Route.LoaderArgs) {
  return redirectTo(context, toOrderPath(params.id));
}

/**
 * Withdraws from an order that is not open yet, in one step: for a signed-in user, identity and
 * order are known. Redirects to the receipt, or back to the order with the error.
 */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request);
  const destination = REFUND_DESTINATIONS.find((one) => one === form.get("destination"));
  const operationId = String(form.get("operation_id"));
  const what = `order ${id} could not be withdrawn from`;
  const failed = { back: toOrderPath(id), key: "errors.withdrawal_failed", what };
  return orToast(context, failed, async () => {
    const statement = { ...toStatement(id, user, destination), operation_id: operationId };
    const sent = await sendWithdrawal(getApi(context), statement);
    return redirectTo(context, signQuery(context, toReceiptPath(sent)));
  });
}

function toStatement(orderId: string, user: User, destination: RefundDestination = "source") {
  const { name, surname, email } = user;
  return {
    subject: "order" as const,
    contract: orderId,
    // The statement needs a name; somebody who never stated one is identified by the e-mail
    // address.
    name: ([name, surname].filter(Boolean).join(" ") || email).slice(0, NAME_LENGTH_MAX),
    email,
    destination,
  };
}
