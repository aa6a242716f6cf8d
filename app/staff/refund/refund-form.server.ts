import { data } from "react-router";
import { z } from "zod";
import { refundDepositSchema } from "#api/contract/refunds.ts";
import type { RefundPlanView, RefundRequest } from "#app/api-client/staff/orders.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import { type ShownMessage, toReference } from "#app/i18n/message-reference.ts";
import { toNotFound } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orRejected } from "#app/request/or-rejected.ts";
import { parseSum } from "#domain/money.ts";
import { REFUND_DESTINATIONS, type RefundDestination } from "#domain/refunds.ts";

const AMOUNT_LENGTH_MAX = 20;

/** A preview, and the amount and destination that it is for. */
type Planned = { request: ReturnType<typeof readRefundQuery>; plan: RefundPlanView };

/**
 * The current choice, and the choice that was previewed: only if both are equal is the previewed
 * amount refunded, and never "the full remaining amount" at that time.
 */
const refundForm = defineForm(
  z.object({
    operation_id: refundDepositSchema.shape.operation_id,
    amount: z.string().trim().max(AMOUNT_LENGTH_MAX).optional(),
    destination: z.enum(REFUND_DESTINATIONS),
    planned_amount: z.string().trim().max(AMOUNT_LENGTH_MAX),
    planned_destination: z.enum(REFUND_DESTINATIONS),
    reason: refundDepositSchema.shape.reason,
    /** The button for another preview; the button that refunds has no name. */
    step: z.literal("preview").optional(),
  }),
  { id: "refund", failure: "request_failed" },
);

/** The refund requested by the URL. */
export function readRefundQuery(context: Context) {
  const query = getUrl(context).searchParams;
  return toChoice(query.get("amount"), query.get("destination"));
}

function toChoice(amount: unknown, destination: unknown) {
  const text = typeof amount === "string" ? amount : "";
  const asked = REFUND_DESTINATIONS.find((one) => one === destination);
  return {
    amount: text.trim().slice(0, AMOUNT_LENGTH_MAX),
    destination: asked ?? ("wallet" satisfies RefundDestination),
  };
}

/**
 * The preview, or the reason why there is none; a missing record redirects to the "not found" page.
 */
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

/**
 * Makes the confirmed refund, and redirects to its record. The preview button redirects to the
 * preview's URL. If amount or destination differ from the previewed ones, nothing is refunded: the
 * form is shown again with their preview. The same applies if it is rejected after that, because
 * the URL still names the first preview.
 */
export async function handleRefund(
  args: { request: Request; context: Context },
  path: string,
  {
    plan,
    refund,
  }: {
    plan: (api: ApiClient, choice: Planned["request"]) => Promise<RefundPlanView>;
    refund: (api: ApiClient, request: RefundRequest) => Promise<void>;
  },
) {
  const { context } = args;
  const submission = await refundForm.parse(args);
  const { payload } = submission;
  const request = toChoice(payload.amount, payload.destination);
  if (payload.step === "preview") {
    return redirectTo(context, `${path}/refund?${new URLSearchParams(request)}`);
  }
  const api = getApi(context);
  const previewed = toChoice(payload.planned_amount, payload.planned_destination);
  const reject = async (error?: unknown, fresh: Planned | null = null) => {
    const { data: failed, init } = refundForm.reject({ context, submission, error });
    const planned = fresh ?? (await planAgain(context, previewed, (choice) => plan(api, choice)));
    return data({ ...failed, ...(planned ? { planned } : {}) }, init ?? undefined);
  };
  if (submission.status !== "success") return reject();
  const { operation_id, reason, planned_amount, planned_destination } = submission.value;
  try {
    const isSame = (amount: string) =>
      parseSum(amount) === parseSum(planned_amount) && request.destination === planned_destination;
    if (!isSame(request.amount)) {
      const planned = { request, plan: await plan(api, request) };
      // The same amount can be typed in several ways: an empty field means everything that is left.
      if (!isSame(planned.plan.amount)) return reject(CHANGED, planned);
    }
    const confirmed = { operation_id, reason, destination: planned_destination };
    await refund(api, { ...confirmed, amount: planned_amount });
    return redirectTo(context, path, { kind: "success", key: "staff_orders.refunded" });
  } catch (error) {
    return reject(error);
  }
}

/** The preview with which a form was sent; null if it is the URL's, or cannot be loaded again. */
async function planAgain(
  context: Context,
  request: Planned["request"],
  plan: (choice: Planned["request"]) => Promise<RefundPlanView>,
): Promise<Planned | null> {
  const { amount, destination } = readRefundQuery(context);
  if (request.amount === "") return null;
  if (request.amount === amount && request.destination === destination) return null;
  try {
    return { request, plan: await plan(request) };
  } catch {
    // The typed values, and the reason for the rejection, matter more than the preview next to
    // them.
    return null;
  }
}

const CHANGED = new ApiError(409, "refund_changed", { code: "refund_changed" });
