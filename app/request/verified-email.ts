import type { MiddlewareFunction } from "react-router";
import { getProfile } from "#app/api-client/accounts.server.ts";
import { isEmailVerificationOn } from "#app/api-client/site.server.ts";
import { toVerifyEmail } from "#app/i18n/paths.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { hasUnsent } from "#app/middleware/note-unsent.ts";
import { getApi, sendToVerifyEmail } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { orNull } from "./or-null.ts";

/**
 * For screens with payments or long forms, behind requireUserMiddleware: if addresses must be
 * confirmed (spec §4), a user with an unconfirmed one is redirected to do that first, and then
 * back.
 */
export const requireVerifiedEmailMiddleware: MiddlewareFunction<Response> = async (
  { context },
  next,
) => {
  if (!hasUnsent(context)) await requireVerifiedEmail(context);
  return next();
};

/**
 * The same inside a loader that determines itself whether a payment follows. Throws the redirect.
 */
export async function requireVerifiedEmail(context: Context): Promise<void> {
  if (!(await isVerificationOn(context))) return;
  const user = await requireUser(context);
  if (user.isEmailVerified !== false) return;
  throw sendToVerifyEmail(context, getLocale(context));
}

/**
 * The response after signing in or registering (spec §4): if addresses must be confirmed and the
 * user's is not, continues to the target of `response` via the confirmation.
 */
export async function viaVerifyEmail(context: Context, response: Response): Promise<Response> {
  if (!(await isVerificationOn(context))) return response;
  const user = await orNull(context, "profile", getProfile(getApi(context)));
  if (user?.isEmailVerified !== false) return response;
  const path = toVerifyEmail(getLocale(context), response.headers.get("location"));
  response.headers.set("location", path);
  return response;
}

/** If settings cannot be loaded, nobody is blocked: the API decides. */
async function isVerificationOn(context: Context): Promise<boolean> {
  const isOn = await orNull(context, "settings", isEmailVerificationOn(getApi(context)));
  return isOn === true;
}
