import { redirect } from "react-router";
import { readRedirect } from "#app/account/sign-in/login.server.ts";
import { localePath, toLogin, toVerifyEmail } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getUrl, getUser } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { orNull } from "#app/request/or-null.ts";

/** Loader of both screens after a link. Throws a redirect for a user who has not confirmed yet. */
export async function loadVerified(context: Context) {
  const user = await orNull(context, "profile", getUser(context));
  const locale = getLocale(context);
  const redirectPath = readRedirect(getUrl(context));
  if (user?.isEmailVerified === false) throw redirect(toVerifyEmail(locale, redirectPath), 302);
  const nextPath = redirectPath ?? localePath(locale, "/dashboard");
  if (user) return { isGuest: false, nextPath };
  return { isGuest: true, nextPath: toLogin(locale, nextPath) };
}
