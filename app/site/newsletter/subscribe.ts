import { toMessage } from "#api/contract/issues.ts";
import { subscribeSchema } from "#api/contract/newsletter.ts";
import { subscribe } from "#app/api-client/newsletter.server.ts";
import { ApiError, isMissingCall, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { parseForm } from "#app/forms/parse-form.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { getMessage } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { redirectBack, redirectTo } from "#app/request/flash-toast.ts";
import { EMAIL_LENGTH_MAX } from "#domain/accounts.ts";
import { messageKey } from "#domain/messages.ts";
import type { Route } from "./+types/subscribe";

/** Only the box in the footer posts here; a visitor who follows a link is redirected home. */
export function loader({ context }: Route.LoaderArgs) {
  return redirectTo(context, "/");
}

/**
 * Subscribes to the newsletter (spec §5, §8): redirects to the page with a toast, an invalid
 * address kept in the box, or JSON for the box's own script, which shows the message in the box.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { isOk, isInvalid, message, typed } = await requestSubscription(request, context);
  const fallback = isOk ? SUBSCRIBED : FAILED;
  if (request.headers.get("accept")?.includes("application/json")) {
    const text = getMessage(context)(message ?? fallback);
    return Response.json({ isOk, isInvalid, text }, { status: isOk ? 200 : 422 });
  }
  return redirectBack(context, request, {
    kind: isOk ? "success" : "error",
    key: messageKey(fallback),
    serverMessage: message,
    newsletter: isOk ? undefined : typed,
    isInvalid,
  });
}

const SUBSCRIBED = "newsletter_subscribed";
const FAILED = "newsletter_failed";

type Outcome = {
  isOk: boolean;
  isInvalid?: boolean;
  message: ShownMessage | null;
  typed: string;
};

/** `message` is null if only success or failure is known; `isInvalid`: it is about the address. */
async function requestSubscription(request: Request, context: Context): Promise<Outcome> {
  const submission = await parseForm(request, subscribeSchema);
  const typed = String(submission.payload.email ?? "").slice(0, EMAIL_LENGTH_MAX);
  if (submission.status !== "success") {
    const [issue] = subscribeSchema.safeParse(submission.payload).error?.issues ?? [];
    return { isOk: false, isInvalid: true, message: issue ? toMessage(issue) : null, typed };
  }
  try {
    // Our own API sends a confirmation mail first; others describe what they do.
    const message = await subscribe(getApi(context), submission.value.email);
    return { isOk: true, message, typed };
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof ApiError) {
      // The message of a missing call, or of a failure, is not for visitors.
      const isForVisitors = error.status < 500 && !isMissingCall(error);
      const [problem] = error.fields.email ?? [];
      const message = isForVisitors ? (problem ?? reasonOf(error)) : null;
      return { isOk: false, isInvalid: problem !== undefined, message, typed };
    }
    requireWebRequest(context).logError("subscribing to the newsletter failed", error);
    return { isOk: false, message: null, typed };
  }
}
