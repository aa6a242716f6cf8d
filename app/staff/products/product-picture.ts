import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { sendImage } from "#app/request/send-image.server.ts";
import type { Route } from "./+types/product-picture";

/** A catalogue picture for staff, even if it is not public; a bare 404 for others. */
export async function loader({ context, params: { hash, part } }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const path = `/staff/pictures/${encodeURIComponent(hash)}/${encodeURIComponent(part)}`;
  return sendImage(() => getApi(context).download(path, {}));
}
