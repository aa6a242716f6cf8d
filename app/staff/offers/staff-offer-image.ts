import { findImage, getStaffOffer } from "#app/api-client/offers.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { getApi, getUrl, getUser } from "#app/middleware/session-relay.ts";
import { toDownloadHeaders } from "#app/request/download-headers.server.ts";
import { imageHeaders } from "#app/request/image-headers.server.ts";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/staff-offer-image";

/** The image of an offer for staff, or the uploaded file; a bare 404 for others. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const api = getApi(context);
  const size = getUrl(context).searchParams.get("size");
  try {
    if (!hasRight((await getUser(context))?.staffRole ?? null, "offers")) return notFound();
    const { picture, originalUrl } = await getStaffOffer(api, params.id);
    const address =
      size === "original" ? originalUrl : size === "thumb" ? picture.thumbUrl : picture.url;
    const source = address ? findImage(api, address) : null;
    if (!source || !("apiPath" in source)) return notFound();
    const response = await api.download(source.apiPath, {});
    // An untrusted original is always a download, never rendered as a page of ours.
    const headers =
      size === "original"
        ? toDownloadHeaders(response.headers, { type: "application/octet-stream" })
        : imageHeaders(response.headers);
    return headers ? new Response(response.body, { headers }) : notFound();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return notFound();
    throw error;
  }
}

function notFound() {
  return new Response(null, { status: 404, headers: { "cache-control": "private, no-store" } });
}
