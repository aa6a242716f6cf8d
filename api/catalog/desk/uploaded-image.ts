import { fieldError } from "#domain/errors.ts";
import { PRODUCT_UPLOAD_FORMATS } from "#domain/products.ts";
import type { ApiDeps } from "../../http/context.ts";
import { DECODE_OPTIONS, loadSharp } from "../../providers/images/decoding.ts";
import { runEncoder } from "../../providers/images/encoder-queue.ts";
import {
  decodeUpload,
  findImageProblem,
  IMAGE_PROBLEMS,
  type UploadedFormat,
} from "../../providers/images/uploaded-image.ts";
import { readGeneration } from "../generation/generation.ts";
import { type ImageRow, insertImage } from "../images.queries.ts";
import { storeOriginal } from "../images.ts";

/** Formats of products, and the still GIF allowed for offers. */
const FORMATS: readonly UploadedFormat[] = [...PRODUCT_UPLOAD_FORMATS, "gif"];

/**
 * Stores an uploaded image as a catalogue original: decoded and re-encoded as PNG, so that none of
 * its metadata remains in either the public or the sold file. Throws validation_failed on `media`
 * for anything but a still image of usual proportions.
 */
export async function storeUploadedImage(
  deps: Pick<ApiDeps, "files" | "database">,
  bytes: Buffer,
): Promise<ImageRow> {
  const problem = await findImageProblem(bytes);
  if (problem) throw fieldError("media", IMAGE_PROBLEMS[problem]);
  const png = await runEncoder(async () => {
    const image = await decodeUpload(bytes, FORMATS);
    if (!image) return null;
    if (image.cleanFormat === "png") return image.clean;
    const sharp = await loadSharp();
    return sharp(image.clean, { ...DECODE_OPTIONS, sequentialRead: true })
      .png()
      .toBuffer();
  });
  if (!png) throw fieldError("media", "image_format_invalid");
  const image = await storeOriginal(deps.files, png);
  await insertImage(deps.database, image);
  return image;
}

/** The same, with the generator's metadata as a proposal for the form. */
export async function uploadPicture(deps: Pick<ApiDeps, "files" | "database">, bytes: Buffer) {
  const image = await storeUploadedImage(deps, bytes);
  const generation = readGeneration(bytes);
  return {
    picture: image.hash,
    width: image.widthPx,
    height: image.heightPx,
    generation: generation && {
      prompt: generation.prompt,
      seed: generation.seed,
      model: generation.model,
    },
  };
}
