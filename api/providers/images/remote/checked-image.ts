import { runEncoder } from "../encoder-queue.ts";
import { decodeUpload, findImageProblem } from "../uploaded-image.ts";
import { ImageModelError } from "./image-model-error.ts";

const FORMATS = ["png", "jpg", "webp"] as const;

/**
 * Decodes and re-encodes a model server's response like an upload: without metadata (which often
 * contains the prompt) or trailing data. Throws ImageModelError `unavailable` if it is not a
 * complete image of a usual shape.
 */
export async function checkImage(bytes: Buffer): Promise<Buffer> {
  const problem = await findImageProblem(bytes);
  const image = problem ? null : await runEncoder(() => decodeUpload(bytes, FORMATS));
  if (image) return image.clean;
  const why = problem ?? "it cannot be decoded";
  throw new ImageModelError("unavailable", `the image server sent no usable image: ${why}`);
}
