import { downloadAuditLog } from "#app/api-client/staff/audit.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { toDownloadHeaders } from "#app/request/download-headers.server.ts";
import { readTableQuery, withoutPage } from "#app/staff/table/table-path.ts";
import type { Route } from "./+types/audit-csv";
import { AUDIT_FILTERS } from "./audit-filters.ts";

/** The audit log as a file, narrowed as the screen is. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "audit");
  const query = readTableQuery(getUrl(context).searchParams, AUDIT_FILTERS);
  const file = await downloadAuditLog(getApi(context), withoutPage(query));
  return new Response(file.body, {
    headers: toDownloadHeaders(file.headers, { type: "text/csv; charset=utf-8" }),
  });
}
