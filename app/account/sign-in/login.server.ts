import { redirect } from "react-router";
import { z } from "zod";
import { loginSchema } from "#api/contract/accounts.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { REDIRECT_LENGTH_MAX, safeRedirectPath } from "#domain/redirects.ts";

/** Where to go afterwards travels with the form, so that a wrong password does not lose it. */
export const loginForm = defineForm(loginSchema.extend({ redirect: z.string().optional() }), {
  id: "login",
  failure: "login_failed",
  secrets: ["password"],
  fromApi: ofBothFields,
});

/**
 * The `redirect` of a guest's address, when it is a page of ours; else null. Throws a redirect to
 * the same screen without one that is too long, because forms and links would repeat it.
 */
export function readRedirect(url: URL): string | null {
  const redirectPath = url.searchParams.get("redirect");
  if (redirectPath !== null && redirectPath.length > REDIRECT_LENGTH_MAX)
    throw redirect(url.pathname, 302);
  return safeRedirectPath(redirectPath);
}

/** To the requested page of our own, else to the dashboard (spec §4 Authentication). */
export function redirectAfterSignIn(locale: string, redirectPath: unknown): Response {
  return redirect(safeRedirectPath(redirectPath) ?? localePath(locale, "/dashboard"), 303);
}

/**
 * The API says of the e-mail field that address and password do not match (spec §7 login). Which of
 * them is wrong is not known, so the error belongs to the form.
 */
function ofBothFields(error: ApiError): ApiError {
  if (error.status !== 422) return error;
  const [reason = error.reason] = Object.values(error.fields).flat();
  return new ApiError(error.status, error.code, reason, {}, error.details);
}
