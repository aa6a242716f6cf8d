import { DECODE_OPTIONS, loadSharp } from "../decoding.ts";
import {
  type DecodedUpload,
  decodeUpload,
  findImageProblem,
  type ImageProblem,
  type UploadedFormat,
} from "../uploaded-image.ts";

type Upload = { bytes: Buffer; formats: readonly UploadedFormat[]; as?: "jpg" };
/** Why a valid image is not accepted, otherwise the image; null if it is not an image. */
export type ReadUpload<Image> = { problem: ImageProblem } | { image: Image | null };

/** Checks and decodes an untrusted image (uploaded-image.ts). */
export async function readUpload({
  bytes,
  formats,
  as,
}: Upload): Promise<ReadUpload<DecodedUpload>> {
  const problem = await findImageProblem(bytes);
  return problem ? { problem } : { image: await decodeUpload(bytes, formats, { as }) };
}

/** The same, re-encoded as a PNG whatever its format. */
export async function readUploadAsPng(upload: Upload): Promise<ReadUpload<Buffer>> {
  const read = await readUpload(upload);
  if ("problem" in read) return read;
  if (!read.image) return { image: null };
  const { clean, cleanFormat } = read.image;
  return { image: cleanFormat === "png" ? clean : await (await open(clean)).png().toBuffer() };
}

/** The same, together with a WebP of at most `thumbWidth` pixels. */
export async function readUploadWithThumb({
  thumbWidth,
  ...upload
}: Upload & { thumbWidth: number }): Promise<ReadUpload<DecodedUpload & { thumb: Buffer }>> {
  const read = await readUpload(upload);
  if ("problem" in read) return read;
  if (!read.image) return { image: null };
  const thumb = await (await open(read.image.clean))
    .resize({ width: thumbWidth, withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
  return { image: { ...read.image, thumb } };
}

async function open(clean: Buffer) {
  const sharp = await loadSharp();
  return sharp(clean, { ...DECODE_OPTIONS, sequentialRead: true });
}
