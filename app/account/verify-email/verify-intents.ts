import { peekForm } from "#app/request/peek-form.ts";

/** The two forms of the screen, identified by their submit button. */
const VERIFY_INTENTS = ["resend", "correct"] as const;

/** The submitted form; null if unknown. Leaves the request's body unread. */
export async function readVerifyIntent(request: Request) {
  const form = await peekForm(request);
  return VERIFY_INTENTS.find((intent) => intent === form.get("intent")) ?? null;
}
