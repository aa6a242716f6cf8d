import type { User } from "#app/api-client/accounts.server.ts";
import { getUser } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { type FlashToast, leaveDocument, redirectBack } from "#app/request/flash-toast.ts";
import { SENDER_FIELD } from "#domain/unsent-forms.ts";

/**
 * Removes the sender from a member's form. If somebody else has signed in since, in another window
 * of the same browser, throws a redirect back to its page, with a message: what one person typed or
 * saw must not be saved or bought in another's account. Leaves a guest's request to the guards.
 */
export async function assertSender(
  { request, context }: { request: Request; context: Context },
  form: FormData,
): Promise<void> {
  const other = await findOtherSender(context, form);
  form.delete(SENDER_FIELD);
  if (!other) return;
  const response = await redirectBack(context, request, otherAccount(other));
  // The page shows another account's data, even in fields that were typed into.
  throw leaveDocument(response);
}

/** The message on the page when it returns as that of `other`, the member signed in now. */
export function otherAccount(other: User): FlashToast {
  return { kind: "error", key: "shell.other_account", values: { email: other.email } };
}

/** The signed-in member, if the form says that it belongs to another one; else null. */
export async function findOtherSender(context: Context, form: FormData): Promise<User | null> {
  const sender = form.get(SENDER_FIELD);
  if (sender === null) return null;
  const user = await getUser(context);
  return user && user.id !== null && user.id !== sender ? user : null;
}
