import { data } from "react-router";
import { confirmSubscription } from "#app/api-client/newsletter.server.ts";
import { parseForm, statusOfRefusal } from "#app/forms/parse-form.server.ts";
import { replyWithApiError } from "#app/forms/submission.server.ts";
import { getMessage } from "#app/middleware/locale.ts";
import { secretAddressMiddleware } from "#app/middleware/secret-address.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import type { Route } from "./+types/confirm";
import { NEWSLETTER_LINK_FIELDS, newsletterLinkSchema } from "./link-form.server.ts";
import { NewsletterLinkScreen } from "./link-screen.tsx";

export const middleware: Route.MiddlewareFunction[] = [secretAddressMiddleware];

/** The second half of the double opt-in: the link of the mail leads here. */
export function loader({ context }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  return { token: query.get("token") ?? "", isDone: query.has("done") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await parseForm(request, newsletterLinkSchema, NEWSLETTER_LINK_FIELDS);
  const token = submission.status === "success" ? submission.value.token : "";
  try {
    await confirmSubscription(getApi(context), token);
  } catch (error) {
    const reply = replyWithApiError(submission, error, getMessage(context));
    return data({ token, reply }, { status: statusOfRefusal(error) });
  }
  return redirectTo(context, "/newsletter/confirm?done=1");
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewsletterLinkScreen
      kind="confirm"
      token={actionData?.token ?? loaderData.token}
      isDone={loaderData.isDone && !actionData}
      reply={actionData?.reply}
    />
  );
}
