import { downloadPersonData } from "#app/api-client/staff/people.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { toDownload, ZIP } from "#app/request/send-download.server.ts";
import type { Route } from "./+types/person-data";

/** A person's data export, created on their behalf; the server logs it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "people.manage");
  return toDownload(await orNotFound(context, downloadPersonData(getApi(context), params.id)), ZIP);
}
