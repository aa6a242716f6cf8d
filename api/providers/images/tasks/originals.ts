import type { Sharp } from "sharp";
import { type ImageSource, toXmp } from "#domain/image-sources.ts";
import type { ImageFormat, ImageSize } from "#domain/purchases.ts";
import { DECODE_OPTIONS, loadSharp } from "../decoding.ts";

// What is derived from an original: its properties, its public renditions, the files that are sold.

export type RenditionFormat = "avif" | "webp" | "jpg";
export type Rendition = { width: number; format: RenditionFormat };

const ENCODE_SECONDS_MAX = 10;

/** Measures the size and dominant colour of an image. */
export async function measure(
  png: Buffer,
): Promise<{ widthPx: number; heightPx: number; color: string }> {
  const sharp = await loadSharp();
  const image = sharp(png, DECODE_OPTIONS);
  const { width, height } = await image.metadata();
  // Statistics ignore a resize in the same pipeline, so they are taken from a tiny copy.
  const tiny = await image.clone().resize(32, 32, { fit: "cover" }).png().toBuffer();
  const { dominant } = await sharp(tiny).stats();
  const color = `#${[dominant.r, dominant.g, dominant.b].map(toHex).join("")}`;
  return { widthPx: width, heightPx: height, color };
}

/**
 * Encodes public renditions of an original, in the given order: without its metadata, and never
 * wider than the original. If there are several and it is fully opaque, it is decoded only once.
 */
export async function encodeRenditions({
  original,
  renditions,
}: {
  original: Buffer;
  renditions: readonly Rendition[];
}): Promise<Buffer[]> {
  const open = renditions.length > 1 ? await openDecoded(original) : await openOnce(original);
  const encoded: Buffer[] = [];
  for (const { width, format } of renditions) {
    const resized = open().resize({ width, withoutEnlargement: true });
    encoded.push(await encode(resized, format).toBuffer());
  }
  return encoded;
}

/** An upright original, ready to be resized. */
async function openOnce(original: Buffer): Promise<() => Sharp> {
  const sharp = await loadSharp();
  return () => sharp(original, DECODE_OPTIONS).timeout({ seconds: ENCODE_SECONDS_MAX }).rotate();
}

/**
 * The same for several renditions, decoded once unless it has transparency, which would be rounded
 * differently.
 */
async function openDecoded(original: Buffer): Promise<() => Sharp> {
  const open = await openOnce(original);
  const image = open();
  if ((await image.metadata()).hasAlpha) return open;
  const sharp = await loadSharp();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return () => sharp(data, { raw: info }).timeout({ seconds: ENCODE_SECONDS_MAX });
}

/** Higher AVIF effort takes several times as long and saves only 2 %. */
function encode(image: Sharp, format: RenditionFormat): Sharp {
  switch (format) {
    case "avif":
      return image.avif({ quality: 55, effort: 1 });
    case "webp":
      return image.webp({ quality: 74, effort: 4 });
    case "jpg":
      return image.jpeg({ quality: 80, mozjpeg: true });
  }
}

/** Encodes an image whose only metadata is how it was made. The same input gives the same bytes. */
export async function encodeDownload({
  original,
  format,
  size,
  source,
}: {
  original: Buffer;
  format: ImageFormat;
  size: ImageSize;
  source: ImageSource;
}): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(original, { ...DECODE_OPTIONS, sequentialRead: true })
    .timeout({ seconds: ENCODE_SECONDS_MAX })
    .rotate()
    .resize(size.widthPx, size.heightPx, { fit: "cover" })
    .withXmp(toXmp(source));
  switch (format) {
    case "jpg":
      return image.jpeg({ quality: 92 }).toBuffer();
    case "png":
      return image.png().toBuffer();
    case "webp":
      return image.webp({ quality: 92 }).toBuffer();
  }
}

function toHex(channel: number): string {
  return Math.round(channel).toString(16).padStart(2, "0");
}
