import { fieldError } from "#domain/errors.ts";
import { PRODUCT_UPLOAD_FORMATS } from "#domain/products.ts";
import type { ApiDeps } from "../../http/context.ts";
import { runImageTask } from "../../providers/images/image-work.ts";
import { runEncoder } from "../../providers/images/task-queues.ts";
import { IMAGE_PROBLEMS, type UploadedFormat } from "../../providers/images/uploaded-image.ts";
import { readGeneration } from "../generation/generation.ts";
import { type ImageRow, insertImage, renewImage } from "../images.queries.ts";
import { storeOriginal } from "../images.ts";
import { deleteMissingOriginal } from "../originals.queries.ts";

/** The formats allowed for products, and the still GIF allowed for offers. */
const FORMATS: readonly UploadedFormat[] = [...PRODUCT_UPLOAD_FORMATS, "gif"];

/**
 * Stores an uploaded image as a catalogue original: decoded and re-encoded as PNG, so that none of
 * its metadata remains in either the public or the sold file. Throws validation_failed on `media`
 * for anything other than a still image of usual proportions.
 */
export async function storeUploadedImage(
  deps: Pick<ApiDeps, "files" | "database">,
  bytes: Buffer,
): Promise<ImageRow> {
  const read = await runEncoder(() => runImageTask("readUploadAsPng", { bytes, formats: FORMATS }));
  if ("problem" in read) throw fieldError("media", IMAGE_PROBLEMS[read.problem]);
  if (!read.image) throw fieldError("media", "image_format_invalid");
  const image = await storeOriginal(deps.files, read.image, (hash) =>
    renewImage(deps.database, hash),
  );
  await insertImage(deps.database, image);
  await deleteMissingOriginal(deps.database, image.hash);
  return image;
}

/**
 * Stores an uploaded image and returns it with the generator's metadata, as a suggestion for the
 * form. Throws validation_failed on `media` if it is no image that can be sold.
 */
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
