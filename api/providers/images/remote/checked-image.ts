import { runEncoder } from "../encoder-queue.ts";
import { decodeUpload, findImageProblem } from "../uploaded-image.ts";
import { ImageModelError } from "./image-model-error.ts";

const FORMATS = ["png", "jpg", "webp"] as const;

/**
 * What a model's server sent, decoded and encoded anew as an upload is: no metadata (it often
 * holds the prompt), nothing behind the image's end. Throws ImageModelError `unavailable` for what is no
 * whole image of a usual shape.
 */
export async function checkImage(bytes: Buffer): Promise<Buffer> {
  const problem = await findImageProblem(bytes);
  const image = problem ? null : await runEncoder(() => decodeUpload(bytes, FORMATS));
  if (image) return image.clean;
  const why = problem ?? "it cannot be decoded";
  throw new ImageModelError("unavailable", `the image server sent no usable image: ${why}`);
}
