import { downloadImage, getStaffOffer } from "#app/api-client/selling/offers.server.ts";
import { getApi, getUrl, getUser } from "#app/middleware/session-relay.ts";
import { toDownload } from "#app/request/send-download.server.ts";
import { orBareNotFound, toImageResponse } from "#app/request/send-image.server.ts";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/staff-offer-image";

/** The picture of an offer for staff, or the file as submitted; a bare 404 for others. */
export function loader({ context, params }: Route.LoaderArgs) {
  const api = getApi(context);
  const size = getUrl(context).searchParams.get("size");
  return orBareNotFound(async () => {
    if (!hasRight((await getUser(context))?.staffRole ?? null, "offers")) return null;
    const { picture, originalUrl } = await getStaffOffer(api, params.id);
    if (size !== "original") {
      const address = size === "thumb" ? picture.thumbUrl : picture.url;
      return toImageResponse(await downloadImage(api, address));
    }
    const file = await downloadImage(api, originalUrl);
    // An untrusted original must be saved, never shown as one of our pages.
    return file && toDownload(file, { type: "application/octet-stream" });
  });
}
