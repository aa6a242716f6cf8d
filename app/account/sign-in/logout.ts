import { logout } from "#app/api-client/accounts.server.ts";
import { clearKeptForm } from "#app/forms/kept-form.server.ts";
import { clearDeskBrowser } from "#app/middleware/desk-browser.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { leaveDocument, redirectTo } from "#app/request/flash-toast.ts";
import type { Route } from "./+types/logout";

/** Only a form signs out; a plain link to this URL redirects home. */
export function loader({ context }: Route.LoaderArgs) {
  return redirectTo(context, "/");
}

/**
 * Ends the session and redirects home (spec §4 Authentication), with a document navigation: none of
 * the member's data stays in the page (`leaveDocument`).
 */
export async function action({ context }: Route.ActionArgs) {
  try {
    await logout(getApi(context));
  } catch (error) {
    // A user who believes that they are signed out may leave the machine to others.
    requireWebRequest(context).logError("signing out failed", error);
    return redirectTo(context, "/", { kind: "error", key: "logout.failed" });
  }
  const toast = { kind: "success", key: "logout.done" } as const;
  const response = leaveDocument(await redirectTo(context, "/", toast));
  return clearDeskBrowser(context, await clearKeptForm(context, response));
}
