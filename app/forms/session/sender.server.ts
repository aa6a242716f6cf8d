import type { RouterContextProvider } from "react-router";
import { getUser } from "#app/middleware/session-relay.ts";
import { leaveDocument, redirectBack } from "#app/request/flash-toast.ts";
import { SENDER_FIELD } from "../form-types.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Takes the sender out of a member's form. Throws a redirect back to its page, with a message, if
 * somebody else has signed in since, in another window of the same browser: what one person typed or
 * saw is not saved, or bought, in the account of another. A guest's request is left to the guards.
 */
export async function assertSender(
  { request, context }: { request: Request; context: Context },
  form: FormData,
): Promise<void> {
  const sender = form.get(SENDER_FIELD);
  form.delete(SENDER_FIELD);
  if (sender === null) return;
  const user = await getUser(context);
  if (!user || user.id === null || user.id === sender) return;
  const response = await redirectBack(context, request, {
    kind: "error",
    key: "shell.other_account",
    values: { email: user.email },
  });
  // The page shows what is another account's, also in fields that were typed into.
  throw leaveDocument(response);
}
