import { zipSync } from "fflate";
import sharp from "sharp";
import type { ImageFormat, ImageSize } from "#domain/purchases.ts";

/** Every zip of the same order has the same bytes: no clock in it. DOS time starts in 1980. */
const ZIP_TIME = new Date(1980, 0, 1);
const PIXELS_MAX = 40_000_000;
const ENCODE_SECONDS_MAX = 10;

/**
 * The zip of spec §1: the picture in the wanted format and size, and the English prompt as .txt.
 * The picture carries no metadata; the same input gives the same bytes.
 */
export async function buildDownload(order: {
  slug: string;
  prompt: string;
  original: Buffer;
  format: ImageFormat;
  size: ImageSize;
}): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await encodePicture(order.original, order.format, order.size);
  return zipSync(
    {
      [`${order.slug}.${order.format}`]: new Uint8Array(picture),
      [`${order.slug}.txt`]: new TextEncoder().encode(`${order.prompt}\n`),
    },
    // Pictures are compressed already.
    { level: 0, mtime: ZIP_TIME },
  );
}

function encodePicture(original: Buffer, format: ImageFormat, size: ImageSize): Promise<Buffer> {
  const picture = sharp(original, {
    limitInputPixels: PIXELS_MAX,
    pages: 1,
    failOn: "error",
    sequentialRead: true,
  })
    .timeout({ seconds: ENCODE_SECONDS_MAX })
    .rotate()
    .resize(size.widthPx, size.heightPx, { fit: "cover" });
  switch (format) {
    case "jpg":
      return picture.jpeg({ quality: 92 }).toBuffer();
    case "png":
      return picture.png().toBuffer();
    case "webp":
      return picture.webp({ quality: 92 }).toBuffer();
  }
}
