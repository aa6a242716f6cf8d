import { downloadDocument } from "#app/api-client/selling/verification.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import type { Route } from "./+types/verification-document";

/**
 * Streams a scan for a single logged view: never cached, and not rendered as a page. If it is gone,
 * for example because the person deleted the account, redirects to the "not found" page.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "reviews");
  const { id, part } = params;
  const image = await orNotFound(context, downloadDocument(getApi(context), id, part));
  return new Response(image.body, {
    headers: {
      "content-type": "image/jpeg",
      "content-disposition": `inline; filename="verification-${id.replace(/\D/g, "")}.jpg"`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}
