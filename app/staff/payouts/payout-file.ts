import { downloadPayoutBatch } from "#app/api-client/payouts.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { toDownloadHeaders } from "#app/request/download-headers.server.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import type { Route } from "./+types/payout-file";

/** Streams a bank file; a rejection redirects to the list with its message. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "payouts");
  try {
    const file = await downloadPayoutBatch(getApi(context), params.id);
    const headers = toDownloadHeaders(file.headers, { type: "application/xml" });
    return new Response(file.body, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const key = "errors.payout_batch_not_found";
    return redirectTo(context, "/staff/payouts", { kind: "error", key });
  }
}
