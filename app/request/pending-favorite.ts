import { createCookie, type RouterContextProvider, redirect } from "react-router";
import { reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { addToWishlist } from "#app/api-client/wishlist.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { safeRedirectPath } from "#domain/redirects.ts";
import { isProductId } from "#domain/wishlist.ts";
import { addToast } from "./flash-toast.ts";

/** What a guest wanted to keep, and the page where the heart was pressed. */
type Wish = { product: string; from: string };
type Context = Readonly<RouterContextProvider>;

/**
 * Holds a guest's favourite until the sign-in that it led to. Only our own form sets it and only a
 * sign-in that leads back to that page uses it, so no link of a stranger's can add anything, and
 * whoever signs in later for another reason does not find what somebody else had pressed.
 */
const wishCookie = createCookie("wish", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  maxAge: 30 * 60,
});

/** To login and back to where the guest was; the sign-in will set the favourite (spec §4 Wishlist). */
export async function askToSignIn(context: Context, wish: Wish | null, from: string) {
  const login = localePath(getLocale(context), "/login");
  const response = redirect(`${login}?redirect=${encodeURIComponent(from)}`, 303);
  if (wish) response.headers.append("set-cookie", await wishCookie.serialize(wish));
  await addToast(context, response, { kind: "info", key: "wishlist.sign_in" });
  return response;
}

/**
 * Sets the favourite for which the guest has just signed in or registered, says so on the page where
 * `response` leads, and forgets the wish. A wish that fails is logged and said; signing in has worked.
 */
export async function fulfilWish(
  context: Context,
  request: Request,
  response: Response,
): Promise<Response> {
  const wish: unknown = await wishCookie.parse(request.headers.get("cookie")).catch(() => null);
  if (wish === null) return response;
  response.headers.append("set-cookie", await wishCookie.serialize("", { maxAge: 0 }));
  if (!isWish(wish) || wish.from !== response.headers.get("location")) return response;
  try {
    const serverMessage = await addToWishlist(getApi(context), wish.product);
    const key = "notices.wishlist_updated";
    await addToast(context, response, { kind: "success", key, serverMessage });
  } catch (error) {
    requireWebRequest(context).logError("a guest's favourite could not be set", error);
    const key = "errors.wishlist_update_failed";
    await addToast(context, response, { kind: "error", key, serverMessage: reasonOf(error) });
  }
  return response;
}

function isWish(value: unknown): value is Wish {
  if (typeof value !== "object" || value === null) return false;
  const { product, from } = value as Record<string, unknown>;
  return isProductId(product) && safeRedirectPath(from) !== null;
}
