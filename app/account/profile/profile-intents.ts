import { peekForm } from "#app/request/peek-form.ts";

/** The forms of the profile (spec §2), by the name of their buttons. */
export const PROFILE_INTENTS = [
  "profile",
  "cancel_email",
  "invoices",
  "password",
  "delete",
] as const;
export type ProfileIntent = (typeof PROFILE_INTENTS)[number];

/** Which of the forms was sent; null for none of them. Leaves the request unread. */
export async function readIntent(request: Request): Promise<ProfileIntent | null> {
  const form = await peekForm(request);
  return PROFILE_INTENTS.find((intent) => intent === form.get("intent")) ?? null;
}
