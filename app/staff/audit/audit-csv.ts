import { downloadAuditLog } from "#app/api-client/staff/audit.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { CSV, toDownload } from "#app/request/send-download.server.ts";
import { withoutPage } from "#app/staff/table/table-path.ts";
import type { Route } from "./+types/audit-csv";
import { readAuditQuery } from "./audit-query.ts";

/** The audit log as a file, with the screen's filters. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "audit");
  const query = readAuditQuery(getUrl(context).searchParams);
  return toDownload(await downloadAuditLog(getApi(context), withoutPage(query)), CSV);
}
