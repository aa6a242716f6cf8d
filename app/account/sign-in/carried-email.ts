import { data } from "react-router";
import { peekForm } from "#app/request/peek-form.ts";
import { EMAIL_LENGTH_MAX } from "#domain/accounts.ts";

/** The field sent by the button that switches between the two sign-in screens. */
export const SWITCH_FIELD = "carry";

export type CarriedEmail = { carriedEmail: string };

/**
 * The e-mail address typed on the other screen (sign in, register), if this post came from there;
 * null for a submission of the form itself. It is never put in a URL or a cookie.
 */
export async function readCarriedEmail(request: Request) {
  const form = await peekForm(request);
  if (!form.has(SWITCH_FIELD)) return null;
  const email = form.get("email");
  const carriedEmail = typeof email === "string" ? email.slice(0, EMAIL_LENGTH_MAX) : "";
  return data<CarriedEmail>({ carriedEmail });
}

/** The typed address in an action's result; undefined for any other result. */
export function toCarriedEmail(reply: object | undefined): string | undefined {
  const isCarried = reply !== undefined && "carriedEmail" in reply;
  return isCarried && typeof reply.carriedEmail === "string" ? reply.carriedEmail : undefined;
}
