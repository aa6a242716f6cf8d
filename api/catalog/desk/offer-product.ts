import { DomainError } from "#domain/errors.ts";
import { recordAction } from "../../audit/audit.service.ts";
import type { ApiDeps, SessionUser } from "../../http/context.ts";
import { readOriginalFile } from "../../offers/offer-files.ts";
import { getAnyOffer, type OfferRow } from "../../offers/offers.queries.ts";
import { requireRendition } from "../images.ts";
import { findCreatedProduct } from "./products.queries.ts";
import { storeUploadedImage } from "./uploaded-image.ts";

/**
 * Returns the initial values for a product made from an accepted offer: its texts are in the
 * seller's language. Viewing the offer is logged. Throws offer_not_found, offer_not_accepted.
 */
export async function readOfferProduct(deps: ApiDeps, staff: SessionUser, offerId: number) {
  const offer = await requireAccepted(deps, offerId);
  const subject = { kind: "offer", id: offerId };
  await recordAction(deps.database, { actorId: staff.id, action: "offer.view", subject });
  const made = await findCreatedProduct(deps.database, { offerId, operationId: null });
  return {
    product_id: made?.id ?? null,
    titles: { [offer.locale]: offer.title },
    descriptions: offer.description ? { [offer.locale]: offer.description } : {},
    prompt: offer.addText ?? "",
    category_id: offer.categoryId,
    style_ids: offer.styleIds,
    picture: await takeOfferImage(deps, offerId),
  };
}

/**
 * Copies the image of an accepted offer to the catalogue, without metadata, and returns its hash;
 * null if there is no offer or it has no image. Identical images are stored once. Throws
 * offer_not_found, offer_not_accepted.
 */
export async function takeOfferImage(
  deps: ApiDeps,
  offerId: number | null,
): Promise<string | null> {
  if (offerId === null) return null;
  const offer = await requireAccepted(deps, offerId);
  if (offer.fileKey === null) return null;
  const { bytes } = await readOriginalFile(deps, offer);
  const image = await storeUploadedImage(deps, Buffer.from(bytes));
  // Rendered now, before the form shows it.
  await requireRendition(deps, image.hash, 480, "webp");
  return image.hash;
}

async function requireAccepted(deps: ApiDeps, offerId: number): Promise<OfferRow> {
  const offer = await getAnyOffer(deps.database, offerId);
  if (!offer) throw new DomainError("offer_not_found");
  if (offer.status !== "approved") throw new DomainError("offer_not_accepted");
  return offer;
}
