import { confirmSubscription } from "#app/api-client/newsletter.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { secretAddressMiddleware } from "#app/middleware/secret-address.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { signQuery } from "#app/request/signed-query.ts";
import type { Route } from "./+types/confirm";
import { confirmForm, loadLink } from "./link-form.server.ts";
import { NewsletterLinkScreen } from "./link-screen.tsx";

export const middleware: Route.MiddlewareFunction[] = [secretAddressMiddleware];

/** The second half of the double opt-in: target of the mailed link. */
export function loader({ context }: Route.LoaderArgs) {
  return loadLink(context, confirmForm);
}

export async function action({ request, context }: Route.ActionArgs) {
  return confirmForm.handle({ request, context }, async ({ token }, api) => {
    await confirmSubscription(api, token);
    return redirectTo(context, signQuery(context, "/newsletter/confirm?done=1"));
  });
}

export const clientAction = preserveInput;

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return <NewsletterLinkScreen kind="confirm" loaded={loaderData} failed={actionData} />;
}
