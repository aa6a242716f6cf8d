import { peekForm } from "#app/request/peek-form.ts";

/** The forms of the profile (spec §2), identified by their submit button. */
const PROFILE_INTENTS = ["profile", "cancel_email", "invoices", "password", "delete"] as const;
export type ProfileIntent = (typeof PROFILE_INTENTS)[number];

/** The submitted form; null if unknown. Leaves the request's body unread. */
export async function readIntent(request: Request): Promise<ProfileIntent | null> {
  const form = await peekForm(request);
  return PROFILE_INTENTS.find((intent) => intent === form.get("intent")) ?? null;
}
