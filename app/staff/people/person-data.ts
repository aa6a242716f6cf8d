import { downloadPersonData } from "#app/api-client/staff/people.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { toDownloadHeaders, ZIP } from "#app/request/download-headers.server.ts";
import { orNotFound } from "#app/staff/or-not-found.ts";
import type { Route } from "./+types/person-data";

/** A person's data export, made on their behalf; the server logs it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "people.manage");
  const zip = await orNotFound(context, downloadPersonData(getApi(context), params.id));
  return new Response(zip.body, { headers: toDownloadHeaders(zip.headers, ZIP) });
}
