import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { refundDepositSchema } from "#api/contract/refunds.ts";
import type { RefundPlanView, RefundRequest } from "#app/api-client/staff/orders.server.ts";
import type { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import { type ShownMessage, toReference } from "#app/i18n/message-reference.ts";
import { toNotFound } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orRejected } from "#app/request/or-rejected.ts";
import { REFUND_DESTINATIONS, type RefundDestination } from "#domain/refunds.ts";

type Context = Readonly<RouterContextProvider>;

/** The amount is that of the confirmed preview, never "the full remaining amount" at that time. */
const refundForm = defineForm(
  z.object({
    operation_id: refundDepositSchema.shape.operation_id,
    amount: z.string().trim().max(20),
    destination: z.enum(REFUND_DESTINATIONS),
    reason: refundDepositSchema.shape.reason,
  }),
  { id: "refund", failure: "request_failed" },
);

/** The refund requested by the URL. */
export function readRefundQuery(context: Context) {
  const query = getUrl(context).searchParams;
  const amount = (query.get("amount") ?? "").trim().slice(0, 20);
  const asked = REFUND_DESTINATIONS.find((one) => one === query.get("destination"));
  return { amount, destination: asked ?? ("wallet" satisfies RefundDestination) };
}

/** The plan, or why there is none; a missing record redirects to the page that says so. */
export async function loadRefund(context: Context, planned: Promise<RefundPlanView>) {
  const form = await refundForm.load(context);
  const request = readRefundQuery(context);
  const rejected = orRejected(
    planned.then((plan) => ({ plan, problem: null })),
    (error) => {
      if (error.status === 404) throw toNotFound(context);
      return { plan: null, problem: nameProblem(error) };
    },
  );
  return { form, request, ...(await rejected) };
}

function nameProblem(error: ApiError): string | null {
  const messages: (ShownMessage | null)[] = [...(error.fields.amount ?? []), error.reason];
  const message = messages.find((one) => one !== null);
  return message ? toReference(message) : null;
}

/** Makes the confirmed refund, and redirects to its record. */
export function handleRefund(
  args: { request: Request; context: Context },
  path: string,
  refund: (api: ApiClient, request: RefundRequest) => Promise<void>,
) {
  return refundForm.handle(args, async (request) => {
    await refund(getApi(args.context), request);
    return redirectTo(args.context, path, { kind: "success", key: "staff_orders.refunded" });
  });
}
