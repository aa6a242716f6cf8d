import { downloadOwnData } from "#app/api-client/accounts.server.ts";
import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { toDownloadHeaders, ZIP } from "#app/request/download-headers.server.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import type { Route } from "./+types/own-data";

/**
 * Streams the archive to the browser (GDPR Art. 15 and 20); on an error redirects to the profile.
 */
export async function loader({ context }: Route.LoaderArgs) {
  await requireUser(context);
  try {
    const zip = await downloadOwnData(getApi(context));
    return new Response(zip.body, { headers: toDownloadHeaders(zip.headers, ZIP) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const key = error.status === 429 ? "profile.data_limit" : "errors.download_failed";
    const toast = { kind: "error", key, serverMessage: reasonOf(error) } as const;
    return redirectTo(context, "/dashboard/profile", toast);
  }
}
