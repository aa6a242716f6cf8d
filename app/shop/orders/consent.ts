import { getOrder, giveConsent } from "#app/api-client/purchases.server.ts";
import { readForm } from "#app/forms/parse-form.server.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { type FlashToast, redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { orToast } from "#app/shop/or-toast.server.ts";
import { toOrderPath } from "#app/shop/order-path.ts";
import { readSentConsent } from "#app/shop/sent-consent.server.ts";
import type { Route } from "./+types/consent";

/** A GET has nothing to show: somebody came back from login, or typed the URL. */
export function loader({ context, params }: Route.LoaderArgs) {
  return redirectTo(context, toOrderPath(params.id));
}

/**
 * Consents to the delivery of an order that was placed without consent; redirects to the order in
 * any case.
 */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  await requireUser(context);
  const back = toOrderPath(id);
  const consent = readSentConsent(getLocale(context), await readForm(request));
  if (!consent) {
    return redirectTo(context, back, { kind: "error", key: "errors.consent_required" });
  }
  const what = `order ${id} could not be opened`;
  return orToast(context, { back, key: "errors.request_failed", what }, async () => {
    await giveConsent(getApi(context), id, consent);
    return redirectTo(context, back, await toOpened(context, id));
  });
}

/** The message about an order that is now open; none if the server does not report the order. */
async function toOpened(context: Context, id: string) {
  const order = await orNull(context, "order", getOrder(getApi(context), id));
  if (!order?.isOpen) return undefined;
  const { title } = order;
  return { kind: "success", key: "order.opened_toast", values: { title } } satisfies FlashToast;
}
