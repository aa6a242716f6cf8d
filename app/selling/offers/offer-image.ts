import { downloadImage, getOffer } from "#app/api-client/selling/offers.server.ts";
import { getApi, getUrl, getUser } from "#app/middleware/session-relay.ts";
import { sendImage } from "#app/request/send-image.server.ts";
import { isApiId } from "#domain/ids.ts";
import type { Route } from "./+types/offer-image";

/**
 * Streams the image of the user's own offer. Anyone else, including guests, gets a bare 404: it is
 * requested by an `<img>`, for which a page is useless.
 */
export function loader({ context, params }: Route.LoaderArgs) {
  const api = getApi(context);
  const isSmall = getUrl(context).searchParams.get("size") === "thumb";
  return sendImage(async () => {
    const isMember = (await getUser(context)) !== null && isApiId(params.id);
    const picture = isMember ? (await getOffer(api, params.id))?.picture : undefined;
    return downloadImage(api, isSmall ? picture?.thumbUrl : picture?.url);
  });
}
