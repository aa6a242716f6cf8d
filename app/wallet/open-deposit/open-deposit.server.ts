import { data } from "react-router";
import { z } from "zod";
import {
  ApiError,
  isOutcomeUnclear,
  isUnavailable,
  reasonOf,
} from "#app/api-client/transport/api-error.server.ts";
import {
  type CancelOutcome,
  cancelDeposit,
  continueDeposit,
} from "#app/api-client/wallet/deposits.server.ts";
import { malformed, parseForm } from "#app/forms/parse-form.server.ts";
import { toReference } from "#app/i18n/message-reference.ts";
import { toNotFound } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { redirectToTarget } from "#app/request/redirect-to-target.ts";
import { isApiId } from "#domain/ids.ts";
import type { MessageCode } from "#domain/messages.ts";

/** The buttons of `OpenDepositForm`: the value of the pressed one is the deposit's id. */
const formSchema = z.object({ continue: z.string().optional(), cancel: z.string().optional() });

/**
 * The action of a page that lists open deposits: continues to the payment page of one, or cancels
 * it. An error is returned as a message reference, to be shown on the page. `path` is the page's
 * own. Throws a redirect to the "not found" page for an id that is not one of the user's deposits,
 * a 400 response for a form without one.
 */
export async function actOnDeposit(
  { request, context }: { request: Request; context: Context },
  path: string,
) {
  const submission = await parseForm(request, formSchema);
  const { continue: continued, cancel: canceled } =
    submission.status === "success" ? submission.value : {};
  const id = continued ?? canceled;
  if (id === undefined) throw malformed();
  if (!isApiId(id)) throw toNotFound(context, 303);
  const isContinued = continued !== undefined;
  try {
    return await (isContinued ? redirectToPaymentPage(context, id) : cancel(context, id, path));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw toNotFound(context, 303);
    return showProblem(context, error, isContinued ? "payment_unavailable" : nameFailure(error));
  }
}

async function redirectToPaymentPage(context: Context, id: string): Promise<Response> {
  const target = await continueDeposit(getApi(context), id);
  return redirectToTarget(context, target) ?? redirectTo(context, toStatus("processing", id));
}

async function cancel(context: Context, id: string, path: string): Promise<Response> {
  const outcome = await cancelDeposit(getApi(context), id);
  const place = outcome === "canceled" ? path + getUrl(context).search : PLACES[outcome](id);
  return redirectTo(context, place, TOASTS[outcome]);
}

const toStatus = (screen: "processing" | "success", id: string) =>
  `/${screen}-payment?order_id=${encodeURIComponent(id)}`;

/** The pages that show, for longer than a toast does, the outcome of a deposit that continued. */
const PLACES = {
  paid: (id: string) => toStatus("success", id),
  underway: (id: string) => toStatus("processing", id),
};

const TOASTS = {
  canceled: { kind: "success", key: "deposits.canceled_toast" },
  paid: { kind: "info", key: "deposits.paid_toast" },
  underway: { kind: "warning", key: "deposits.underway_toast" },
} as const satisfies Record<CancelOutcome, { kind: string; key: string }>;

/** If the provider or the server gave no result, it is unknown whether it was cancelled. */
function nameFailure(error: unknown): MessageCode {
  return isOutcomeUnclear(error) ? "payment_cancel_unclear" : "payment_unavailable";
}

function showProblem(context: Context, error: unknown, failure: MessageCode) {
  if (!(error instanceof ApiError) && !isUnavailable(error)) throw error;
  requireWebRequest(context).logError("an open deposit was not acted on", error);
  const problem = toReference(reasonOf(error) ?? { code: failure });
  return data({ problem }, { status: error.init.status });
}
