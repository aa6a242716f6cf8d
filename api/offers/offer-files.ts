import { createHash } from "node:crypto";
import { DomainError, fieldError } from "#domain/errors.ts";
import { OFFER_UPLOAD_FORMATS, type OfferUploadFormat } from "#domain/offers.ts";
import { inTurn } from "../catalog/pictures.ts";
import type { ApiDeps } from "../http/context.ts";
import { READING, sharp } from "../providers/images/decoding.ts";
import { readUploadedPicture } from "../providers/images/uploaded-picture.ts";
import type { OfferRow } from "./offers.queries.ts";

const THUMB_WIDTH_PX = 320;

export type OfferFile = { key: string; format: OfferUploadFormat; shownFormat: "jpg" | "png" };
export type SentFile = { bytes: Uint8Array<ArrayBuffer>; contentType: string };

const CONTENT_TYPES = { jpg: "image/jpeg", png: "image/png", gif: "image/gif" } as const;

/**
 * Keeps a picture of an offer: the file as it was sent (it is what we buy), and copies without
 * metadata to look at. The same file of the same person is kept once. Throws validation_failed on
 * `media` for anything but a picture in one of the offered formats.
 */
export async function storeOfferFile(
  deps: Pick<ApiDeps, "files">,
  userId: number,
  bytes: Buffer,
): Promise<OfferFile> {
  const made = await inTurn(async () => {
    const picture = await readUploadedPicture(bytes, OFFER_UPLOAD_FORMATS);
    if (!picture) return null;
    const thumb = await sharp(picture.clean, READING)
      .resize({ width: THUMB_WIDTH_PX, withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
    return { ...picture, thumb };
  });
  const format = OFFER_UPLOAD_FORMATS.find((known) => known === made?.format);
  if (!made || !format) throw fieldError("media", "Please upload a JPG, PNG or GIF picture");
  const name = createHash("sha256").update(`${userId}:`).update(bytes).digest("hex");
  const file: OfferFile = { key: `offers/${name}`, format, shownFormat: made.cleanFormat };
  await deps.files.put(`${file.key}/original.${format}`, bytes);
  await deps.files.put(`${file.key}/shown.${made.cleanFormat}`, made.clean);
  await deps.files.put(`${file.key}/thumb.webp`, made.thumb);
  return file;
}

/** What is shown of an offer's picture. Throws not_found for an offer without one. */
export async function readShownFile(
  deps: Pick<ApiDeps, "files">,
  offer: OfferRow,
  size: "full" | "thumb",
): Promise<SentFile> {
  const { fileKey, shownFormat } = offer;
  if (fileKey === null || shownFormat === null) throw new DomainError("not_found");
  return size === "thumb"
    ? readFile(deps, `${fileKey}/thumb.webp`, "image/webp")
    : readFile(deps, `${fileKey}/shown.${shownFormat}`, CONTENT_TYPES[shownFormat]);
}

/** The file as its owner sent it. Throws not_found for an offer without one. */
export async function readOriginalFile(
  deps: Pick<ApiDeps, "files">,
  offer: OfferRow,
): Promise<SentFile & { fileName: string }> {
  const { fileKey, fileFormat } = offer;
  if (fileKey === null || fileFormat === null) throw new DomainError("not_found");
  const key = `${fileKey}/original.${fileFormat}`;
  const file = await readFile(deps, key, CONTENT_TYPES[fileFormat]);
  return { ...file, fileName: `offer-${offer.id}.${fileFormat}` };
}

/** Removes the files of offers that are no more, whatever format they had. */
export async function removeOfferFiles(
  deps: Pick<ApiDeps, "files">,
  keys: readonly string[],
): Promise<void> {
  const names = [
    ...OFFER_UPLOAD_FORMATS.map((format) => `original.${format}`),
    ...["shown.jpg", "shown.png", "thumb.webp"],
  ];
  for (const key of keys) {
    for (const name of names) await deps.files.remove(`${key}/${name}`);
  }
}

async function readFile(deps: Pick<ApiDeps, "files">, key: string, contentType: string) {
  const bytes = await deps.files.get(key);
  if (!bytes) throw new Error(`a file of an offer is missing: ${key}`);
  return { bytes: new Uint8Array(bytes), contentType };
}
