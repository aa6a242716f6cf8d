import { downloadPayoutBatch } from "#app/api-client/selling/payouts.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { sendDownload } from "#app/request/send-download.server.ts";
import type { Route } from "./+types/payout-file";

/** Streams a bank file; a rejection redirects to the list with its message. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "payouts");
  const loading = downloadPayoutBatch(getApi(context), params.id);
  return sendDownload(loading, { type: "application/xml" }, () => {
    const key = "errors.payout_batch_not_found";
    return redirectTo(context, "/staff/payouts", { kind: "error", key });
  });
}
