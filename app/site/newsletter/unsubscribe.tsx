import { unsubscribe } from "#app/api-client/newsletter.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { secretAddressMiddleware } from "#app/middleware/secret-address.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { signQuery } from "#app/request/signed-query.ts";
import type { Route } from "./+types/unsubscribe";
import { loadLink, unsubscribeForm } from "./link-form.server.ts";
import { NewsletterLinkScreen } from "./link-screen.tsx";

export const middleware: Route.MiddlewareFunction[] = [secretAddressMiddleware];

/** Unsubscribes through the link at the end of each newsletter mail. */
export function loader({ context }: Route.LoaderArgs) {
  return loadLink(context, unsubscribeForm);
}

export async function action({ request, context }: Route.ActionArgs) {
  return unsubscribeForm.handle({ request, context }, async ({ token }, api) => {
    await unsubscribe(api, token);
    return redirectTo(context, signQuery(context, "/newsletter/unsubscribe?done=1"));
  });
}

export const clientAction = preserveInput;

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  return <NewsletterLinkScreen kind="unsubscribe" loaded={loaderData} failed={actionData} />;
}
