import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { type FlashToast, redirectTo } from "#app/request/flash-toast.ts";

/**
 * For a button without fields, whose page cannot show a form again. Returns the response of `run`;
 * if that fails, a redirect to the page `back` with the server's reason, or the text `key` if it
 * gives none (spec §8). Logs errors other than the API's as `what`. Throws redirects.
 */
export async function orToast(
  context: Context,
  { back, key, what }: { back: string; key: FlashToast["key"]; what: string },
  run: () => Promise<Response>,
): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!(error instanceof ApiError)) requireWebRequest(context).logError(what, error);
    return redirectTo(context, back, { kind: "error", key, serverMessage: reasonOf(error) });
  }
}
