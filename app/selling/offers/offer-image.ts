import { findImage, getOffer } from "#app/api-client/offers.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { getApi, getUrl, getUser } from "#app/middleware/session-relay.ts";
import { imageHeaders } from "#app/request/image-headers.server.ts";
import { isApiId } from "#domain/ids.ts";
import type { Route } from "./+types/offer-image";

/**
 * Streams the image of the user's own offer. Anyone else, including guests, gets a bare 404: it is
 * requested by an `<img>`, for which a page is useless.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const api = getApi(context);
  try {
    const isMember = (await getUser(context)) !== null && isApiId(params.id);
    const picture = isMember ? (await getOffer(api, params.id))?.picture : undefined;
    const isSmall = getUrl(context).searchParams.get("size") === "thumb";
    const address = isSmall ? picture?.thumbUrl : picture?.url;
    const source = address ? findImage(api, address) : null;
    if (!source || !("apiPath" in source)) return notFound();
    const response = await api.download(source.apiPath, {});
    const headers = imageHeaders(response.headers);
    return headers ? new Response(response.body, { headers }) : notFound();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return notFound();
    throw error;
  }
}

function notFound() {
  return new Response(null, { status: 404, headers: { "cache-control": "private, no-store" } });
}
