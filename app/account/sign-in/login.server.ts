import { type RouterContextProvider, redirect, replace } from "react-router";
import { z } from "zod";
import { loginSchema } from "#api/contract/accounts.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { defineForm, type FormArgs } from "#app/forms/define-form.server.ts";
import { localePath, toLanguageOf } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { LOGIN_NOTES, type LoginNote, toLogin } from "#app/middleware/session-relay.ts";
import { leaveDocument, redirectTo } from "#app/request/flash-toast.ts";
import { addPendingFavorite } from "#app/request/pending-favorite.ts";
import { viaVerifyEmail } from "#app/request/verified-email.ts";
import { REDIRECT_LENGTH_MAX, safeRedirectPath } from "#domain/redirects.ts";

/** The redirect target is part of the form, so that a wrong password does not lose it. */
export const loginForm = defineForm(loginSchema.extend({ redirect: z.string().optional() }), {
  id: "login",
  failure: "login_failed",
  // Without the response this browser is not signed in.
  unclear: "login_failed",
  secrets: ["password"],
  fromApi: ofBothFields,
});

/**
 * The `redirect` of a guest's URL, if it is a page of this site; else null. In the language of the
 * screen: who changes it here goes on in it. If it is too long, throws a redirect to the same
 * screen without it, because forms and links would repeat it.
 */
export function readRedirect(url: URL): string | null {
  const redirectPath = url.searchParams.get("redirect");
  if (redirectPath !== null && redirectPath.length > REDIRECT_LENGTH_MAX)
    throw redirect(url.pathname, 302);
  const safePath = safeRedirectPath(redirectPath);
  return safePath === null ? null : toLanguageOf(url.pathname, safePath);
}

/**
 * Redirects who has just signed in to the requested page of this site, else to the dashboard (spec
 * §4 Authentication), with the favorite that they added as a guest. In the history it takes the
 * screen's place: members who go back there would be redirected again. With a document navigation:
 * browsers keep a guest's document for Back, which must not come to hold a member's data.
 */
export async function leadOn({ request, context }: FormArgs, redirectPath: unknown) {
  const locale = getLocale(context);
  const target = safeRedirectPath(redirectPath) ?? localePath(locale, "/dashboard");
  const onward = leaveDocument(replace(target, 303));
  const response = await addPendingFavorite(context, request, onward);
  return viaCookieCheck(request, locale, await viaVerifyEmail(context, response));
}

/**
 * The response after signing in or registering, for a browser that has sent no cookie yet: leads by
 * way of login. If the browser keeps the session, `requireGuest` leads on from there, also
 * where the profile cannot be read; else the screen says what the browser lacks, where the target's
 * guard would only ask to sign in again.
 */
export function viaCookieCheck(request: Request, locale: string, response: Response): Response {
  const target = safeRedirectPath(response.headers.get("location"));
  if (request.headers.has("cookie") || target === null) return response;
  response.headers.set("location", toLogin(locale, target, "cookies"));
  return response;
}

/** What login says to whom it has been redirected to; that cookies are needed only without any. */
export function readLoginNote(request: Request): LoginNote | null {
  const { searchParams } = new URL(request.url);
  const note = LOGIN_NOTES.find((known) => searchParams.has(known)) ?? null;
  return note === "cookies" && request.headers.has("cookie") ? null : note;
}

/** To sign in with an account that was just created, by a server that does not do so itself. */
export function redirectToSignIn(
  context: Readonly<RouterContextProvider>,
  redirectPath: unknown,
): Promise<Response> {
  const path = safeRedirectPath(redirectPath);
  const query = path === null ? "" : `?redirect=${encodeURIComponent(path)}`;
  return redirectTo(context, `/login${query}`, { kind: "success", key: "register.done" });
}

/**
 * The API reports wrong credentials on the e-mail field (spec §7 login). Which of the two is wrong
 * is unknown, so the error is shown for the whole form.
 */
function ofBothFields(error: ApiError): ApiError {
  if (error.status !== 422) return error;
  const [reason = error.reason] = Object.values(error.fields).flat();
  const { status, code, details, retryAfterSeconds } = error;
  return new ApiError(status, code, reason, { details, retryAfterSeconds });
}
