import type { RouterContextProvider } from "react-router";
import { subscribeSchema } from "#api/contract/newsletter.ts";
import { subscribe } from "#app/api-client/newsletter.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { parseForm } from "#app/forms/parse-form.server.ts";
import { getMessage } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { redirectBack, redirectTo } from "#app/request/flash-toast.ts";
import { EMAIL_LENGTH_MAX } from "#domain/accounts.ts";
import type { Route } from "./+types/subscribe";

/** Only the box in the footer leads here; whoever follows a link goes home. */
export function loader({ context }: Route.LoaderArgs) {
  return redirectTo(context, "/");
}

/**
 * Asks for the newsletter (spec §5, §8): back to the page with a toast, what was wrong kept in the box, or as JSON for the box's own
 * script, which shows the message where it was asked for.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { isOk, message, typed } = await ask(request, context);
  if (request.headers.get("accept")?.includes("application/json")) {
    const text = getMessage(context)(message);
    return Response.json({ isOk, text }, { status: isOk ? 200 : 422 });
  }
  return redirectBack(context, request, {
    kind: isOk ? "success" : "error",
    key: `message.${isOk ? SUBSCRIBED : FAILED}`,
    serverMessage: message,
    newsletter: isOk ? undefined : typed,
  });
}

const SUBSCRIBED = "You are subscribed to the newsletter.";
const FAILED = "An error occurred during subscription.";

/** The message in the contract's English, one of those that we have texts for. */
async function ask(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<{ isOk: boolean; message: string; typed: string }> {
  const submission = await parseForm(request, subscribeSchema);
  const typed = String(submission.payload.email ?? "").slice(0, EMAIL_LENGTH_MAX);
  if (submission.status !== "success") {
    return { isOk: false, message: submission.error?.email?.[0] ?? FAILED, typed };
  }
  try {
    // Our own API sends a mail first; any other says itself what it does.
    const message = (await subscribe(getApi(context), submission.value.email)) ?? SUBSCRIBED;
    return { isOk: true, message, typed };
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof ApiError) {
      const isKnown = error.code === "too_many_attempts" || error.status === 422;
      const message = error.fields.email?.[0] ?? error.message;
      return { isOk: false, message: isKnown && message ? message : FAILED, typed };
    }
    requireWebRequest(context).logError("subscribing to the newsletter failed", error);
    return { isOk: false, message: FAILED, typed };
  }
}
