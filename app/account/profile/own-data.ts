import { downloadOwnData } from "#app/api-client/accounts.server.ts";
import { reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { sendDownload, ZIP } from "#app/request/send-download.server.ts";
import type { Route } from "./+types/own-data";

/**
 * Streams the archive to the browser (GDPR Art. 15 and 20); on an error redirects to the profile.
 */
export async function loader({ context }: Route.LoaderArgs) {
  await requireUser(context);
  return sendDownload(downloadOwnData(getApi(context)), ZIP, (error) => {
    const reason =
      error.status === 429
        ? { key: "profile.data_limit" }
        : { key: "errors.download_failed", serverMessage: reasonOf(error) };
    return redirectTo(context, "/dashboard/profile", { kind: "error", ...reason });
  });
}
