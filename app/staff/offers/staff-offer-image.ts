import { findImage, getStaffOffer } from "#app/api-client/offers.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { getApi, getUrl, getUser } from "#app/middleware/session-relay.ts";
import { imageHeaders } from "#app/request/image-headers.server.ts";
import type { Route } from "./+types/staff-offer-image";

/** The picture of an offer for the staff, or the file as it was sent; a bare 404 for others. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const api = getApi(context);
  const size = getUrl(context).searchParams.get("size");
  try {
    if ((await getUser(context))?.role !== "staff") return notFound();
    const { picture, originalUrl } = await getStaffOffer(api, params.id);
    const address =
      size === "original" ? originalUrl : size === "thumb" ? picture.thumbUrl : picture.url;
    const source = address ? findImage(api, address) : null;
    if (!source || !("apiPath" in source)) return notFound();
    const response = await api.download(source.apiPath, {});
    const headers = size === "original" ? fileHeaders(response) : imageHeaders(response.headers);
    return headers ? new Response(response.body, { headers }) : notFound();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return notFound();
    throw error;
  }
}

/** An untrusted file: to be saved, never to be shown as a page of ours. */
function fileHeaders({ headers }: Response): Headers {
  const disposition = headers.get("content-disposition") ?? "";
  return new Headers({
    "content-type": "application/octet-stream",
    "content-disposition": disposition.startsWith("attachment") ? disposition : "attachment",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
}

function notFound() {
  return new Response(null, { status: 404, headers: { "cache-control": "private, no-store" } });
}
