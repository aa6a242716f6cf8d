import { data } from "react-router";
import { peekForm } from "#app/request/peek-form.ts";
import { EMAIL_LENGTH_MAX } from "#domain/accounts.ts";

/** The field of the button that goes from one of the two sign-in screens to the other. */
export const CARRY = "carry";

export type CarriedEmail = { carriedEmail: string };

/**
 * What was typed as the e-mail address on the other screen (sign in, register), when this post came
 * from there; null for a post of the form itself. It never stands in an address or a cookie.
 */
export async function readCarriedEmail(request: Request) {
  const form = await peekForm(request);
  if (!form.has(CARRY)) return null;
  const email = form.get("email");
  const carriedEmail = typeof email === "string" ? email.slice(0, EMAIL_LENGTH_MAX) : "";
  return data<CarriedEmail>({ carriedEmail });
}

/** The typed address that an action returned; undefined for any other reply. */
export function toCarriedEmail(reply: object | undefined): string | undefined {
  const isCarried = reply !== undefined && "carriedEmail" in reply;
  return isCarried && typeof reply.carriedEmail === "string" ? reply.carriedEmail : undefined;
}
