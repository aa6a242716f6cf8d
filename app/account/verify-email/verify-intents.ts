import { peekForm } from "#app/request/peek-form.ts";

/** The two forms of the screen, by the name of their buttons. */
const VERIFY_INTENTS = ["resend", "correct"] as const;

/** Which of the forms was sent; null for none of them. Leaves the request unread. */
export async function readVerifyIntent(request: Request) {
  const form = await peekForm(request);
  return VERIFY_INTENTS.find((intent) => intent === form.get("intent")) ?? null;
}
