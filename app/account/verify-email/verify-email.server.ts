import { redirect } from "react-router";
import { z } from "zod";
import { updateProfileSchema } from "#api/contract/accounts.ts";
import { readRedirect } from "#app/account/sign-in/login.server.ts";
import { type User, updateProfile } from "#app/api-client/accounts.server.ts";
import {
  type EmailVerificationView,
  getEmailVerification,
  resendEmailLink,
} from "#app/api-client/email-verification.server.ts";
import { isEmailVerificationOn } from "#app/api-client/site.server.ts";
import { defineForm, type FormArgs } from "#app/forms/define-form.server.ts";
import { localePath, toVerifyEmail } from "#app/i18n/paths.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getUrl, redirectToLogin } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";

const intent = z.string().optional();

export const resendForm = defineForm(z.object({ intent }), {
  id: "resend",
  failure: "email_link_resend_failed",
  unclear: "email_link_resend_failed",
});

export const correctForm = defineForm(
  z.object({
    intent,
    email: updateProfileSchema.shape.email.unwrap(),
    current_password: updateProfileSchema.shape.current_password.unwrap().min(1, {
      error: "current_password_required",
    }),
  }),
  { id: "correct", failure: "request_failed", secrets: ["current_password"] },
);

/** Null for a server that does not report it; then the profile decides. */
export function loadStatus(context: Context): Promise<EmailVerificationView | null> {
  return orNull(context, "e-mail verification", getEmailVerification(getApi(context)));
}

/** The address to confirm. Throws a redirect to the target page if there is none (spec §2, §4). */
export async function loadPending(context: Context, redirectPath: string | null) {
  const user = await requireUser(context);
  const status = await loadStatus(context);
  if (isConfirmed(context, user, redirectPath) && !status?.isChange)
    throw await redirectConfirmed(context, redirectPath);
  return {
    /** "" if the server does not report it before it is confirmed. */
    email: status?.email ?? user.email,
    isChange: status?.isChange ?? false,
    isMailed: status?.isMailed ?? true,
    waitSeconds: status?.waitSeconds ?? 0,
    isRequired: await orNull(context, "settings", isEmailVerificationOn(getApi(context))),
  };
}

/**
 * A server that does not state it sends here, with a page to return to, those whose address is not
 * confirmed (spec §8); the member says when it is.
 */
function isConfirmed(context: Context, user: User, redirectPath: string | null): boolean {
  const isChecked = getUrl(context).searchParams.has("checked");
  return user.isEmailVerified ?? (redirectPath === null || isChecked);
}

/** Returns to the previous page if the address is confirmed; else shows a message. */
async function redirectConfirmed(context: Context, redirectPath: string | null): Promise<Response> {
  const locale = getLocale(context);
  if (!getUrl(context).searchParams.has("checked")) {
    return redirect(toVerifyEmail(locale, redirectPath, "/already-success"), 302);
  }
  return redirect(redirectPath ?? localePath(locale, "/dashboard"), 302);
}

/** Sends the link again (spec §7 email/verify/resend), and confirms that on the same screen. */
export async function resend(args: FormArgs) {
  return resendForm.handle(args, async (_, api) => {
    const redirectPath = readRedirect(getUrl(args.context));
    await resendEmailLink(api, redirectPath ?? undefined);
    return redirect(toVerifyEmail(getLocale(args.context), redirectPath), 303);
  });
}

/** Replaces a mistyped address; the link is sent to the new one. */
export async function correct(args: FormArgs) {
  const { context } = args;
  return correctForm.handle(
    args,
    async ({ email, current_password }, api) => {
      await updateProfile(api, { email, current_password });
      const redirectPath = readRedirect(getUrl(context));
      return redirect(toVerifyEmail(getLocale(context), redirectPath), 303);
    },
    // The profile's own path is exempt from redirects (session-relay.ts).
    { 401: () => redirectToLogin(getLocale(context), getUrl(context)) },
  );
}

/** Redirects to a message with a link to continue, after a link was used. */
export function redirectAfterConfirmation(
  context: Context,
  { isRepeated, redirectPath }: { isRepeated: boolean; redirectPath: string | null },
): Promise<Response> {
  const screen = isRepeated ? "already-success" : "success";
  const query = redirectPath === null ? "" : `?redirect=${encodeURIComponent(redirectPath)}`;
  return redirectTo(context, `/email/verify/${screen}${query}`);
}
