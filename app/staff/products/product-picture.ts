import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Route } from "./+types/product-picture";

const TYPES = ["image/avif", "image/webp", "image/jpeg"];

/** A catalogue image for staff, including non-public ones; a bare 404 for others. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const { hash, part } = params;
  const path = `/staff/pictures/${encodeURIComponent(hash)}/${encodeURIComponent(part)}`;
  try {
    const response = await getApi(context).download(path, {});
    const type = TYPES.find((known) => known === response.headers.get("content-type"));
    if (!type) return notFound();
    const headers = {
      "content-type": type,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    };
    return new Response(response.body, { headers });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return notFound();
    throw error;
  }
}

function notFound() {
  return new Response(null, { status: 404, headers: { "cache-control": "private, no-store" } });
}
