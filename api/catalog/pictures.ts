import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Picture } from "../contract/catalog.ts";
import type { Files } from "../providers/files/files.ts";
import type { PictureRow } from "./pictures.queries.ts";

/** Widths of public renditions, as the layout uses them. The full size stays what is sold. */
export const RENDITION_WIDTHS = [160, 320, 480, 640, 960] as const;
/** What cards need; made with the product, so that its first visitor does not wait. */
const CARD_WIDTHS = [320, 480] as const;
export const RENDITION_FORMATS = ["webp", "jpg"] as const;
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

const PIXELS_MAX = 40_000_000;

// Only formats that our own pictures have are ever decoded: no SVG, no TIFF, no camera formats.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
  ],
});

export const originalKey = (hash: string) => `pictures/${hash}.png`;

/** Stores an original under the hash of its bytes and answers what the table keeps of it. */
export async function storeOriginal(files: Files, png: Buffer): Promise<PictureRow> {
  const hash = createHash("sha256").update(png).digest("hex");
  const image = sharp(png, { limitInputPixels: PIXELS_MAX });
  const { width, height } = await image.metadata();
  const { dominant } = await image.clone().resize(32, 32, { fit: "cover" }).stats();
  await files.put(originalKey(hash), png);
  const color = `#${[dominant.r, dominant.g, dominant.b].map(toHex).join("")}`;
  return { hash, widthPx: width, heightPx: height, color };
}

/** Makes the renditions of a product card ahead of its first visitor. */
export async function prepareCards(files: Files, hash: string): Promise<void> {
  for (const width of CARD_WIDTHS) {
    for (const format of RENDITION_FORMATS) await requireRendition(files, hash, width, format);
  }
}

const underway = new Map<string, Promise<Buffer | null>>();

/**
 * A public rendition: re-encoded, so nothing of the original's metadata is left (a preview's could
 * hold the very prompt that is for sale). Made once, then kept; null when there is no original.
 */
export async function requireRendition(
  files: Files,
  hash: string,
  width: number,
  format: RenditionFormat,
): Promise<Buffer | null> {
  const key = `renditions/${hash}/${width}.${format}`;
  const kept = await files.get(key);
  if (kept) return kept;
  let making = underway.get(key);
  if (!making) {
    making = makeRendition(files, hash, width, format, key).finally(() => underway.delete(key));
    underway.set(key, making);
  }
  return making;
}

async function makeRendition(
  files: Files,
  hash: string,
  width: number,
  format: RenditionFormat,
  key: string,
): Promise<Buffer | null> {
  const original = await files.get(originalKey(hash));
  if (!original) return null;
  const image = sharp(original, { limitInputPixels: PIXELS_MAX, pages: 1 })
    .rotate()
    .resize({ width, withoutEnlargement: true });
  const bytes =
    format === "webp"
      ? await image.webp({ quality: 78, effort: 4 }).toBuffer()
      : await image.jpeg({ quality: 80, mozjpeg: true }).toBuffer();
  await files.put(key, bytes);
  return bytes;
}

export const renditionUrl = (hash: string, width: number, format: RenditionFormat) =>
  `/media/${hash}/${width}.${format}`;

/** What `srcset` needs (contract `Picture`). */
export function toPicture(row: PictureRow): Picture {
  return {
    width: row.widthPx,
    height: row.heightPx,
    color: row.color,
    base_url: `/media/${row.hash}`,
    widths: [...RENDITION_WIDTHS],
  };
}

function toHex(channel: number): string {
  return Math.round(channel).toString(16).padStart(2, "0");
}
