import { redirect } from "react-router";
import { reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { addToWishlist } from "#app/api-client/wishlist.server.ts";
import { toLogin } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { type Context, createOwnCookie, requireWebRequest } from "#app/middleware/web-context.ts";
import { isApiId } from "#domain/ids.ts";
import { isRecord } from "#domain/json.ts";
import { safeRedirectPath } from "#domain/redirects.ts";
import { addToast } from "./flash-toast.ts";

/** The product that a guest added, and the page of the click. */
type PendingFavorite = { product: string; from: string };

/**
 * Stores a guest's favorite until the subsequent sign-in. Only our own form sets it, and only a
 * sign-in that redirects back to that page uses it, so that no link from another site can add
 * anything, and no later user of the browser gets an earlier user's favorite.
 */
const pendingCookie = createOwnCookie("pending_favorite", { maxAge: 30 * 60 });

/** Redirects to login and back; the sign-in will add the favorite (spec §4 Wishlist). */
export async function redirectGuestToLogin(
  context: Context,
  pending: PendingFavorite | null,
  from: string,
) {
  const response = redirect(toLogin(getLocale(context), from), 303);
  if (pending) {
    response.headers.append("set-cookie", await pendingCookie.serialize(context, pending));
  }
  await addToast(context, response, { kind: "info", key: "wishlist.sign_in" });
  return response;
}

/**
 * Adds the favorite for which the guest has just signed in or registered, with a toast on the page
 * that `response` redirects to, and clears the cookie. A failure is logged and shown; the sign-in
 * itself has succeeded.
 */
export async function addPendingFavorite(
  context: Context,
  request: Request,
  response: Response,
): Promise<Response> {
  const pending = await pendingCookie.parse(request);
  if (pending === null) return response;
  response.headers.append("set-cookie", await pendingCookie.clear(context));
  if (!isPendingFavorite(pending) || pending.from !== response.headers.get("location"))
    return response;
  try {
    const serverMessage = await addToWishlist(getApi(context), pending.product);
    const key = "notices.wishlist_updated";
    await addToast(context, response, { kind: "success", key, serverMessage });
  } catch (error) {
    requireWebRequest(context).logError("a guest's favorite could not be added", error);
    const key = "errors.wishlist_update_failed";
    await addToast(context, response, { kind: "error", key, serverMessage: reasonOf(error) });
  }
  return response;
}

function isPendingFavorite(value: unknown): value is PendingFavorite {
  return isRecord(value) && isApiId(value.product) && safeRedirectPath(value.from) !== null;
}
