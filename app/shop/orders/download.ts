import { downloadOrder } from "#app/api-client/purchases.server.ts";
import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { sendDownload, sendHead, ZIP } from "#app/request/send-download.server.ts";
import { orToast } from "#app/shop/or-toast.server.ts";
import { toOrderPath, toUndeliverablePath } from "#app/shop/order-path.ts";
import { isApiId } from "#domain/ids.ts";
import type { Route } from "./+types/download";

/**
 * Streams the zip (spec §7). The browser requested a file, so a rejection redirects to the order
 * with a message, never to a page of JSON. For the same reason the guard is here: what a middleware
 * throws on a route without a screen would reach the browser unchanged.
 */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  await requireUser(context);
  if (request.method === "HEAD") return sendHead(download(context, id, { isHead: true }), ZIP);
  const what = `order ${id} could not be downloaded`;
  const failed = { back: toOrderPath(id), key: "errors.download_failed", what };
  return orToast(context, failed, () =>
    sendDownload(download(context, id), ZIP, async (error) => {
      const known = await redirectKnownError(context, id, error);
      if (known) return known;
      // Logged because the customer has paid for it.
      requireWebRequest(context).logError(what, error);
      throw error;
    }),
  );
}

/** The zip in the format and size of the URL. Throws ApiError 404 for an impossible order id. */
async function download(context: Context, id: string, { isHead = false } = {}): Promise<Response> {
  if (!isApiId(id)) throw new ApiError(404, "order_not_found", null);
  const query = getUrl(context).searchParams;
  const choice = { format: query.get("format"), size: query.get("size"), isHead };
  return downloadOrder(getApi(context), id, choice);
}

/** The response to errors that have their own text; null for all others. */
async function redirectKnownError(
  context: Context,
  id: string,
  error: ApiError,
): Promise<Response | null> {
  const toError = (path: string, key: string, serverMessage?: ShownMessage | null) =>
    redirectTo(context, path, { kind: "error", key, serverMessage });
  if (error.status === 404) {
    return toError("/dashboard", "errors.order_not_found", reasonOf(error));
  }
  const path = toOrderPath(id);
  if (error.code === "order_undeliverable") return redirectTo(context, toUndeliverablePath(id));
  if (error.fields.format || error.fields.size) return toError(path, "order.choice_invalid");
  const isLocked = error.code === "delivery_not_open" || error.code === "delivery_held";
  return isLocked ? toError(path, `errors.${error.code}`) : null;
}
