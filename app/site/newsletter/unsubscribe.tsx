import { data } from "react-router";
import { unsubscribe } from "#app/api-client/newsletter.server.ts";
import { parseForm, statusOfRefusal } from "#app/forms/parse-form.server.ts";
import { replyWithApiError } from "#app/forms/submission.server.ts";
import { getMessage } from "#app/middleware/locale.ts";
import { secretAddressMiddleware } from "#app/middleware/secret-address.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import type { Route } from "./+types/unsubscribe";
import { NEWSLETTER_LINK_FIELDS, newsletterLinkSchema } from "./link-form.server.ts";
import { NewsletterLinkScreen } from "./link-screen.tsx";

export const middleware: Route.MiddlewareFunction[] = [secretAddressMiddleware];

/** Leaving the newsletter by the link at the end of each of its mails. */
export function loader({ context }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  return { token: query.get("token") ?? "", isDone: query.has("done") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await parseForm(request, newsletterLinkSchema, NEWSLETTER_LINK_FIELDS);
  const token = submission.status === "success" ? submission.value.token : "";
  try {
    await unsubscribe(getApi(context), token);
  } catch (error) {
    const reply = replyWithApiError(submission, error, getMessage(context));
    return data({ token, reply }, { status: statusOfRefusal(error) });
  }
  return redirectTo(context, "/newsletter/unsubscribe?done=1");
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewsletterLinkScreen
      kind="unsubscribe"
      token={actionData?.token ?? loaderData.token}
      isDone={loaderData.isDone && !actionData}
      reply={actionData?.reply}
    />
  );
}
