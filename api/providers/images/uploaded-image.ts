import { createMessage } from "#domain/messages.ts";
import { DECODE_OPTIONS, loadSharp, PIXELS_MAX } from "./decoding.ts";

export const UPLOADED_FORMATS = ["jpg", "png", "gif", "webp"] as const;
export type UploadedFormat = (typeof UPLOADED_FORMATS)[number];

/** Maximum ratio of an image's sides. */
export const IMAGE_RATIO_MAX = 20;
export const DECODE_SECONDS_MAX = 10;
/**
 * Maximum number of pixels for images that must be decoded as a whole: these take up to 8 bytes per
 * pixel, while decoding row by row takes 20 MB for any size.
 */
export const WHOLE_PIXELS_MAX = 20_000_000;
/**
 * Decodes row by row where the format allows it, so that only a strip of 40 megapixels is in
 * memory.
 */
const STREAMED = { ...DECODE_OPTIONS, sequentialRead: true } as const;
/** By the decoder's format names. */
const FORMAT_OF: Record<string, UploadedFormat> = {
  jpeg: "jpg",
  png: "png",
  gif: "gif",
  webp: "webp",
};

/** Why an image can be decoded but is not accepted. */
export const IMAGE_PROBLEMS = {
  animated: createMessage("image_animated"),
  extremeRatio: createMessage("image_too_narrow"),
  tooLarge: createMessage("image_too_large", { max: PIXELS_MAX / 1_000_000 }),
  tooLargeWhole: createMessage("image_too_large", { max: WHOLE_PIXELS_MAX / 1_000_000 }),
} as const;
export type ImageProblem = keyof typeof IMAGE_PROBLEMS;

export type DecodedUpload = {
  /** The actual format, whatever the file name suggests. */
  format: UploadedFormat;
  widthPx: number;
  heightPx: number;
  /**
   * The re-encoded image, upright and without metadata or trailing data: a JPEG for photographs and
   * on request, otherwise a PNG (of an animated GIF, its first frame).
   */
  clean: Buffer;
  cleanFormat: "jpg" | "png";
};

/**
 * Decodes an untrusted image. Takes its bytes and the accepted formats; returns null if it has
 * another format, is broken, or is larger than DECODE_OPTIONS allow. This function limits pixels
 * and seconds, the caller bytes. `as: "jpg"` always produces a JPEG with a white background: scans
 * need no transparency and would be ten times as large as PNG.
 */
export async function decodeUpload(
  bytes: Buffer,
  formats: readonly UploadedFormat[] = UPLOADED_FORMATS,
  { as }: { as?: "jpg" } = {},
): Promise<DecodedUpload | null> {
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, STREAMED);
    const format = FORMAT_OF[(await image.metadata()).format ?? ""];
    if (!format || !formats.includes(format)) return null;
    const upright = image.timeout({ seconds: DECODE_SECONDS_MAX }).rotate();
    const cleanFormat = as ?? (format === "jpg" ? "jpg" : "png");
    const encoded =
      cleanFormat === "jpg"
        ? // Optimized coding would buffer the whole image, 120 MB for 40 megapixels.
          upright.flatten({ background: "#ffffff" }).jpeg({ quality: 90, optimiseCoding: false })
        : upright.png();
    const { data: clean, info } = await encoded.toBuffer({ resolveWithObject: true });
    return { format, widthPx: info.width, heightPx: info.height, clean, cleanFormat };
  } catch {
    // sharp throws for everything it cannot decode; the reason does not matter here.
    return null;
  }
}

/**
 * Why a valid image is not accepted, judged by its header: only the first frame of an animation
 * would be visible, a line would not be recognizable, and others are too expensive to decode. Null
 * for any other image, and for anything else.
 */
export async function findImageProblem(bytes: Buffer): Promise<ImageProblem | null> {
  const sharp = await loadSharp();
  try {
    const head = sharp(bytes, { ...DECODE_OPTIONS, limitInputPixels: false });
    const { format, pages = 1, width, height, isProgressive } = await head.metadata();
    if (pages > 1 || (format === "png" && isAnimatedPng(bytes))) return "animated";
    const isExtreme = Math.max(width, height) > Math.min(width, height) * IMAGE_RATIO_MAX;
    if (isExtreme) return "extremeRatio";
    if (width * height > PIXELS_MAX) return "tooLarge";
    const isHeldWhole = isProgressive || format === "webp" || format === "gif";
    return isHeldWhole && width * height > WHOLE_PIXELS_MAX ? "tooLargeWhole" : null;
  } catch {
    return null;
  }
}

/** Whether the longer side of an upload has fewer pixels than `sidePxMin`. */
export function isSmaller(
  { widthPx, heightPx }: Pick<DecodedUpload, "widthPx" | "heightPx">,
  sidePxMin: number,
): boolean {
  return Math.max(widthPx, heightPx) < sidePxMin;
}

/** The chunk that animates a PNG comes before its pixels; the decoder does not report it. */
function isAnimatedPng(bytes: Buffer): boolean {
  const control = bytes.indexOf("acTL");
  return control !== -1 && control < bytes.indexOf("IDAT");
}
