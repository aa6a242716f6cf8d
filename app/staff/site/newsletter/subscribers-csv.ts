import { downloadSubscribers } from "#app/api-client/staff/newsletter.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { CSV, toDownload } from "#app/request/send-download.server.ts";
import { readTableQuery, withoutPage } from "#app/staff/table/table-path.ts";
import type { Route } from "./+types/subscribers-csv";
import { SUBSCRIBER_FILTERS } from "./subscriber-filters.ts";

/** The subscribers as a file, with the screen's filters. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  const query = readTableQuery(getUrl(context).searchParams, SUBSCRIBER_FILTERS);
  return toDownload(await downloadSubscribers(getApi(context), withoutPage(query)), CSV);
}
