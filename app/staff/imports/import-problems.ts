import { downloadProblems } from "#app/api-client/staff/imports.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { CSV, toDownload } from "#app/request/send-download.server.ts";
import type { Route } from "./+types/import-problems";

/** The errors of an import, row by row, for a spreadsheet. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  return toDownload(await orNotFound(context, downloadProblems(getApi(context), params.id)), CSV);
}
