import { previewIssue } from "#app/api-client/staff/newsletter.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import type { Route } from "./+types/issue-preview";

/**
 * A mail of an issue as a document, as its reader will see it: without scripts, origin or forms.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  const api = getApi(context);
  const locale = getUrl(context).searchParams.get("language") ?? api.locale;
  const html = await orNotFound(context, previewIssue(api, params.id, locale));
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}
