import type { RouterContextProvider } from "react-router";
import { downloadOrder } from "#app/api-client/purchases.server.ts";
import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { toDownloadHeaders, ZIP } from "#app/request/download-headers.server.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { isApiId } from "#domain/ids.ts";
import type { Route } from "./+types/download";

/**
 * Streams the zip (spec §7). The browser requested a file: a rejection redirects to the order with
 * a message, never to a page of JSON. Hence the guard is here: what a middleware throws on a route
 * without a screen would reach the browser unchanged.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  try {
    await requireUser(context);
    if (!isApiId(params.id)) throw new ApiError(404, "order_not_found", null);
    const zip = await downloadOrder(getApi(context), params.id, {
      format: query.get("format"),
      size: query.get("size"),
    });
    return new Response(zip.body, { headers: toDownloadHeaders(zip.headers, ZIP) });
  } catch (error) {
    return redirectWithError(context, params.id, error);
  }
}

async function redirectWithError(
  context: Readonly<RouterContextProvider>,
  orderId: string,
  error: unknown,
): Promise<Response> {
  if (error instanceof Response) return error;
  if (error instanceof ApiError && error.status === 404) {
    return redirectTo(context, "/dashboard", { kind: "error", key: "errors.order_not_found" });
  }
  const back = `/dashboard?order=${encodeURIComponent(orderId)}`;
  if (error instanceof ApiError && (error.fields.format || error.fields.size)) {
    return redirectTo(context, back, { kind: "error", key: "order.choice_invalid" });
  }
  if (error instanceof ApiError && error.code === "delivery_not_open") {
    return redirectTo(context, back, { kind: "error", key: "errors.delivery_not_open" });
  }
  requireWebRequest(context).logError(`order ${orderId} could not be downloaded`, error);
  const key = "errors.download_failed";
  return redirectTo(context, back, { kind: "error", key, serverMessage: reasonOf(error) });
}
