import { redirect, replace } from "react-router";
import { z } from "zod";
import { loginSchema } from "#api/contract/accounts.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { defineForm, type FormArgs } from "#app/forms/define-form.server.ts";
import { LOGIN_NOTES, type LoginNote, localePath, toLanguageOf, toLogin } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import type { Context } from "#app/middleware/web-context.ts";
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
  fromApi: toFormError,
});

/**
 * The `redirect` of a guest's URL if it is a page of this site; otherwise null. Uses the screen's
 * language, which the visitor may have changed here. If it is too long, throws a redirect to the
 * same screen without it, because forms and links would repeat it.
 */
export function readRedirect(url: URL): string | null {
  const redirectPath = url.searchParams.get("redirect");
  if (redirectPath !== null && redirectPath.length > REDIRECT_LENGTH_MAX)
    throw redirect(url.pathname, 302);
  const safePath = safeRedirectPath(redirectPath);
  return safePath === null ? null : toLanguageOf(url.pathname, safePath);
}

/**
 * Redirects a user who has just signed in to the requested page of this site, otherwise to the
 * dashboard (spec §4 Authentication), and adds the favorite that they chose as a guest. Replaces
 * the screen in the history, because going back there would redirect again. Navigates by document,
 * because browsers keep a guest's document for Back, which must never contain a member's data.
 */
export async function redirectAfterSignIn({ request, context }: FormArgs, redirectPath: unknown) {
  const locale = getLocale(context);
  const target = safeRedirectPath(redirectPath) ?? localePath(locale, "/dashboard");
  const onward = leaveDocument(replace(target, 303));
  const response = await addPendingFavorite(context, request, onward);
  return viaCookieCheck(request, locale, await viaVerifyEmail(context, response));
}

/**
 * The response after signing in or registering, for a browser that has not sent any cookie yet:
 * goes via the login screen. If the browser keeps the session, `requireGuest` redirects on from
 * there, even if the profile cannot be read. Otherwise the screen says that cookies are needed,
 * whereas the target's guard would only ask to sign in again.
 */
export function viaCookieCheck(request: Request, locale: string, response: Response): Response {
  const target = safeRedirectPath(response.headers.get("location"));
  if (request.headers.has("cookie") || target === null) return response;
  response.headers.set("location", toLogin(locale, target, "cookies"));
  return response;
}

/** The note for a visitor redirected to login; the one about cookies only if there are none. */
export function readLoginNote(request: Request): LoginNote | null {
  const { searchParams } = new URL(request.url);
  const note = LOGIN_NOTES.find((known) => searchParams.has(known)) ?? null;
  return note === "cookies" && request.headers.has("cookie") ? null : note;
}

/** Redirects to sign in with a new account, for servers that do not sign in on registration. */
export function redirectToSignIn(context: Context, redirectPath: unknown): Promise<Response> {
  const path = safeRedirectPath(redirectPath);
  const query = path === null ? "" : `?redirect=${encodeURIComponent(path)}`;
  return redirectTo(context, `/login${query}`, { kind: "success", key: "register.done" });
}

/**
 * Moves an error of both fields to the form: the API reports wrong credentials on the e-mail field
 * (spec §7 login), although it is unknown which of the two is wrong.
 */
function toFormError(error: ApiError): ApiError {
  if (error.status !== 422) return error;
  const [reason = error.reason] = Object.values(error.fields).flat();
  const { status, code, details, retryAfterSeconds } = error;
  return new ApiError(status, code, reason, { details, retryAfterSeconds });
}
