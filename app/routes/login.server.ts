import { redirect } from "react-router";
import { z } from "zod";
import { loginSchema } from "#api/contract/accounts.ts";
import { localePath } from "#app/i18n/paths.ts";
import { safeRedirectPath } from "#domain/redirects.ts";

/** Where to go afterwards travels with the form, so that a wrong password does not lose it. */
export const loginFormSchema = loginSchema.extend({ redirect: z.string().optional() });
export const LOGIN_FIELDS = ["email", "password", "remember", "redirect"] as const;

/** To the wanted page of our own, else to the dashboard (spec §4 Authentication). */
export function redirectAfterSignIn(locale: string, wanted: unknown): Response {
  return redirect(safeRedirectPath(wanted) ?? localePath(locale, "/dashboard"), 303);
}
