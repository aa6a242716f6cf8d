import { downloadProblems } from "#app/api-client/staff/imports.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { toDownloadHeaders } from "#app/request/download-headers.server.ts";
import { orNotFound } from "#app/staff/or-not-found.ts";
import type { Route } from "./+types/import-problems";

/** The errors of an import, row by row, for a spreadsheet. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const file = await orNotFound(context, downloadProblems(getApi(context), params.id));
  return new Response(file.body, {
    headers: toDownloadHeaders(file.headers, { type: "text/csv; charset=utf-8" }),
  });
}
