import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import { DomainError } from "#domain/errors.ts";
import type { Picture } from "../contract/catalog.ts";
import type { ApiDeps } from "../http/context.ts";
import { getOrMake } from "../providers/files/checked-files.ts";
import type { Files } from "../providers/files/files.ts";
import { DECODE_OPTIONS, loadSharp } from "../providers/images/decoding.ts";
import { runEncoder } from "../providers/images/encoder-queue.ts";
import { toImageName } from "./image-names.ts";
import type { ImageRow } from "./images.queries.ts";

/** Widths of public renditions used by the layout. The full size is only sold. */
const RENDITION_WIDTHS = [160, 320, 480, 640, 960] as const;
/** Of a picture beside a line of a list. */
export const THUMB_WIDTH = 320;
/** What cards and the search box's suggestions need; made ahead, so that nobody waits for them. */
const CARD_WIDTHS = [160, 320, 480] as const;
/** Best first. AVIF is half the size of WebP for detailed images, and never larger. */
export const RENDITION_FORMATS = ["avif", "webp", "jpg"] as const;
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

const ENCODE_SECONDS_MAX = 10;

/** Dependencies of rendering an image: storage, and a log for failed writes. */
export type ImageStore = Pick<ApiDeps, "files" | "log">;

export const originalKey = (hash: string) => `pictures/${hash}.png`;

/** Stores an original under the hash of its bytes and returns the columns of its row. */
export async function storeOriginal(files: Files, png: Buffer): Promise<ImageRow> {
  const hash = createHash("sha256").update(png).digest("hex");
  const sharp = await loadSharp();
  const image = sharp(png, DECODE_OPTIONS);
  const { width, height } = await image.metadata();
  // Statistics ignore any resize of the same pipeline, so they are taken from a tiny copy.
  const tiny = await image.clone().resize(32, 32, { fit: "cover" }).png().toBuffer();
  const { dominant } = await sharp(tiny).stats();
  await files.put(originalKey(hash), png);
  const color = `#${[dominant.r, dominant.g, dominant.b].map(toHex).join("")}`;
  return { hash, widthPx: width, heightPx: height, color };
}

/** An original whose bytes still match its name; null when it is missing or damaged. */
export async function getOriginal(
  { files, log }: ImageStore,
  hash: string,
): Promise<Buffer | null> {
  const png = await files.get(originalKey(hash));
  if (!png) return null;
  if (createHash("sha256").update(png).digest("hex") === hash) return png;
  log.error({ hash }, "an original is damaged: restore it from a backup");
  return null;
}

/**
 * Makes the renditions of cards and suggestions ahead of the first request; keeps existing ones.
 * Nine renditions of one original: it is read once and, if fully opaque, decoded once.
 */
export async function prepareCards(store: ImageStore, hash: string): Promise<void> {
  let decoded: Promise<(() => Sharp) | null> | undefined;
  const openOnce = async () => {
    decoded ??= openDecoded(store, hash);
    return (await decoded)?.() ?? null;
  };
  for (const width of CARD_WIDTHS) {
    for (const format of RENDITION_FORMATS) {
      await requireRendition(store, hash, width, format, openOnce);
    }
  }
}

/** An upright original to resize; null when there is none. */
async function openOriginal(store: ImageStore, hash: string): Promise<Sharp | null> {
  const original = await getOriginal(store, hash);
  if (!original) return null;
  const sharp = await loadSharp();
  return sharp(original, DECODE_OPTIONS).timeout({ seconds: ENCODE_SECONDS_MAX }).rotate();
}

/** The same, to be opened several times. Transparent pixels would be rounded differently. */
async function openDecoded(store: ImageStore, hash: string): Promise<(() => Sharp) | null> {
  const image = await openOriginal(store, hash);
  if (!image) return null;
  if ((await image.metadata()).hasAlpha) return () => image.clone();
  const sharp = await loadSharp();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return () => sharp(data, { raw: info }).timeout({ seconds: ENCODE_SECONDS_MAX });
}

/**
 * A public rendition: re-encoded, so that none of the original's metadata remains (which may
 * contain the very prompt for sale). Rendered once and stored, and rendered again if the stored
 * file is damaged; null when there is no original. Pass `open` to render several.
 */
export async function requireRendition(
  store: ImageStore,
  hash: string,
  width: number,
  format: RenditionFormat,
  open = () => openOriginal(store, hash),
): Promise<Buffer | null> {
  const key = `renditions/${hash}/${width}.${format}`;
  return getOrMake(store, key, () =>
    runEncoder(async () => {
      const original = await open();
      if (!original) return null;
      const resized = original.resize({ width, withoutEnlargement: true });
      return encode(resized, format).toBuffer();
    }),
  );
}

/** Higher AVIF effort takes several times as long and saves 2 %. */
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

export const renditionUrl = (hash: string, width: number, format: RenditionFormat) =>
  `/media/${toImageName(hash)}/${width}.${format}`;

/** Width and format from a rendition's file name, "320.webp". Throws not_found for any other. */
export function parseRenditionName(file: string) {
  const [name = "", ending = ""] = file.split(".", 2);
  const width = RENDITION_WIDTHS.find((known) => String(known) === name);
  const format = RENDITION_FORMATS.find((known) => known === ending);
  if (!width || !format || file !== `${width}.${format}`) throw new DomainError("not_found");
  return { width, format };
}

/** The `srcset` data (contract `Image`): no width beyond the original's. */
export function toPicture(row: ImageRow): Picture {
  const [narrowest] = RENDITION_WIDTHS;
  const widths = RENDITION_WIDTHS.filter((width) => width <= Math.max(row.widthPx, narrowest));
  return {
    width: row.widthPx,
    height: row.heightPx,
    color: row.color,
    base_url: `/media/${toImageName(row.hash)}`,
    widths,
    formats: [...RENDITION_FORMATS],
  };
}

function toHex(channel: number): string {
  return Math.round(channel).toString(16).padStart(2, "0");
}
