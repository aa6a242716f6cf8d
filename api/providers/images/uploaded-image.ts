import { createMessage } from "#domain/messages.ts";
import { PIXELS_MAX, READING, sharp } from "./decoding.ts";

export const UPLOADED_FORMATS = ["jpg", "png", "gif", "webp"] as const;
export type UploadedFormat = (typeof UPLOADED_FORMATS)[number];

/** An image may be this many times as long as it is wide, or as wide as it is long. */
export const IMAGE_RATIO_MAX = 20;
export const DECODE_SECONDS_MAX = 10;
/**
 * Of an image that the decoder must hold as a whole: up to 8 bytes for each pixel, where one that is
 * read row by row takes 20 MB however large it is.
 */
export const WHOLE_PIXELS_MAX = 20_000_000;
/** Row by row where the format allows it: of 40 megapixels never more than a strip is in memory. */
const STREAMED = { ...READING, sequentialRead: true } as const;
/** By the names that the decoder gives them. */
const FORMAT_OF: Record<string, UploadedFormat> = {
  jpeg: "jpg",
  png: "png",
  gif: "gif",
  webp: "webp",
};

/** What is wrong with an image that can be read, but not accepted. */
export const IMAGE_PROBLEMS = {
  animated: createMessage("image_animated"),
  extremeRatio: createMessage("image_too_narrow"),
  tooLarge: createMessage("image_too_large", { max: PIXELS_MAX / 1_000_000 }),
  tooLargeWhole: createMessage("image_too_large", { max: WHOLE_PIXELS_MAX / 1_000_000 }),
} as const;
export type ImageProblem = keyof typeof IMAGE_PROBLEMS;

export type DecodedUpload = {
  /** What the bytes are, whatever their name said. */
  format: UploadedFormat;
  widthPx: number;
  heightPx: number;
  /**
   * The image anew, upright and without metadata or anything behind its end: a JPEG for
   * photographs and where one is asked for, else a PNG (of a moving GIF its first frame).
   */
  clean: Buffer;
  cleanFormat: "jpg" | "png";
};

/**
 * Decodes an untrusted image. Takes its bytes and the accepted formats; returns null for
 * anything else: another format, broken, or larger than READING allows. Its cost is bounded by
 * limits on pixels and seconds; the limit on bytes is the caller's. `as: "jpg"` makes a JPEG on white of
 * whatever came: scans need no transparency, and a PNG of one is ten times the size.
 */
export async function decodeUpload(
  bytes: Buffer,
  formats: readonly UploadedFormat[] = UPLOADED_FORMATS,
  { as }: { as?: "jpg" } = {},
): Promise<DecodedUpload | null> {
  try {
    const image = sharp(bytes, STREAMED);
    const format = FORMAT_OF[(await image.metadata()).format ?? ""];
    if (!format || !formats.includes(format)) return null;
    const upright = image.timeout({ seconds: DECODE_SECONDS_MAX }).rotate();
    const cleanFormat = as ?? (format === "jpg" ? "jpg" : "png");
    const encoded =
      cleanFormat === "jpg"
        ? // Optimised coding would keep the whole image to the end, 120 MB of 40 megapixels.
          upright.flatten({ background: "#ffffff" }).jpeg({ quality: 90, optimiseCoding: false })
        : upright.png();
    const { data: clean, info } = await encoded.toBuffer({ resolveWithObject: true });
    return { format, widthPx: info.width, heightPx: info.height, clean, cleanFormat };
  } catch {
    // sharp throws for everything it cannot read; which of it is no matter of ours.
    return null;
  }
}

/**
 * Why an image is not accepted although it is one, judged by its head alone: only its first frame would
 * be seen of one that moves, nothing of a line, and the rest costs too much to decode. Null for any
 * other, and for what is no image at all.
 */
export async function findImageProblem(bytes: Buffer): Promise<ImageProblem | null> {
  try {
    const head = sharp(bytes, { ...READING, limitInputPixels: false });
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

/** The chunk that makes a PNG move stands before its pixels; the decoder does not report it. */
function isAnimatedPng(bytes: Buffer): boolean {
  const control = bytes.indexOf("acTL");
  return control !== -1 && control < bytes.indexOf("IDAT");
}
