import { redirect } from "react-router";
import { reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { addToWishlist, removeFromWishlist } from "#app/api-client/wishlist.server.ts";
import { readForm } from "#app/forms/parse-form.server.ts";
import { findOtherSender, otherAccount } from "#app/forms/session/sender.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { findUser, toNotFound } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { addToast, type FlashToast, leaveDocument } from "#app/request/flash-toast.ts";
import { redirectGuestToLogin } from "#app/request/pending-favorite.ts";
import { isApiId } from "#domain/ids.ts";
import { safeRedirectPath } from "#domain/redirects.ts";
import type { Route } from "./+types/toggle-favorite";

/** Only a form changes a favorite; a link to this address shows the product. */
export function loader({ params, context }: Route.LoaderArgs) {
  return redirect(localePath(getLocale(context), `/products/${params.id}`), 302);
}

/**
 * Handles a click on a heart (spec §4 Wishlist): `favorite` is "on" or "off", which makes it
 * idempotent. Redirects to the page of the click, or returns 204 to scripts, which stay there;
 * either way the next page shows the result. Guests are redirected to login, and members whose page
 * belongs to another member back to it, as their own (`redirectToSource`: the form names the page,
 * a referrer often does not). Scripts get a 401 for both, and then submit the form itself.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (!isApiId(params.id)) return toNotFound(context, 303);
  const form = await readForm(request);
  const isAdded = form.get("favorite") !== "off";
  const place = new URL(request.url).searchParams.get("place");
  const from = toPlace(form.get("redirect"), place) ?? toProducts(context);
  const isPage = (request.headers.get("accept") ?? "").includes("text/html");
  // If that cannot be determined, the change itself fails and reports it.
  const other = await findOtherSender(context, form).catch(() => null);
  if (other && isPage) return redirectToSource(context, from, otherAccount(other));
  const message = other ? null : await changeWishlist(context, params.id, isAdded);
  if (message === null) {
    if (!isPage) return new Response(null, { status: 401 });
    return redirectGuestToLogin(context, isAdded ? { product: params.id, from } : null, from);
  }
  const response = isPage ? redirect(from, 303) : new Response(null, { status: 204 });
  await addToast(context, response, message);
  return response;
}

/**
 * Redirects to the page of the click in a new document, because it shows another account's data.
 */
async function redirectToSource(context: Context, from: string, message: FlashToast) {
  const response = leaveDocument(redirect(from, 303));
  await addToast(context, response, message);
  return response;
}

/**
 * The page of the click, at the element with the id `place`; null if it is not one of our pages.
 */
function toPlace(page: unknown, place: string | null): string | null {
  const path = safeRedirectPath(page);
  return path && place ? safeRedirectPath(`${path.split("#")[0]}#${place}`) : path;
}

const toProducts = (context: Context) => localePath(getLocale(context), "/products");

/** The outcome: the server's message, else the default of spec §8; null if nobody is signed in. */
async function changeWishlist(
  context: Context,
  productId: string,
  isAdded: boolean,
): Promise<FlashToast | null> {
  const api = getApi(context);
  try {
    if (!(await findUser(context))) return null;
    const change = isAdded ? addToWishlist : removeFromWishlist;
    const serverMessage = await change(api, productId);
    const key = isAdded ? "notices.wishlist_updated" : "notices.wishlist_item_removed";
    return { kind: "success", key, serverMessage };
  } catch (error) {
    // The session ended between the two calls, which also requires a sign-in.
    if (!api.jar.hasSession) return null;
    if (error instanceof Response) throw error;
    const serverMessage = reasonOf(error);
    if (!serverMessage)
      requireWebRequest(context).logError("the wishlist could not be changed", error);
    const key = isAdded ? "errors.wishlist_update_failed" : "errors.wishlist_remove_failed";
    return { kind: "error", key, serverMessage };
  }
}
