import { getOrder, giveConsent } from "#app/api-client/purchases.server.ts";
import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { readForm } from "#app/forms/parse-form.server.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { readConsent } from "#app/shop/read-consent.server.ts";
import type { Route } from "./+types/consent";

/** A GET has nothing to show: somebody came back from login, or typed the URL. */
export function loader({ context, params }: Route.LoaderArgs) {
  return redirectTo(context, `/dashboard?order=${encodeURIComponent(params.id)}`);
}

/**
 * Consents to the delivery of an order placed without consent; redirects back to the order either
 * way.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  await requireUser(context);
  const back = `/dashboard?order=${encodeURIComponent(params.id)}`;
  const consent = readConsent(getLocale(context), await readForm(request));
  if (!consent) {
    return redirectTo(context, back, { kind: "error", key: "errors.consent_required" });
  }
  const api = getApi(context);
  try {
    await giveConsent(api, params.id, consent);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!(error instanceof ApiError)) {
      requireWebRequest(context).logError(`order ${params.id} could not be opened`, error);
    }
    const key = "errors.request_failed";
    return redirectTo(context, back, { kind: "error", key, serverMessage: reasonOf(error) });
  }
  const order = await orNull(context, "order", getOrder(api, params.id));
  return redirectTo(
    context,
    back,
    order?.isOpen
      ? { kind: "success", key: "order.opened_toast", values: { title: order.title } }
      : undefined,
  );
}
